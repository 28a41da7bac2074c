// Dice: white wood with blue pips and a red worm; Junior's delicacies; the golden die.
import { h } from "../dom.js";
import { worm } from "./worm.js";

const BLUE = "#23508e";
const SPOTS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

const DELICACIES = {
  bun: () => [
    h("path", { d: "M16 52 Q16 24 50 24 Q84 24 84 52 Z", fill: "#d9963f" }),
    h("path", { d: "M14 56 H86 V60 Q70 68 58 61 Q46 68 34 61 Q22 68 14 60 Z", fill: "#5d9b3f" }),
    h("path", { d: "M16 66 H84 Q84 80 70 80 H30 Q16 80 16 66 Z", fill: "#c07f2e" }),
    [[34, 38], [50, 33], [66, 39], [43, 45], [59, 46]].map(([x, y]) => h("ellipse", { cx: x, cy: y, rx: 3, ry: 2, fill: "#fbe8c3" })),
  ],
  cucumber: () => [
    h("circle", { cx: 50, cy: 50, r: 32, fill: "#3c7d35" }),
    h("circle", { cx: 50, cy: 50, r: 26, fill: "#cfe8a9" }),
    [0, 60, 120, 180, 240, 300].map((turn) =>
      h("ellipse", { cx: 50, cy: 35, rx: 3.4, ry: 6.5, fill: "#8fbf66", transform: `rotate(${turn} 50 50)` }),
    ),
  ],
  cheese: () => [
    h("path", { d: "M14 66 L78 26 Q88 36 86 50 L86 50 L14 66 Z", fill: "#ffd75e" }),
    h("path", { d: "M14 66 L86 50 V72 Q86 76 82 76 H18 Q14 76 14 72 Z", fill: "#f2b632" }),
    h("circle", { cx: 36, cy: 69, r: 4.5, fill: "#d6931c" }),
    h("circle", { cx: 64, cy: 64, r: 5.5, fill: "#d6931c" }),
    h("circle", { cx: 62, cy: 46, r: 4, fill: "#f2b632" }),
  ],
  ketchup: () => [
    h("path", { d: "M46 12 H54 L57 28 H43 Z", fill: "#f3f0e6", stroke: "#a8201a", "stroke-width": 2 }),
    h("path", { d: "M40 28 H60 Q70 34 70 46 V80 Q70 88 62 88 H38 Q30 88 30 80 V46 Q30 34 40 28 Z", fill: "#d1332b" }),
    h("path", { d: "M36 54 H64 V74 H36 Z", fill: "#fff4e0" }),
    h("circle", { cx: 50, cy: 64, r: 7, fill: "#d1332b" }),
    h("path", { d: "M46 57 Q50 52 54 57", stroke: "#3c7d35", "stroke-width": 3, fill: "none" }),
  ],
};

function art(face) {
  if (face === "worm") return worm({ x: 12, y: 27, scale: 1.9 });
  if (SPOTS[face]) return SPOTS[face].map(([x, y]) => h("circle", { cx: x, cy: y, r: 9.5, fill: BLUE }));
  if (DELICACIES[face]) return DELICACIES[face]();
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
    art(face),
  );
}
