// The big screen: what everybody at the table wants to see, readable at four metres; no controls, nothing moves.
import { h } from "../dom.js";
import { die } from "../draw/dice.js";
import { rooster } from "../draw/rooster.js";
import { face, say } from "../words.js";
import { aside, lying, pieces, seats } from "./board.js";
import { feast } from "./feast.js";

const ROW = 4; // dice side by side

export function wall(app) {
  const { table } = app;
  const panel = app.panel();
  if (!table.game) return h("div", { class: "wall wall-empty" }, rooster("sleep"), h("p", { class: "wall-says" }, say("no_match")));
  if (table.winners && !table.question) return h("div", { class: "wall" }, feast(app, { still: true }));
  const below = panel.wall?.pieces ? panel.wall.pieces(table) : panel.pieces && pieces(app);
  return h("div", { class: `wall ${below ? "" : "wall-short"} wall-${table.players.length > 5 ? "many" : "few"}` },
    h("h1", { class: "unseen" }, table.title),
    h("div", { class: "wall-top" }, panel.wall?.top ? panel.wall.top(app) : [turn(app), tray(app)], picture(app)),
    h("div", { class: "wall-says", "data-fit": "0.8" }, said(app)),
    below && h("div", { class: "wall-pieces" }, below),
    h("div", { class: "players" }, seats(app)));
}

function turn(app) {
  const sum = app.panel().sum?.(app.table) ?? app.table.state.sum ?? 0;
  return h("section", { class: "wall-turn" },
    h("p", { class: "wall-who" }, app.table.turn_of[0]),
    h("p", { class: "sum", "aria-label": say("sum_is", { sum }) }, String(sum)),
    aside(app));
}

function tray({ table }) {
  const shown = lying(table).tray;
  return h("ul", { class: "wall-tray", "aria-label": say("tray"), style: { "--columns": Math.min(ROW, Math.max(1, shown.length)) } }, shown.map((one) =>
    h("li", { key: one.name, flip: one.name, class: "die" }, h("span", { role: "img", "aria-label": face(one.face) }, die(one.face, one.golden)))));
}

function said({ table }) {
  const { refusal, question } = table;
  if (question) return [h("p", null, question.line), h("p", { class: "wall-ways" }, question.choices.map((choice) => choice.line).join(" · "))];
  if (refusal) return h("p", { class: "wall-refused", role: "alert" }, `✕ ${refusal.say}`);
  return h("p", null, table.paused ? say("paused") : table.next);
}

/** The live table in the corner, where this device may see it; its place is kept where it may not. */
function picture(app) {
  return h("div", { class: "wall-picture" }, app.me.picture && h("img", { src: "/preview.mjpg", alt: say("live_picture"), width: app.me.picture.width, height: app.me.picture.height }), app.panel().wall?.beside?.(app));
}
