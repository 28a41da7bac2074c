// A face for everybody: an animal of the farm that a name always has, and one of tin for robots.
import { h } from "../dom.js";

const DARK = "#2a211a";
const eyes = (y = 52, apart = 13) => [-1, 1].map((side) => h("circle", { cx: 50 + side * apart, cy: y, r: 4.6, fill: DARK }));
const ear = (d, fill) => [h("path", { d, fill }), h("path", { d, fill, transform: "translate(100 0) scale(-1 1)" })];
const head = (fill, rx = 29, ry = 27, cy = 55) => h("ellipse", { cx: 50, cy, rx, ry, fill });
const mouth = (y = 68, wide = 7) => h("path", { d: `M${50 - wide} ${y} q${wide} ${wide} ${2 * wide} 0`, fill: "none", stroke: DARK, "stroke-width": 3, "stroke-linecap": "round" });

const ANIMALS = [
  () => [h("path", { d: "M40 32 q-4 -14 6 -10 q4 -10 8 0 q10 -4 6 10 z", fill: "#d64545" }), head("#fff6e3"), eyes(50), h("path", { d: "M42 60 h16 l-8 12 z", fill: "#e3a02c" })],
  () => [ear("M26 44 L22 20 L44 32 Z", "#e79aa8"), head("#f4b6c2"), eyes(48), h("ellipse", { cx: 50, cy: 64, rx: 13, ry: 9.5, fill: "#e07f92" }), h("circle", { cx: 45, cy: 64, r: 2.6, fill: DARK }), h("circle", { cx: 55, cy: 64, r: 2.6, fill: DARK })],
  () => [ear("M24 46 C8 40 8 54 24 58 Z", "#b98a5e"), head("#fffaf0"), h("path", { d: "M50 29 C72 26 82 44 76 60 C64 56 60 44 50 29 Z", fill: "#6b4a33" }), h("ellipse", { cx: 50, cy: 71, rx: 18, ry: 11, fill: "#eebfb0" }), eyes(52)],
  () => [ear("M24 50 L24 18 L46 34 Z", "#8d8d99"), head("#a9a9b5"), eyes(52), h("path", { d: "M46 62 h8 l-4 5 z", fill: "#e07f92" }), mouth(69, 5), h("path", { d: "M20 60 h12 M20 68 l12 -2 M80 60 h-12 M80 68 l-12 -2", stroke: DARK, "stroke-width": 2 })],
  () => [ear("M28 34 C10 34 12 66 24 70 C30 60 30 46 34 38 Z", "#8a5a35"), head("#c98f5a"), h("ellipse", { cx: 50, cy: 67, rx: 15, ry: 12, fill: "#f3dfc4" }), eyes(49), h("ellipse", { cx: 50, cy: 61, rx: 6, ry: 4.5, fill: DARK }), mouth(69, 5)],
  () => [h("path", { d: "M50 22 c-10 -6 -20 2 -20 8 c-10 2 -12 14 -6 20 c-6 8 0 18 8 18 c4 10 14 12 18 10 c4 2 14 0 18 -10 c8 0 14 -10 8 -18 c6 -6 4 -18 -6 -20 c0 -6 -10 -14 -20 -8 z", fill: "#fffaf0" }), head("#4c4038", 18, 21, 58), [-1, 1].map((side) => h("circle", { cx: 50 + side * 8, cy: 53, r: 4, fill: "#fff" })), [-1, 1].map((side) => h("circle", { cx: 50 + side * 8, cy: 53, r: 2, fill: DARK }))],
  () => [ear("M22 46 L20 18 L46 34 Z", "#d9722e"), head("#e98a45"), h("path", { d: "M22 58 C34 56 44 66 50 80 C56 66 66 56 78 58 C76 74 64 82 50 82 C36 82 24 74 22 58 Z", fill: "#fff6e3" }), eyes(51), h("circle", { cx: 50, cy: 76, r: 5, fill: DARK })],
  () => [h("circle", { cx: 33, cy: 32, r: 12, fill: "#7fb069" }), h("circle", { cx: 67, cy: 32, r: 12, fill: "#7fb069" }), head("#7fb069", 32, 25, 58), [-1, 1].map((side) => h("circle", { cx: 50 + side * 17, cy: 32, r: 7, fill: "#fff" })), eyes(32, 17), mouth(64, 14)],
  () => [h("circle", { cx: 27, cy: 34, r: 15, fill: "#9c8a7a" }), h("circle", { cx: 73, cy: 34, r: 15, fill: "#9c8a7a" }), h("circle", { cx: 27, cy: 34, r: 8, fill: "#e9b9b0" }), h("circle", { cx: 73, cy: 34, r: 8, fill: "#e9b9b0" }), head("#b5a392", 25, 25), eyes(54, 10), h("circle", { cx: 50, cy: 67, r: 4.5, fill: "#e07f92" })],
  () => [ear("M28 30 L22 14 L42 26 Z", "#7a5c3e"), head("#93714d", 30, 30), h("circle", { cx: 38, cy: 48, r: 12, fill: "#fff6e3" }), h("circle", { cx: 62, cy: 48, r: 12, fill: "#fff6e3" }), eyes(48, 12), h("path", { d: "M45 58 h10 l-5 10 z", fill: "#e3a02c" })],
];

const robot = () => [
  h("path", { d: "M50 30 V16", stroke: "#5c6c7c", "stroke-width": 5 }), h("circle", { cx: 50, cy: 14, r: 6, fill: "#d64545" }),
  h("rect", { x: 22, y: 30, width: 56, height: 48, rx: 10, fill: "#aab8c6" }), h("rect", { x: 30, y: 40, width: 40, height: 17, rx: 8, fill: DARK }),
  [-1, 1].map((side) => h("circle", { cx: 50 + side * 10, cy: 48.5, r: 5, fill: "#8ccf7e" })),
  h("path", { d: "M36 67 h28 M43 63 v8 M50 63 v8 M57 63 v8", stroke: DARK, "stroke-width": 2.5 }),
];

/** The same animal for the same name, on every page and every evening. */
export function avatar(name, isRobot = false) {
  let mixed = 7;
  for (const letter of name) mixed = (mixed * 25 + letter.codePointAt(0)) % 9973;
  return h("svg", { viewBox: "0 0 100 100", class: "avatar", "aria-hidden": "true" },
    h("circle", { cx: 50, cy: 50, r: 50, class: "avatar-ground" }),
    isRobot ? robot() : ANIMALS[mixed % ANIMALS.length]());
}
