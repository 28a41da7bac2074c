// Tiles: ivory, the number above a line, one to four worms below; face down they are blank.
import { h } from "../../dom.js";
import { worm } from "./worm.js";

const PLACES = {
  1: [[20, 78, 1.5]],
  2: [[22, 70, 1.35], [22, 101, 1.35]],
  3: [[6, 69, 1.15], [50, 84, 1.15], [6, 104, 1.15]],
  4: [[5, 70, 1.12], [51, 70, 1.12], [5, 104, 1.12], [51, 104, 1.12]],
};

const drawn = new Map();

/** One tile; worms is how many are printed on it. */
export function tile(number, worms, down = false) {
  const name = `${number} ${worms} ${down}`;
  if (!drawn.has(name)) drawn.set(name, draw(number, worms, down));
  return drawn.get(name);
}

function draw(number, worms, down) {
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: "tile-art", "aria-hidden": "true" },
    h("rect", { x: 2, y: 5, width: 96, height: 134, rx: 12, class: "tile-edge" }),
    h("rect", { x: 2, y: 2, width: 96, height: 133, rx: 12, class: down ? "tile-back" : "tile-front" }),
    down
      ? h("path", { d: "M30 50 L70 90 M70 50 L30 90", class: "tile-cross" })
      : [
          h("text", { x: 50, y: 47, "text-anchor": "middle", "font-size": 46, "font-weight": 800, fill: "#23508e" }, String(number)),
          h("rect", { x: 12, y: 57, width: 76, height: 3.5, rx: 1.7, fill: "#23508e" }),
          (PLACES[worms] ?? []).map(([x, y, scale]) => worm({ x, y, scale })),
        ],
  );
}
