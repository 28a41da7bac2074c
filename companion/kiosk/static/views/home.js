// Home: which game, who plays and in which seats, which variants, who starts; an inviting loop when nobody comes.
import { h } from "../dom.js";
import { emblem } from "../draw/emblems.js";
import { knows, say } from "../words.js";
import { attract, wake } from "./attract.js";

export async function arrive(app) {
  app.own = { game: app.games[0]?.name, seats: [], first: 0, options: {}, people: [], name: "" };
  wake(app);
  const { people } = await app.ask("/api/people");
  app.keep({ people });
}

export function leave(app) {
  clearTimeout(app.own.idle);
}

export function view(app) {
  if (app.own.asleep) return attract(app);
  const game = app.games.find((one) => one.name === app.own.game);
  if (!game) return null;
  return h("form", { class: "home", onsubmit: (event) => { event.preventDefault(); start(app, game); } },
    h("h1", { class: "home-title" }, say("home_title")),
    app.table.game && !app.table.winners && h("p", { class: "running" }, say("still_running", { title: app.table.title }), " ", h("a", { class: "button", href: "/table" }, say("menu_table"))),
    missing(app), games(app), people(app, game), variants(app, game), assumed(game),
    h("p", { class: "home-start" },
      h("button", { class: "big", disabled: !ready(app, game) || app.me.rights === "guest" }, say("start", { title: game.title })),
      h("span", { class: "quiet", id: "start-hint" }, hint(app, game))));
}

/** Parts the table has to do without, each with its cure. */
function missing(app) {
  if (!app.me.troubles?.length) return null;
  return h("ul", { key: "missing", class: "differences missing" }, app.me.troubles.map(({ say: what, fix }) =>
    h("li", { key: what }, h("strong", null, what), " ", fix)),
  app.me.mend && h("li", { key: "mend" }, h("button", { type: "button", onclick: () => mend(app) }, say("mend_settings"))));
}

async function mend(app) {
  const answer = await app.order("/api/settings", {});
  if (!answer) return;
  app.me = { ...app.me, mend: false };
  app.notice = answer;
  app.draw();
}

function games(app) {
  return h("fieldset", { key: "games" },
    h("legend", null, say("which_game")),
    h("div", { class: "games" }, app.games.map((game) =>
      h("label", { key: game.name, class: "game" },
        h("input", { type: "radio", name: "game", value: game.name, checked: game.name === app.own.game, onchange: () => app.keep({ game: game.name, options: {} }) }),
        emblem(app.panel(game.name), game),
        h("strong", null, game.title),
        h("span", { class: "quiet" }, say("players_from_to", { from: game.players[0], to: game.players[1] }))))));
}

function people(app, game) {
  const { seats, first, name } = app.own;
  const offered = app.own.people.filter((one) => !seats.includes(one)).slice(0, 12);
  const sit = (one) => { if (!app.own.seats.includes(one)) app.keep({ seats: [...app.own.seats, one], name: "" }); };
  const typed = name.trim();
  return h("fieldset", { key: "people" },
    h("legend", null, say("who_plays")),
    h("ol", { class: "chairs" }, seats.map((one, i) =>
      h("li", { key: one, flip: `chair ${one}`, class: `chair seat-${i + 1}` },
        h("span", { class: "chair-number", "aria-hidden": "true" }, String(i + 1)),
        h("span", { class: "chair-name" }, one),
        h("button", { type: "button", class: "plain", "aria-pressed": String(i === first), onclick: () => app.keep({ first: i }) }, say(i === first ? "starts" : "let_start")),
        h("button", { type: "button", class: "round plain", "aria-label": say("stand_up", { name: one }), onclick: () => app.keep({ seats: app.own.seats.filter((other) => other !== one), first: 0 }) }, "✕")))),
    seats.length < game.players[1] && h("div", { class: "row chips" },
      offered.map((one) => h("button", { key: one, type: "button", class: "chip", flip: `chair ${one}`, onclick: () => sit(one) }, `+ ${one}`)),
      h("span", { class: "row add-name", key: "add-name" },
        h("label", { for: "name", class: "unseen" }, say("add_name")),
        h("input", { id: "name", maxlength: 20, placeholder: say("add_name"), value: name, autocomplete: "off",
          oninput: (event) => app.keep({ name: event.target.value }),
          onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); if (typed) sit(typed); } } }),
        h("button", { type: "button", disabled: !typed || seats.includes(typed), onclick: () => sit(typed) }, say("add")))),
    h("p", { class: "quiet" }, say(`starts_${game.name}`)));
}

function variants(app, game) {
  const names = Object.keys(game.options);
  if (!names.length) return null;
  const chosen = { ...game.options, ...app.own.options };
  const choose = (name, value) => app.keep({ options: { ...app.own.options, [name]: value } });
  return h("fieldset", { key: "variants" },
    h("legend", null, say("variants")),
    h("div", { class: "variants" }, names.filter((name) => knows(`variant_${name}`)).map((name) =>
      h(name === "adults" ? "div" : "label", { key: name, class: "variant" },
        h("span", null, say(`variant_${name}`)),
        name === "alternative"
          ? h("select", { value: String(chosen[name]), onchange: (event) => choose(name, { true: true, false: false }[event.target.value] ?? event.target.value) },
              ["false", "true", "all"].map((value) => h("option", { value }, say(`alternative_${value}`))))
          : name === "adults"
            ? h("span", { class: "row" }, app.own.seats.map((one) => toggle(one, chosen[name] ?? [], (now) => choose(name, now))))
            : typeof game.options[name] === "number"
              ? h("input", { type: "number", min: 0, step: 50, value: chosen[name], onchange: (event) => choose(name, Math.max(0, Math.trunc(Number(event.target.value)))) })
            : h("input", { type: "checkbox", checked: Boolean(chosen[name]), onchange: (event) => choose(name, event.target.checked) })))));
}

function toggle(one, among, keep) {
  const there = among.includes(one);
  return h("button", { key: one, type: "button", class: "plain", "aria-pressed": String(there), onclick: () => keep(there ? among.filter((other) => other !== one) : [...among, one]) }, one);
}

function ready(app, game) {
  return app.own.seats.length >= game.players[0] && app.own.seats.length <= game.players[1];
}

/** What is taken for granted about this box: before the match, for whoever can look into it. */
function assumed(game) {
  const doubts = Object.entries(game.box.assumed);
  if (!doubts.length) return null;
  return h("details", { key: "assumed", class: "assumed" },
    h("summary", null, say("assumed")),
    h("ul", null, doubts.map(([what, why]) => h("li", { key: what }, say(knows(`assumed_${game.name}_${what}`) ? `assumed_${game.name}_${what}` : why)))),
    h("p", { class: "quiet" }, say("assumed_why")));
}

function hint(app, game) {
  const { seats, first } = app.own;
  if (app.me.rights === "guest") return say("join_to_play");
  if (seats.length < game.players[0]) return say("more_players", { number: game.players[0] - seats.length });
  if (seats.length > game.players[1]) return say("fewer_players", { number: game.players[1] });
  const own = `begins_${game.name}`;
  return say(knows(own) ? own : "begins", { name: seats[first] });
}

async function start(app, game) {
  const { seats, first, options } = app.own;
  if (!ready(app, game)) return;
  const players = [...seats.slice(first), ...seats.slice(0, first)];
  if (await app.order("/api/start", { game: game.name, players, options })) app.go("/table");
}
