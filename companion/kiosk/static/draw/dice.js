// Dice: white wood with blue pips, or with what a game's panel draws on them; the golden die.
import { h } from "../dom.js";

const BLUE = "#23508e";
const SPOTS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

/** The faces that are no pips, each as a game's panel draws it in a box of 100 by 100. */
export const art = {};

function shown(face) {
  if (art[face]) return art[face]();
  if (SPOTS[face]) return SPOTS[face].map(([x, y]) => h("circle", { cx: x, cy: y, r: 9.5, fill: BLUE }));
  return h("text", { x: 50, y: 68, "text-anchor": "middle", "font-size": 52, fill: "#6b5a48", "font-weight": 700 }, face === null ? "?" : String(face)[0]);
}

const drawn = new Map();

/** One die from above; the same die is drawn once and reused. */
export function die(face, golden = false) {
  const name = `${face} ${golden}`;
  if (!drawn.has(name)) drawn.set(name, draw(face, golden));
  return drawn.get(name);
}

function draw(face, golden) {
  const [wood, edge, shine] = golden ? ["#f3cf63", "#c99a24", "#ffe9a3"] : ["#fdf8ec", "#d8cab0", "#ffffff"];
  return h(
    "svg",
    { viewBox: "0 0 100 100", class: "die-art", "aria-hidden": "true" },
    h("rect", { x: 3, y: 5, width: 94, height: 94, rx: 20, fill: edge }),
    h("rect", { x: 3, y: 2, width: 94, height: 93, rx: 20, fill: wood }),
    h("path", { d: "M22 6 H78 Q92 6 93 20", fill: "none", stroke: shine, "stroke-width": 3, "stroke-linecap": "round", opacity: 0.9 }),
    shown(face),
  );
}
