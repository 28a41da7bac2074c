// The table: whose turn, the dice, what the game's panel adds, the players; readable from three metres.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { say } from "../words.js";
import { wall } from "./wall.js";
import { comeAndGo, deeds, difference, question, refusal, tools } from "./parts.js";
import { aside, coach, pieces, seats } from "./board.js";
import { feast } from "./feast.js";
import { tray } from "./tray.js";

export function view(app) {
  const table = app.table;
  if (app.wall) return wall(app);
  if (!table.game) return empty();
  const panel = app.panel();
  if (panel.view) return panel.view(app);
  if (table.winners) return [h("h1", { class: "unseen" }, table.title), feast(app)];
  const coached = table.coached?.length > 0;
  return [
    h("h1", { class: "unseen" }, table.title),
    h("div", { class: `board ${coached ? "board-coached" : ""} ${app.me.demo ? "board-demo" : ""}` },
      h("section", { key: "turn", class: "panel turn", "aria-labelledby": "whose" }, turn(app), aside(app)),
      h("section", { key: "tray", class: "panel tray", "aria-labelledby": "tray-title" }, tray(app)),
      h("section", { key: "says", class: "says", "data-fit": "", "aria-label": say("what_next") },
        question(app), refusal(app), difference(table), sentence(table), deeds(app)),
      app.me.demo && demo(app),
      coached && h("section", { key: "coach", class: "advice", "data-fit": "", "aria-label": say("coach") }, coach(app)),
      panel.pieces && h("section", { key: "pieces", class: "panel pieces", "aria-labelledby": "pieces-title" },
        h("h2", { id: "pieces-title", class: "label" }, panel.pieces.title()), pieces(app)),
      h("section", { key: "players", class: "players", "aria-label": say("players") }, seats(app)),
      h("section", { key: "foot", class: "foot", "aria-label": say("tools") }, last(table), tools(app), comeAndGo(app))),
  ];
}

function empty() {
  return h("div", { class: "empty" },
    rooster("sleep"),
    h("h1", null, say("no_match")),
    h("p", null, h("a", { class: "button big", href: "/" }, say("menu_home"))));
}

/** Robots play at a painted table: it is seen beside the score as their camera sees it. */
function demo(app) {
  const { picture } = app.me;
  return h("section", { key: "demo", class: "demo", "aria-label": say("demo_robots") },
    picture && h("img", { src: "/preview.mjpg", alt: say("live_picture"), width: picture.width, height: picture.height }),
    h("p", null, say("demo_text"), " ", h("a", { href: "/" }, say("demo_sit"))));
}

function turn(app) {
  const table = app.table;
  const sum = app.panel().sum?.(table) ?? table.state.sum ?? 0;
  return h("div", { class: "turn-head" },
    h("h2", { id: "whose", class: "whose" }, table.turn_of[0]),
    h("p", { class: "sum", "aria-label": say("sum_is", { sum }) }, String(sum)));
}

function sentence(table) {
  if (table.question || table.refusal) return null;
  return h("p", { key: "next", class: "next" }, table.paused ? say("paused") : table.next);
}

/** What just happened, newest first; older news fades. */
function last(table) {
  return h("ol", { class: "last", "aria-label": say("just_happened") }, (table.last ?? []).filter((one) => one.kind !== "prompt" && one.kind !== "question").slice(0, 3).map((one, i) =>
    h("li", { key: one.key + one.line + i, class: `mood-${one.mood}` }, one.line)));
}
