// What every table shows beside its tray: dice laid aside, what a game's panel adds, the players, the chances.
import { h } from "../dom.js";
import { avatar } from "../draw/avatars.js";
import { die } from "../draw/dice.js";
import { face, say } from "../words.js";

const GOLDEN = "golden-";
const COLOURS = 7;

/** The colour and shape that stand for a seat. */
export function seatClass(table, name) {
  return `seat-${(table.players.indexOf(name) % COLOURS) + 1}`;
}

function dieOf(piece) {
  const golden = piece.startsWith(GOLDEN);
  return { face: golden ? piece.slice(GOLDEN.length) : piece, golden };
}

/** Give every die a name that outlives a move: the n-th die of its face, those laid aside counted first. */
function named(pieces, counted) {
  return pieces.map((piece) => {
    counted[piece] = (counted[piece] ?? 0) + 1;
    return { ...dieOf(piece), name: `${piece}-${counted[piece]}` };
  });
}

/** The dice of the table, those laid aside and those in the tray, each with a name that outlives a move. */
export function lying(table) {
  const counted = {};
  const aside = named(table.layout?.aside ?? [], counted);
  const booked = table.layout?.tray ?? [];
  const seen = (table.dice ?? []).map((one, index) => ({ ...one, index })).filter((one) => one.zone !== "aside");
  const pieces = booked.length ? booked : seen.map((one) => (one.golden ? GOLDEN : "") + one.face);
  const tray = named(pieces, counted);
  const left = [...seen];
  for (const one of tray) {
    const at = left.findIndex((other) => other.face === one.face && Boolean(other.golden) === one.golden);
    if (at >= 0) one.seen = left.splice(at, 1)[0];
    one.booked = booked.length > 0;
  }
  return { aside, tray };
}

export function aside(app, table = app.table) {
  const laid = lying(table).aside;
  return h("div", { class: "aside" },
    h("h3", { class: "label" }, say("aside"), app.panel(table.game).asideNote?.(table, laid)),
    h("ul", { class: "dice small", style: { "--columns": Math.max(5, laid.length) } }, laid.map((one) =>
      h("li", { key: one.name, flip: one.name, class: "die" },
        h("span", { class: "die-button", role: "img", "aria-label": face(one.face) }, die(one.face, one.golden))))));
}

/** What else lies on the table, as the game's panel draws it. */
export function pieces(app, table = app.table) {
  return app.panel(table.game).pieces?.draw(table, app.games.find((game) => game.name === table.game), table === app.table ? app : null);
}

/** What is counted, beside a number. */
export function unit(app, table = app.table) {
  return app.panel(table.game).unit?.() ?? h("span", null, say("points"));
}

/** The face of whoever sits there, or of the robot that plays for him. */
export function faceOf(table, name) {
  return avatar(name, table.robots?.includes(name));
}

export function seats(app, table = app.table) {
  const panel = app.panel(table.game);
  const game = app.games.find((one) => one.name === table.game);
  return h("ul", { class: "seats" }, table.players.map((name) => {
    const turn = table.turn_of.includes(name);
    return h("li", { key: name, class: `seat ${seatClass(table, name)} ${turn ? "seat-turn" : ""}`, "aria-current": turn ? "true" : null },
      h("div", { class: "seat-text" },
        h("h3", null, faceOf(table, name), h("span", { class: "seat-name" }, name)),
        h("p", { class: "seat-score" }, h("strong", null, String(table.scores?.[name] ?? 0)), unit(app, table)),
        h("p", { class: "quiet seat-more" }, panel.seat?.more?.(table, name))),
      panel.seat?.holds?.(table, name, game, app));
  }));
}

/** The chances, for those who asked for a coach. */
export function coach(app) {
  const { table } = app;
  if (!table.coached?.includes(table.turn_of?.[0])) return null;
  return h("div", { class: "coach", "aria-live": "polite" },
    h("p", { class: "label" }, say("coach")),
    table.coach ? choices(app, table.coach, 4) : h("p", { class: "quiet" }, say("coach_silent")));
}

/** What may be done, the best first, each with what it is worth. */
export function choices({ table, panel: panelOf }, hint, most) {
  const panel = panelOf();
  const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other); // several dice are a list
  const best = (choice) => Object.entries(hint.best ?? {}).every(([key, value]) => alike(choice[key], value));
  const value = panel.value ?? ((choice) => choice.expected ?? 0);
  const worth = panel.worth ?? ((choice) => value(choice).toFixed(0));
  const deed = (choice) => table.legal?.find(({ action }) => Object.entries(action).every(([key, value]) => key === "count" || alike(choice[key], value)));
  const name = (choice) => (choice.roll ? say("roll_on") : deed(choice)?.line ?? (choice.keep ? face(choice.keep) : say("stop_now")));
  return h("ul", null, [...hint.choices].sort((a, b) => value(b) - value(a)).slice(0, most).map((choice, i) =>
    h("li", { key: i, class: best(choice) ? "coach-best" : "" }, best(choice) ? "★ " : "", name(choice), " ", h("span", { class: "quiet" }, worth(choice)))));
}
