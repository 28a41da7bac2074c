// The winner's screen: a feast, and where to go from it; nothing here can spoil it.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { shareResult } from "../share.js";
import { say } from "../words.js";
import { seatClass, seats, unit } from "./board.js";
import { question, refusal } from "./parts.js";

const SPARKS = 36;
const COLOURS = ["var(--ember)", "var(--rose)", "var(--grass)", "var(--steel)"];

/** Who has won, what was won, everybody's place. */
export function feast(app, { still = false } = {}) {
  const { table } = app;
  const best = table.winners;
  const ranked = [...table.players].sort((a, b) => best.includes(b) - best.includes(a) || table.scores[b] - table.scores[a]);
  const treasure = app.panel().treasure?.(table, best[0], app.games.find((game) => game.name === table.game));
  return h("div", { class: "feast" },
    sparks(),
    h("section", { class: "winners", "aria-label": say("over") },
      h("h2", { class: "feast-who" }, say(best.length > 1 ? "winners_are" : "winner_is", { names: best.join(" & ") })),
      rooster("flap"),
      treasure && h("div", { class: "treasure" }, treasure),
      h("ol", { class: "podium" }, ranked.map((name, i) => h("li", { key: name, class: `${seatClass(table, name)} ${best.includes(name) ? "won" : ""}` },
        h("span", { class: "place" }, best.includes(name) ? "★" : `${i + 1}.`), h("strong", null, name), h("span", null, String(table.scores[name]), " ", unit(app)))))),
    h("div", { class: "says" }, question(app), refusal(app)),
    h("section", { class: "players", "aria-label": say("players") }, seats(app)),
    !still && !table.question && h("p", { class: "row feast-on" },
      h("a", { class: "button big", href: "/" }, say("again")),
      table.match && h("a", { class: "button plain", href: `/history/${table.match}` }, say("how_it_went")),
      table.match && h("button", { class: "plain", onclick: () => shareResult(app, table.match) }, say("share_result"))));
}

/** Sparks over the barbecue, each in its own place and the same each time. */
function sparks() {
  const at = (i, step, most) => (i * step) % most;
  return h("svg", { class: "sparks", viewBox: "0 0 160 90", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    Array.from({ length: SPARKS }, (_, i) => h("circle", { cx: at(i, 61.8, 160), cy: at(i, 38.2, 90), r: 0.25 + at(i, 0.37, 0.7), style: { fill: COLOURS[i % COLOURS.length], "animation-delay": `${-at(i, 0.7, 4)}s` } })));
}
