// The table: whose turn, the dice, the grill, the players; readable from three metres.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { wormIcon } from "../draw/worm.js";
import { say } from "../words.js";
import { hunt } from "./hunt.js";
import { comeAndGo, deeds, difference, question, refusal, tools, winners } from "./parts.js";
import { aside, coach, grill, rollByHand, seats, tray } from "./board.js";

export function view(app) {
  const table = app.table;
  if (!table.game) return empty();
  if (table.game === "rooster-run") return hunt(app);
  return [
    h("h1", { class: "unseen" }, table.title),
    h("div", { class: "board" },
      table.winners ? finale(table) : [
        h("section", { key: "turn", class: "panel turn", "aria-labelledby": "whose" }, turn(app), aside(app)),
        h("section", { key: "tray", class: "panel tray", "aria-labelledby": "tray-title" },
          h("h2", { id: "tray-title", class: "label" }, say("tray")), tray(app)),
      ],
      h("section", { class: "says", "aria-label": say("what_next") },
        winners(table), question(app), refusal(app), difference(table), sentence(table), rollByHand(app), deeds(app)),
      h("section", { class: "panel grill", "aria-labelledby": "grill-title" },
        h("h2", { id: "grill-title", class: "label" }, say("grill")), grill(table, app.games)),
      h("section", { class: "players", "aria-label": say("players") }, seats(table, app.games)),
      h("section", { class: "foot", "aria-label": say("tools") }, last(table), coach(app), tools(app), comeAndGo(app))),
  ];
}

function empty() {
  return h("div", { class: "empty" },
    rooster("sleep"),
    h("h1", null, say("no_match")),
    h("p", null, h("a", { class: "button big", href: "/" }, say("menu_home"))));
}

function turn({ table }) {
  const state = table.state;
  const begun = Object.keys(state.kept ?? {}).length > 0; // until then the book still tells of the turn before
  const sum = begun ? state.result ?? state.sum ?? 0 : 0;
  return h("div", { class: "turn-head" },
    h("h2", { id: "whose", class: "whose" }, table.turn_of[0]),
    h("p", { class: "sum", "aria-label": say("sum_is", { sum }) }, String(sum)));
}

/** When all is over: who has how much, the winners first. */
function finale(table) {
  const best = (name) => Number(table.winners.includes(name)); // equal worms may be told apart by the highest tile
  const ranked = [...table.players].sort((a, b) => best(b) - best(a) || table.scores[b] - table.scores[a]);
  return h("section", { key: "finale", class: "panel finale", "aria-label": say("over") },
    h("ol", { class: "podium" }, ranked.map((name) => h("li", { key: name, class: best(name) ? "won" : "" },
      h("span", null, best(name) ? "★" : ""), h("strong", null, name), h("span", null, String(table.scores[name]), " ", wormIcon)))));
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
