// Chickens and worm tokens of Rooster Run, our own designs: a colour and a pattern tell each apart.
import { h } from "../../dom.js";

export const COLOURS = { red: "#d8483f", yellow: "#e8b42c", blue: "#3f86c9", green: "#4f9d57", pink: "#d46f9c", orange: "#e07b2d", purple: "#8a63b8", brown: "#96663d" };

/** A hen of one colour, in a box of 100 by 100. */
export function chicken(colour, label = "") {
  const paint = COLOURS[colour] ?? "#b7a792";
  return h("svg", { viewBox: "0 0 100 100", class: "chicken", role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" },
    h("path", { d: "M40 82 V94 M40 94 l-6 3 M40 94 l6 3 M56 82 V94 M56 94 l-6 3 M56 94 l6 3", stroke: "#e3a02c", "stroke-width": 3.5, "stroke-linecap": "round", fill: "none" }),
    h("path", { d: "M12 44 C8 70 24 86 48 86 C74 86 84 66 80 44 C78 32 78 26 72 22 C64 18 56 24 54 34 C50 48 26 54 12 44 Z", fill: paint }),
    h("path", { d: "M28 58 C32 74 52 76 60 62 C50 60 40 52 28 58 Z", fill: "#000", "fill-opacity": 0.16 }),
    h("path", { d: "M58 20 q1-9 7-5 q2-8 8-3 q7-3 5 6 q-2 4-6 5 z", fill: "#c9302c" }),
    h("circle", { cx: 68, cy: 31, r: 13, fill: paint }),
    h("path", { d: "M79 27 L94 32 L79 38 Z", fill: "#e3a02c" }),
    h("path", { d: "M77 38 q5 2 3 9 q-6 0-6-6 z", fill: "#c9302c" }),
    h("circle", { cx: 71, cy: 28, r: 4.4, fill: "#fff" }),
    h("circle", { cx: 72, cy: 28, r: 2.2, fill: "#17130f" }),
    h("ellipse", { cx: 64, cy: 38, rx: 3.2, ry: 2, fill: "#fff", "fill-opacity": 0.35 }));
}

const PATTERNS = [
  () => [],
  (c) => h("path", { d: "M18 34 l3 9 M30 38 l-2 9 M42 30 l5 8", stroke: "#fff", "stroke-width": 4, "stroke-linecap": "round" }),
  () => [[20, 37], [32, 42], [44, 34]].map(([x, y]) => h("circle", { cx: x, cy: y, r: 3.6, fill: "#fff" })),
  () => h("path", { d: "M13 36 Q22 24 29 37 T46 33", fill: "none", stroke: "#fff", "stroke-width": 3, "stroke-dasharray": "4 5" }),
  () => h("path", { d: "M13 36 Q22 24 29 37 T46 33", fill: "none", stroke: "#17130f", "stroke-width": 3.5, "stroke-opacity": 0.55 }),
  () => [[20, 37], [32, 42], [44, 34]].map(([x, y]) => h("rect", { x: x - 3.4, y: y - 3.4, width: 6.8, height: 6.8, fill: "#17130f", "fill-opacity": 0.6, transform: `rotate(45 ${x} ${y})` })),
  () => h("path", { d: "M17 30 l8 14 M25 44 l8 -6 M40 26 l8 12", stroke: "#17130f", "stroke-opacity": 0.6, "stroke-width": 4, "stroke-linecap": "round" }),
  () => [[16, 38], [24, 33], [32, 42], [40, 38], [47, 30]].map(([x, y]) => h("circle", { cx: x, cy: y, r: 2.4, fill: "#17130f", "fill-opacity": 0.7 })),
];

/** A round token: a worm of one colour and pattern, blank, or its back. */
export function token({ colour, pattern = 0, blank = false, back = false }, label = "") {
  const paint = COLOURS[colour] ?? "#b7a792";
  return h("svg", { viewBox: "0 0 64 64", class: "token", role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" },
    h("circle", { cx: 32, cy: 33.5, r: 30, fill: "#b59a6c" }),
    h("circle", { cx: 32, cy: 31.5, r: 30, fill: back ? "#7c5f3d" : "#f6ead2" }),
    back && h("path", { d: "M18 32 a14 14 0 0 1 28 0 M24 32 a8 8 0 0 1 16 0", fill: "none", stroke: "#b59a6c", "stroke-width": 3, "stroke-linecap": "round" }),
    !blank && !back && [
      h("path", { d: "M13 36 Q22 24 29 37 T46 33 Q52 30 51 22", fill: "none", stroke: paint, "stroke-width": 13, "stroke-linecap": "round" }),
      PATTERNS[pattern % PATTERNS.length](),
      h("circle", { cx: 50, cy: 19, r: 3, fill: "#fff" }),
      h("circle", { cx: 50.8, cy: 19, r: 1.6, fill: "#17130f" }),
    ]);
}

/** A heart, whole or broken. */
export const heart = (broken) => h("svg", { viewBox: "0 0 32 32", class: "heart", "aria-hidden": "true" },
  h("path", { d: "M16 28 C4 19 3 11 7 7 C11 3 15 6 16 9 C17 6 21 3 25 7 C29 11 28 19 16 28 Z", fill: "currentColor" }),
  broken && h("path", { d: "M17 7 l-4 6 6 3 -4 5 2 5", fill: "none", stroke: "var(--ground)", "stroke-width": 2.4, "stroke-linejoin": "round" }));
