// The result of a match as one picture to send around: who won, everybody's points, how it went.
import { h } from "../dom.js";
import { say } from "../words.js";
import { path } from "./chart.js";
import { rooster } from "./rooster.js";

// A picture that leaves the page takes no style sheet along: colours and letters are its own.
const [GROUND, SURFACE, LINE, INK, QUIET, EMBER] = ["#17130f", "#241d17", "#4a3d31", "#f7eedd", "#c9b8a0", "#ff8a3d"];
export const SEATS = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#4d7fd6"];
const LETTERS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
const EDGE = 72;
export const [WIDTH, HEIGHT] = [1080, 1350];

export function card(match, when) {
  const best = match.winners ?? [];
  const ranked = [...match.players].sort((a, b) => best.includes(b) - best.includes(a) || match.scores[b] - match.scores[a]);
  const row = Math.min(96, 480 / ranked.length);
  const chartTop = 400 + ranked.length * row + 40;
  const marks = told(match);
  const headline = best.length ? say(best.length > 1 ? "winners_are" : "winner_is", { names: best.join(" & ") }) : say("unfinished");
  return h("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "font-family": LETTERS, role: "img", "aria-label": headline },
    h("rect", { width: WIDTH, height: HEIGHT, fill: GROUND }),
    h("svg", { x: WIDTH - EDGE - 210, y: 44, width: 210, height: 210, viewBox: "0 0 200 200" }, rooster("stand").children),
    words(match.title, EDGE, 130, 50, { fill: INK, "font-weight": 700 }, 650),
    words(when, EDGE, 182, 30, { fill: QUIET }, 650),
    words(headline, EDGE, 340, 84, { fill: EMBER, "font-weight": 800 }),
    ranked.map((name, i) => place(match, name, best.includes(name) ? "★" : `${i + 1}.`, 400 + i * row, row)),
    curve(match, chartTop, HEIGHT - 130 - marks.length * 44 - chartTop),
    marks.map((line, i) => words(line, EDGE, HEIGHT - 84 - (marks.length - i) * 44 + 20, 28, { fill: QUIET })),
    words("Cockadoodle", WIDTH - EDGE, HEIGHT - 40, 28, { fill: EMBER, "font-weight": 700, "text-anchor": "end" }));
}

/** One player: place, name, points as a bar and as a number. */
function place(match, name, sign, top, row) {
  const most = Math.max(1, ...Object.values(match.scores));
  const [score, size] = [match.scores[name] ?? 0, Math.min(44, row * 0.5)];
  const middle = top + row / 2 + size * 0.36;
  return h("g", null,
    h("rect", { x: EDGE, y: top + 4, width: WIDTH - 2 * EDGE, height: row - 8, rx: 12, fill: SURFACE }),
    h("rect", { x: EDGE, y: top + 4, width: Math.max(12, (Math.max(0, score) / most) * (WIDTH - 2 * EDGE)), height: row - 8, rx: 12, fill: SEATS[match.players.indexOf(name) % SEATS.length], opacity: 0.34 }),
    words(sign, EDGE + 24, middle, size, { fill: EMBER, "font-weight": 800 }),
    words(name, EDGE + 104, middle, size, { fill: INK, "font-weight": 600 }, 600),
    words(String(score), WIDTH - EDGE - 24, middle, size, { fill: INK, "font-weight": 800, "text-anchor": "end" }));
}

/** Everybody's points from deed to deed. */
function curve({ steps, players }, top, height) {
  const most = Math.max(1, ...steps.flatMap((step) => Object.values(step.scores)));
  const x = (i) => EDGE + (i / Math.max(1, steps.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value) => top + height - (value / most) * height;
  return h("g", null,
    h("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0), stroke: LINE, "stroke-width": 3 }),
    players.map((name, i) => h("path", { d: path(steps, name, x, y), fill: "none", stroke: SEATS[i % SEATS.length], "stroke-width": 6, "stroke-linejoin": "round" })));
}

function told({ weighed }) {
  if (!weighed) return [];
  return [["luckiest", "luck"], ["worst", "given_up"]].filter(([one]) => weighed[one])
    .map(([one, much]) => say(`luck_${one}`, { name: weighed[one].player, much: weighed[one][much].toFixed(1) }));
}

const ruler = document.createElement("canvas").getContext("2d");

/** A line of text, smaller where it would be too long. */
function words(text, x, y, size, attrs, most = WIDTH - 2 * EDGE) {
  ruler.font = `${attrs["font-weight"] ?? 400} ${size}px ${LETTERS}`;
  const fitting = size * Math.min(1, most / ruler.measureText(text).width);
  return h("text", { x, y, "font-size": fitting.toFixed(1), ...attrs }, text);
}
