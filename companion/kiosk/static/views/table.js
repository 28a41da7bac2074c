// The table: whose turn, the dice, what the game's panel adds, the players; readable from three metres.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { say } from "../words.js";
import { comeAndGo, deeds, difference, question, refusal, tools, winners } from "./parts.js";
import { aside, coach, pieces, rollByHand, seats, tray, unit } from "./board.js";

export function view(app) {
  const table = app.table;
  if (!table.game) return empty();
  const panel = app.panel();
  if (panel.view) return panel.view(app);
  return [
    h("h1", { class: "unseen" }, table.title),
    h("div", { class: "board" },
      table.winners ? finale(app) : [
        h("section", { key: "turn", class: "panel turn", "aria-labelledby": "whose" }, turn(app), aside(app)),
        h("section", { key: "tray", class: "panel tray", "aria-labelledby": "tray-title" },
          h("h2", { id: "tray-title", class: "label" }, say("tray")), tray(app)),
      ],
      h("section", { class: "says", "aria-label": say("what_next") },
        winners(table), question(app), refusal(app), difference(table), sentence(table), rollByHand(app), deeds(app)),
      panel.pieces && h("section", { class: "panel pieces", "aria-labelledby": "pieces-title" },
        h("h2", { id: "pieces-title", class: "label" }, panel.pieces.title()), pieces(app)),
      h("section", { class: "players", "aria-label": say("players") }, seats(app)),
      h("section", { class: "foot", "aria-label": say("tools") }, last(table), coach(app), tools(app), comeAndGo(app))),
  ];
}

function empty() {
  return h("div", { class: "empty" },
    rooster("sleep"),
    h("h1", null, say("no_match")),
    h("p", null, h("a", { class: "button big", href: "/" }, say("menu_home"))));
}

function turn(app) {
  const table = app.table;
  const sum = app.panel().sum?.(table) ?? table.state.sum ?? 0;
  return h("div", { class: "turn-head" },
    h("h2", { id: "whose", class: "whose" }, table.turn_of[0]),
    h("p", { class: "sum", "aria-label": say("sum_is", { sum }) }, String(sum)));
}

/** When all is over: who has how much, the winners first. */
function finale(app) {
  const table = app.table;
  const best = (name) => Number(table.winners.includes(name)); // equal scores may be told apart by something else
  const ranked = [...table.players].sort((a, b) => best(b) - best(a) || table.scores[b] - table.scores[a]);
  return h("section", { key: "finale", class: "panel finale", "aria-label": say("over") },
    h("ol", { class: "podium" }, ranked.map((name) => h("li", { key: name, class: best(name) ? "won" : "" },
      h("span", null, best(name) ? "★" : ""), h("strong", null, name), h("span", null, String(table.scores[name]), " ", unit(app))))));
}

function sentence(table) {
  if (table.question || table.winners || table.refusal) return null;
  return h("p", { key: "next", class: "next" }, table.paused ? say("paused") : table.next);
}

/** What just happened, newest first; older news fades. */
function last(table) {
  return h("ol", { class: "last", "aria-label": say("just_happened") }, (table.last ?? []).filter((one) => one.kind !== "prompt" && one.kind !== "question").slice(0, table.refusal || table.question || table.winners ? 1 : 3).map((one, i) =>
    h("li", { key: one.key + one.line + i, class: `mood-${one.mood}` }, one.line)));
}
