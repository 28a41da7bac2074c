// A chart of points over the deeds of a match: colour, dash and a name at the end tell lines apart.
import { h } from "../dom.js";

const DASHES = ["", "10 6", "2 6", "14 5 3 5", "6 4", "18 6", "4 4 12 4"];
const [WIDE, NARROW, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [960, 430, 320, 44, 110, 22, 64];
const narrow = matchMedia("(max-width: 640px), (min-width: 1001px) and (max-width: 1500px)"); // where the wide chart's letters would be too small to read

export function chart(match, at, go) {
  const { steps, players } = match;
  const width = narrow.matches ? NARROW : WIDE;
  const most = Math.max(4, ...steps.flatMap((step) => Object.values(step.scores)));
  const x = (i) => LEFT + (i / Math.max(1, steps.length - 1)) * (width - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const lines = players.map((name, i) => ({ name, i, last: steps.at(-1).scores[name] ?? 0 }));
  const ends = spread(lines.map((one) => y(one.last)));
  const every = Math.max(1, Math.ceil(most / 5));
  return h("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "img", "aria-label": lines.map((one) => `${one.name}: ${one.last}`).join(", "),
    onclick: (event) => { const box = event.currentTarget.getBoundingClientRect(); go(Math.round((((event.clientX - box.left) / box.width) * width - LEFT) / (width - LEFT - RIGHT) * (steps.length - 1))); } },
    Array.from({ length: Math.floor(most / every) + 1 }, (_, i) => i * every).map((value) => [
      h("line", { x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value), class: "chart-grid" }),
      h("text", { x: LEFT - 10, y: y(value) + 5, "text-anchor": "end", class: "chart-text" }, String(value)),
    ]),
    swings(match, x),
    h("line", { x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM, class: "chart-now" }),
    lines.map(({ name, i, last }) => h("g", { key: name, class: `chart-line seat-${(i % 7) + 1}` },
      h("path", { d: path(steps, name, x, y), "stroke-dasharray": DASHES[i % DASHES.length], fill: "none" }),
      h("text", { x: width - RIGHT + 10, y: ends[i] + 5, class: "chart-name" }, `${name} ${last}`))));
}

/** Below the lines what each roll gave or took, and on them where it was luckiest and where a choice cost most. */
function swings({ weighed }, x) {
  if (!weighed) return null;
  const most = Math.max(0.1, ...weighed.plies.map((one) => Math.abs(one.luck)));
  const middle = HEIGHT - BOTTOM / 2 + 4;
  const sign = (one, text, kind) => one && h("text", { x: x(one.step), y: TOP - 4, class: `chart-sign ${kind}`, "text-anchor": "middle" }, text);
  return h("g", { "aria-hidden": "true" },
    weighed.plies.map((one) => one.luck !== 0 && h("line", { key: one.step, x1: x(one.step), x2: x(one.step), y1: middle, y2: middle - (one.luck / most) * (BOTTOM / 2 - 5), class: one.luck > 0 ? "chart-luck" : "chart-bad-luck" })),
    sign(weighed.luckiest, "★", "chart-luckiest"),
    sign(weighed.worst, "✕", "chart-worst"));
}

/** One player's points from step to step. */
export function path(steps, name, x, y) {
  let d = "";
  let before = null;
  steps.forEach((step, i) => {
    const value = step.scores[name] ?? 0;
    if (before === null) d = `M${x(i)} ${y(value)}`;
    else if (value !== before) d += `H${x(i).toFixed(1)}V${y(value).toFixed(1)}`;
    before = value;
  });
  return `${d}H${x(steps.length - 1)}`;
}

/** Keep names at the line ends from lying on each other. */
function spread(places, apart = 20) {
  const order = places.map((place, i) => [place, i]).sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < order.length; i++) order[i][0] = Math.max(order[i][0], order[i - 1][0] + apart);
  const over = order.length ? order.at(-1)[0] - (HEIGHT - BOTTOM + 6) : 0;
  const result = [];
  for (const [place, i] of order) result[i] = over > 0 ? place - over : place;
  return result;
}
