// The worm: one stroke with a face.
import { h } from "../../dom.js";

/** A worm lying in a box of 40 by 24, its head to the right. */
export function worm({ x = 0, y = 0, scale = 1, colour = "#c8385a" } = {}) {
  return h(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    h("path", {
      d: "M4 17 C8 9 13 9 16 15 S24 21 28 12 Q30 7 34 7",
      fill: "none",
      stroke: colour,
      "stroke-width": 7,
      "stroke-linecap": "round",
    }),
    h("path", { d: "M9.5 9.5 l2 5.5 M20.5 15 l-1 5.5", stroke: "#fff", "stroke-opacity": 0.45, "stroke-width": 1.6, "stroke-linecap": "round" }),
    h("circle", { cx: 33.2, cy: 5.8, r: 1.9, fill: "#fff" }),
    h("circle", { cx: 33.8, cy: 5.9, r: 1, fill: "#17130f" }),
    h("path", { d: "M33.5 9.2 q1.5 .6 2.5 -.6", fill: "none", stroke: "#17130f", "stroke-width": 0.9, "stroke-linecap": "round" }),
  );
}

/** The worm as a picture of its own, beside a number. */
export const wormIcon = h("svg", { viewBox: "0 0 40 24", class: "worm-icon", "aria-hidden": "true" }, worm({ colour: "currentColor" }));
