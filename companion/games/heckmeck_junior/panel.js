// What the page shows of Heckmeck Junior beside its dice and scores: delicacies on the dice, the grill.
import { h } from "../../dom.js";
import { art } from "../../draw/dice.js";
import { at, die, tile, tiles } from "../grill/panel.js";

Object.assign(art, {
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
});

export default {
  ...tiles,
  emblem: () => [at(die("bun"), 56, 52, 56, -12), at(die("cheese"), 120, 46, 50, 10), at(die("cucumber"), 60, 112, 46, 8), at(die("worm"), 120, 108, 56, -8)],
  pictures: [() => die("bun"), (game) => tile(6, game.box.tiles[6]), () => die("ketchup")],
};
