// Who plays: everybody a chip with a face, last time's people first; robots with a level; who begins.
import { h } from "../dom.js";
import { avatar } from "../draw/avatars.js";
import { say } from "../words.js";

const LEVELS = ["cautious", "greedy", "best"];
const ROBOTS = ["Bolt", "Gizmo", "Rusty", "Spark", "Cog", "Tinny", "Widget"]; // whoever is called so is one
const OFFERED = 12;

export function people(app, game) {
  const { seats } = app.own;
  const room = seats.length < game.players[1];
  return h("fieldset", { key: "people" },
    h("legend", null, say("who_plays")),
    h("ol", { class: "chairs" }, seats.map((one, i) => chair(app, one, i))),
    room && h("div", { class: "row chips" }, again(app, game), chips(app), newcomer(app), robots(app, game)),
    h("p", { class: "quiet" }, say(`starts_${game.name}`)));
}

function sit(app, ...names) {
  const { seats, robots } = app.own;
  const fresh = names.filter((one) => !seats.includes(one));
  const tin = Object.fromEntries(fresh.filter((one) => ROBOTS.includes(one)).map((one) => [one, "best"]));
  app.keep({ seats: [...seats, ...fresh], robots: { ...robots, ...tin }, name: "" });
}

/** One touch seats everybody of last time. */
function again(app, game) {
  const { last, seats } = app.own;
  if (seats.length || last.length < 2 || last.length > game.players[1]) return null;
  return h("button", { key: "again", type: "button", class: "chip chip-again", onclick: () => sit(app, ...last) },
    h("span", { class: "faces-in-a-row" }, last.map((one) => avatar(one, ROBOTS.includes(one)))), say("last_time"));
}

function chips(app) {
  const { seats, last, people } = app.own;
  const known = [...new Set([...last, ...people])].filter((one) => !seats.includes(one) && !ROBOTS.includes(one)).slice(0, OFFERED);
  return known.map((one) => h("button", { key: one, type: "button", class: "chip", flip: `chair ${one}`, onclick: () => sit(app, one) }, avatar(one), one));
}

function newcomer(app) {
  const { name, seats } = app.own;
  const typed = name.trim();
  return h("span", { class: "row add-name", key: "add-name" },
    h("label", { for: "name", class: "unseen" }, say("add_name")),
    h("input", { id: "name", maxlength: 20, placeholder: say("add_name"), value: name, autocomplete: "off",
      oninput: (event) => app.keep({ name: event.target.value }),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); if (typed) sit(app, typed); } } }),
    h("button", { type: "button", disabled: !typed || seats.includes(typed), onclick: () => sit(app, typed) }, say("add")));
}

/** A robot at a real table says what it does, and people move for it; that needs a game with dice. */
function robots(app, game) {
  const { seats } = app.own;
  const free = ROBOTS.find((one) => !seats.includes(one));
  if (!free || !game.faces.length) return null;
  return h("button", { key: "robot", type: "button", class: "chip", onclick: () => sit(app, free) }, avatar(free, true), say("add_robot"));
}

function chair(app, one, i) {
  const { first, robots: levels } = app.own;
  const level = levels[one];
  const leave = () => {
    const { [one]: gone, ...others } = app.own.robots;
    app.keep({ seats: app.own.seats.filter((other) => other !== one), robots: others, first: 0 });
  };
  return h("li", { key: one, flip: `chair ${one}`, class: `chair seat-${i + 1}` },
    avatar(one, level !== undefined),
    h("span", { class: "chair-name" }, one),
    level !== undefined && h("select", { class: "chair-level", "aria-label": say("robot_level", { name: one }), value: level,
      onchange: (event) => app.keep({ robots: { ...app.own.robots, [one]: event.target.value } }) },
      LEVELS.map((way) => h("option", { value: way }, say(`level_${way}`)))),
    h("button", { type: "button", class: "plain", "aria-pressed": String(i === first), onclick: () => app.keep({ first: i }) }, say(i === first ? "starts" : "let_start")),
    h("button", { type: "button", class: "round plain", "aria-label": say("stand_up", { name: one }), onclick: leave }, "✕"));
}
