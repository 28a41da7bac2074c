// Rooster Run: eight cards, the hunt's clock, worms and hearts before each player, the count and the last draw.
import { h } from "../../dom.js";
import { at } from "../../draw/emblems.js";
import { rooster } from "../../draw/rooster.js";
import { chicken, heart, token } from "./chickens.js";
import { face, say } from "../../words.js";
import { seatClass } from "../../views/board.js";
import { feast } from "../../views/feast.js";
import { comeAndGo, deeds, difference, question, refusal, tools } from "../../views/parts.js";

const HEARTS = 4;

function hunt(app) {
  const table = app.table;
  const { pending, round } = table.state;
  const counted = count(app);
  if (table.winners) return [h("h1", { class: "unseen" }, table.title), feast(app)];
  return [
    h("h1", { class: "unseen" }, table.title),
    h("div", { class: "board farm" },
      h("section", { class: "panel coop", "aria-labelledby": "coop-title" },
        h("h2", { id: "coop-title", class: "label" }, say(pending === "hunt" ? "cards_round" : "cards", { round })),
        h("div", { class: counted ? "coop-counted" : "coop-all" },
          table.question && pending === "between" ? yards(table) : pending === "final" ? draw(app) : table.state.faceup.length ? cards(app) : waiting(app),
          counted)),
      h("section", { class: "says", "data-fit": "", "aria-label": say("what_next") },
        clock(app), h("div", { class: "say" }, question(app), refusal(app), difference(table), sentence(app), byTouch(app), deeds(app))),
      h("section", { class: "players", "aria-label": say("players") }, seats(app)),
      h("section", { class: "foot", "aria-label": say("tools") }, tools(app), comeAndGo(app))),
  ];
}

function sentence({ table }) {
  if (table.question || table.refusal) return null;
  return h("p", { key: "next", class: "next" }, table.paused ? say("paused") : table.next);
}

/** A worm or card is called by its colour and a number: "red-3"; blanks are "blank-2". */
export function wormOf(name) {
  const [colour, number] = String(name).split("-");
  return { colour, pattern: Number(number) - 1 || 0, blank: colour === "blank", back: name === "back" || name === "down" };
}

function wormWords(name) {
  const { colour, pattern, blank, back } = wormOf(name);
  if (blank) return say("worm_blank");
  if (back) return say("worm_back");
  return say("worm_named", { colour: say(`colour_${colour}`), number: pattern + 1 });
}

function cards(app) {
  const table = app.table;
  const owners = new Map(Object.entries(table.state.front).flatMap(([player, worms]) => worms.map((worm) => [worm, player])));
  return h("ul", { class: "cards" }, table.state.faceup.map((card) => {
    const owner = owners.get(card.worm);
    const label = say("card_named", { colour: say(`colour_${card.colour}`), value: card.value, worm: wormWords(card.worm) });
    const art = [
      chicken(card.colour),
      h("span", { class: "card-value" }, String(card.value)),
      h("span", { class: "card-worm" }, token(wormOf(card.worm))),
      owner && h("span", { class: `card-owner ${seatClass(table, owner)}` }, owner),
    ];
    const give = app.own.picker && !owner && pick(app, card.worm);
    return h("li", { key: card.id, class: `card card-${card.colour} ${owner ? "card-found" : ""}` },
      give
        ? h("button", { class: "card-face", "aria-label": `${app.own.picker}: ${label}`, onclick: give }, art)
        : h("div", { class: "card-face", role: "img", "aria-label": owner ? `${label}, ${owner}` : label }, art));
  }));
}

/** Everybody's chickens. */
function yards(table) {
  return h("ul", { class: "yards" }, table.players.map((name) => h("li", { key: name, class: seatClass(table, name) },
    h("h3", null, name),
    h("p", { class: "row" }, (table.state.scored[name] ?? []).map((card) => chicken(wormOf(card).colour, face(card)))))));
}

function waiting(app) {
  return h("div", { class: "empty" },
    h("p", { class: "next" }, say("lay_cards")),
    app.me.rights !== "guest" && h("button", { class: "plain", onclick: () => app.order("/api/deal") }, say("page_deals")));
}

/** The referee's clock where it keeps one; otherwise this page counts from when it first saw the hunt. */
function clock(app) {
  const { table } = app;
  const { pending, round } = table.state;
  if (pending !== "hunt" || table.paused) return null;
  if (app.hunt?.round !== round || app.hunt.players !== table.players.join()) app.hunt = { round, players: table.players.join(), since: Date.now() };
  const seconds = typeof table.clock === "number" ? table.clock : (Date.now() - app.hunt.since) / 1000;
  clearTimeout(app.ticking);
  app.ticking = setTimeout(app.draw, 1000);
  const shown = seconds < 0 ? String(-seconds) : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return h("p", { key: "clock", class: "clock", role: "timer", "aria-label": say("hunt_clock") }, shown);
}

function seats(app) {
  const { front, hand, chips, scored, eliminated } = app.table.state;
  const table = app.table;
  const playing = app.me.rights !== "guest" && table.state.pending === "hunt";
  return h("ul", { class: "seats" }, table.players.map((name) => {
    const out = eliminated.includes(name);
    return h("li", { key: name, class: `seat farmer ${seatClass(table, name)} ${out ? "seat-out" : ""} ${app.own.picker === name ? "seat-turn" : ""}` },
      h("div", { class: "seat-text" },
        h("h3", null, h("span", { class: "seat-name" }, name)),
        h("p", { class: "seat-score" }, h("strong", null, String(table.scores?.[name] ?? 0)), h("span", null, say("points"))),
        h("p", { class: "hearts", role: "img", "aria-label": say("hearts_of", { number: chips[name] ?? 0 }) },
          Array.from({ length: HEARTS }, (_, i) => h("span", { class: i < (chips[name] ?? 0) ? "heart-broken" : "heart-whole" }, heart(i < (chips[name] ?? 0)))))),
      h("ul", { class: "fronts", "aria-label": say("worms_before", { name }) },
        [...(front[name] ?? [])].map((worm) => h("li", { key: worm, flip: worm }, token(wormOf(worm), wormWords(worm)))),
        hand[name] && h("li", { key: "hand", class: "in-hand" }, token({ back: true }, say("in_hand"))),
        sweetheart(app, name)),
      h("p", { class: "quiet seat-more" }, out ? say("is_out") : say("cards_won", { number: scored[name]?.length ?? 0 })),
      app.me.rights !== "guest" && h("p", { class: `row seat-buttons ${playing && !out ? "" : "seat-idle"}` },
        h("button", { class: "plain", "aria-pressed": String(app.own.picker === name), onclick: () => app.keep({ picker: app.own.picker === name ? null : name }) }, say("has_worm")),
        call(app, name)));
  }));
}

/** A player's call button, which anybody may press who sits there. */
function call(app, name) {
  const mine = (app.table.legal ?? []).find(({ action }) => action.call && action.player === name);
  return h("button", { class: mine ? "crow big" : "crow plain", disabled: !mine, onclick: () => app.act(mine.action, name) }, say("call"));
}

/** The secret love, once it is told. */
function sweetheart(app, name) {
  const card = loved(app, name);
  if (!card || app.table.state.pending === "hunt") return null;
  return heartOn("li", card, name);
}

function loved(app, name) {
  return app.told.findLast((one) => one.key === "SweetheartRevealed" && one.player === name)?.facts.card;
}

function heartOn(tag, card, name) {
  const { colour } = wormOf(card);
  return h(tag, { key: "sweetheart", class: "sweetheart", role: "img", "aria-label": say("sweetheart_of", { name, colour: say(`colour_${colour}`) }) },
    chicken(colour), h("span", { "aria-hidden": "true" }, "♥"));
}

const SECRET = "cockadoodle-secret";

/** On a player's own phone: draw the sweetheart, and look at her again at will. She is kept on this device alone. */
function secret(app, name) {
  const { match, state, options } = app.table;
  if (options.no_sweetheart || state.game_over) return null;
  const kept = JSON.parse(localStorage.getItem(SECRET) ?? "{}");
  const mine = kept.match === match && kept.name === name ? kept.card : null;
  const drawn = state.drawn.includes(name);
  const draw = async () => {
    const answer = await app.order("/api/secret", { player: name });
    if (!answer) return;
    localStorage.setItem(SECRET, JSON.stringify({ match, name, card: answer.card }));
    app.keep({ peek: true });
  };
  if (!drawn && !mine) return state.pending === "final" ? null : h("p", { key: "secret" }, h("button", { class: "plain", onclick: draw }, say("love_draw")));
  if (!mine) return h("p", { key: "secret", class: "quiet" }, say("love_lost"));
  const { colour, value } = mine;
  return h("section", { key: "secret", class: "panel secret", "aria-label": say("love_mine") },
    h("p", { class: "quiet" }, say("love_mine")),
    app.own.peek && h("p", { class: "secret-card" }, chicken(colour), say("love_named", { colour: say(`colour_${colour}`), value })),
    h("button", { class: "plain", "aria-pressed": String(!!app.own.peek), onclick: () => app.keep({ peek: !app.own.peek }) }, say(app.own.peek ? "love_hide" : "love_show")));
}

/** Give a player a worm by touch: picked and placed in one go. */
function pick(app, worm) {
  const player = app.own.picker;
  return async () => {
    app.keep({ picker: null });
    if (await app.act({ pick: worm, player }, player)) await app.act({ keep: true, player }, player);
  };
}

function byTouch(app) {
  const { picker } = app.own;
  const state = app.table.state;
  if (!picker || state.pending !== "hunt") return null;
  const away = new Set([...state.box, ...Object.values(state.front).flat(), ...Object.values(state.hand)]);
  const blank = Array.from({ length: 8 }, (_, i) => `blank-${i + 1}`).find((one) => !away.has(one));
  const back = state.front[picker]?.map((worm) => h("button", { key: worm, class: "plain", onclick: () => { app.keep({ picker: null }); app.act({ return: worm, player: picker }, picker); } }, token(wormOf(worm)), say("put_back")));
  return h("div", { key: "by-touch", class: "row by-hand" },
    h("span", null, say("tap_card", { name: picker })), back, blank && h("button", { class: "plain", onclick: pick(app, blank) }, say("wrong_worm")));
}

/** The count after a call, place by place. */
function count(app) {
  if (app.table.state.pending === "hunt") return null;
  const told = app.told.length ? app.told : [...(app.table.last ?? [])].reverse();
  const since = told.findLastIndex((one) => one.key === "CockadoodleCalled" || one.key === "RoundStopped");
  if (since < 0) return null;
  return h("ol", { key: "count", class: "count", "aria-label": say("the_count") }, told.slice(since).filter((one) => one.kind !== "question" && one.kind !== "prompt").map((one, i) =>
    h("li", { key: i, class: `mood-${one.mood}` }, one.line)));
}

/** The left neighbour draws blindly, one card for each broken heart. */
function draw(app) {
  const { scored, chips } = app.table.state;
  const players = app.table.players.filter((name) => chips[name] && scored[name]?.length);
  const drawn = app.own.drawn ?? {};
  const due = (name) => Math.min(chips[name], scored[name].length);
  const ready = players.every((name) => (drawn[name] ?? []).length === due(name));
  const toggle = (name, card) => {
    const mine = drawn[name] ?? [];
    const next = mine.includes(card) ? mine.filter((one) => one !== card) : mine.length < due(name) ? [...mine, card] : mine;
    app.keep({ drawn: { ...drawn, [name]: next } });
  };
  return h("div", { class: "draw" },
    players.map((name) => h("div", { key: name, role: "group", "aria-label": name },
      h("h3", null, say("draw_from", { name, number: due(name) })),
      h("p", { class: "row" }, shuffled(app, name, scored[name]).map((card, i) =>
        h("button", { key: card, class: "card-back", "aria-pressed": String((drawn[name] ?? []).includes(card)), "aria-label": say("hidden_card", { number: i + 1 }), onclick: () => toggle(name, card) }, chicken("none")))))),
    h("button", { class: "big", disabled: !ready || app.me.rights === "guest", onclick: () => app.act({ final_discard: Object.fromEntries(players.map((name) => [name, drawn[name]])) }) }, say("draw_done")));
}

function shuffled(app, name, cards) {
  app.own.order ??= {};
  app.own.order[name] ??= cards.map((card) => [crypto.getRandomValues(new Uint32Array(1))[0], card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card);
  return app.own.order[name];
}

export default {
  view: hunt,
  secret,
  call,
  emblem: () => [at(chicken("yellow"), 64, 76, 96, -6), at(chicken("blue"), 122, 84, 84, 8)],
  wall: {
    top: (app) => h("section", { class: "wall-coop" }, app.table.state.faceup.length && !app.table.question ? cards(app) : count(app) ?? rooster("look")),
    beside: clock,
  },
  seat: { holds: ({ state }, name, game, app) => h("p", { class: "row seat-chickens" }, (state.scored?.[name] ?? []).map((card) =>
    (card === loved(app, name) ? heartOn("span", card, name) : chicken(wormOf(card).colour, face(card))))) },
  treasure: ({ state }, name) => (state.scored[name] ?? []).map((card) => chicken(wormOf(card).colour, face(card))),
  pictures: [() => chicken("red"), () => token({ colour: "blue", pattern: 2 }), () => rooster("flap")],
};
