// The draw: who sits where this round, who stands where, and what the host decides.
import { h } from "../dom.js";
import { say } from "../words.js";

const SEATS = 4;

export function arrive(app) {
  app.own = { game: app.games[0].name, kind: "swiss", seats: {}, settling: null };
}

export function view(app) {
  const draw = app.night.draw;
  return h("div", { class: "desk draw" },
    h("h1", null, draw?.round ? say("round_of", { number: draw.round.number, game: draw.round.title }) : say("menu_draw")),
    draw?.round && h("p", { class: "lead" }, say(`kind_${draw.round.kind}`)),
    draw?.round ? seating(app, draw.round) : h("p", { class: "lead" }, say(app.me.host ? "draw_begin_host" : "draw_none")),
    draw && h("div", { class: "draw-below" }, standing(draw), app.me.host && controls(app, draw)),
    !draw && app.me.host && h("p", null, h("button", { class: "big", onclick: () => app.say("tournament") }, say("draw_begin"))));
}

function seating(app, round) {
  return h("section", { class: "draw-tables" },
    round.tables.map((one) => h("article", { key: one.table, class: `panel draw-table draw-${one.state}` },
      h("header", null, h("h2", null, one.name), h("p", { class: "quiet" }, say(`board_${one.state}`))),
      h("ul", null, one.players.map((name) => h("li", { key: name, class: one.winners.includes(name) ? "won" : "" },
        h("span", null, one.winners.includes(name) ? "★ " : "", name), name in one.scores && h("strong", null, String(one.scores[name]))))),
      app.me.host && (app.own.settling === one.table ? settling(app, round, one)
        : h("button", { class: "plain", onclick: () => app.keep({ settling: one.table }) }, say("settle"))))),
    round.out.length > 0 && h("article", { key: "out", class: "panel draw-table draw-out" }, h("header", null, h("h2", null, say("sits_out"))), h("ul", null, round.out.map((name) => h("li", { key: name }, name)))));
}

function settling(app, round, one) {
  return h("form", { class: "draw-settle", onsubmit: async (event) => {
    event.preventDefault();
    const winners = [...event.target.querySelectorAll(":checked")].map((box) => box.value);
    if (await app.say("settled", { round: round.number, table: one.table, winners })) app.keep({ settling: null });
  } },
    h("p", null, say("settle_who")),
    one.players.map((name) => h("label", { key: name, class: "row" }, h("input", { type: "checkbox", value: name, checked: one.winners.includes(name) || null }), name)),
    h("p", { class: "row" }, h("button", { class: "big" }, say("settle_done")), h("button", { type: "button", class: "plain", onclick: () => app.keep({ settling: null }) }, say("never_mind"))));
}

function standing(draw) {
  return h("section", null, h("h2", null, say("standing")),
    h("table", { class: "panel ranks" },
      h("thead", null, h("tr", null, ["rank", "player", "points", "won", "played"].map((word) => h("th", { scope: "col" }, say(`column_${word}`))))),
      h("tbody", null, draw.standing.map((one, i) => h("tr", { key: one.player, class: one.here ? "" : "quiet" },
        h("td", null, String(i + 1)), h("th", { scope: "row" }, one.player), h("td", null, String(one.points)), h("td", null, String(one.won)), h("td", null, String(one.played)))))));
}

function controls(app, draw) {
  const own = app.own;
  const tables = app.night.tables.filter((one) => one.online);
  const seats = Object.fromEntries(tables.map((one) => [one.id, own.seats[one.id] ?? SEATS]));
  return h("section", { class: "draw-host" },
    h("h2", null, say("who_is_here", { number: draw.present.length })),
    h("form", { class: "row", onsubmit: async (event) => {
      event.preventDefault();
      const box = event.target.elements.names;
      if (await app.say("came", { names: box.value.split(",").map((name) => name.trim()).filter(Boolean) })) box.value = "";
    } }, h("label", { class: "draw-names" }, h("span", { class: "unseen" }, say("names_here")), h("input", { name: "names", placeholder: say("names_here"), maxlength: 2000 })), h("button", null, say("sign_up"))),
    h("ul", { class: "draw-here" }, draw.present.map((name) => h("li", { key: name }, h("button", { class: "chip", "aria-label": say("signs_off", { name }), onclick: () => app.say("left", { name }) }, `${name} ✕`)))),
    h("h2", null, say("next_round")),
    h("p", { class: "row" },
      h("label", null, h("span", { class: "unseen" }, say("which_game")), h("select", { value: own.game, onchange: (event) => app.keep({ game: event.target.value }) }, app.games.map((one) => h("option", { value: one.name }, one.title)))),
      h("label", null, h("span", { class: "unseen" }, say("which_kind")), h("select", { value: own.kind, onchange: (event) => app.keep({ kind: event.target.value }) }, ["swiss", "everybody", "final"].map((kind) => h("option", { value: kind }, say(`kind_${kind}`)))))),
    h("ul", { class: "draw-seats" }, tables.map((one) => h("li", { key: one.id }, h("label", null, `${one.name} `, h("input", { type: "number", min: 0, max: 7, value: seats[one.id], onchange: (event) => app.keep({ seats: { ...own.seats, [one.id]: Number(event.target.value) } }) }))))),
    h("p", { class: "row" },
      h("button", { class: "big", onclick: () => app.order("/api/draw", { game: own.game, kind: own.kind, seats }) }, say("draw_round")),
      draw.round && h("button", { onclick: () => call(app) }, say("call_round")),
      draw.round && h("button", { class: "plain", onclick: () => app.say("undrawn") }, say("undraw"))));
}

async function call(app) {
  const answer = await app.order("/api/call", {});
  if (answer?.missing.length) { app.notice = { say: say("not_called"), fix: answer.missing.join(" "), wrong: true }; app.draw(); }
}
