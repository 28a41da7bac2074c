// Deluxe's specialists, each a small round badge.
import { h } from "../../dom.js";
import { worm } from "./worm.js";

const ART = {
  hen: ["#b5651d", [h("circle", { cx: 32, cy: 36, r: 16, fill: "#fff4e0" }), h("path", { d: "M26 22 q3-8 6-2 q4-7 6 2 z", fill: "#e5484d" }), h("path", { d: "M46 34 l10 4 -10 4 z", fill: "#e3a02c" }), h("circle", { cx: 38, cy: 33, r: 2.5, fill: "#17130f" })]],
  raven: ["#3c4658", [h("path", { d: "M14 42 C18 24 34 20 44 28 L58 32 L44 38 C42 48 28 52 14 42 Z", fill: "#17130f" }), h("circle", { cx: 42, cy: 30, r: 2.6, fill: "#fff" })]],
  weasel: ["#8a4f2a", [h("path", { d: "M12 46 C20 28 34 44 40 26 C42 18 54 18 54 28 C54 36 46 34 44 42 C42 52 24 54 12 46 Z", fill: "#e8b98a" }), h("circle", { cx: 48, cy: 25, r: 2.4, fill: "#17130f" })]],
  canned: ["#4c6072", [h("rect", { x: 16, y: 18, width: 32, height: 30, rx: 3, fill: "#d5dde4" }), h("ellipse", { cx: 32, cy: 18, rx: 16, ry: 5, fill: "#f2f5f7" }), worm({ x: 16, y: 24, scale: 0.8 })]],
  golden: ["#8a6512", [h("rect", { x: 17, y: 17, width: 30, height: 30, rx: 7, fill: "#f3cf63" }), h("circle", { cx: 32, cy: 32, r: 5, fill: "#7a5a10" })]],
  apple: ["#2c6e25", [h("path", { d: "M32 24 C22 16 12 26 16 38 C19 50 28 52 32 48 C36 52 45 50 48 38 C52 26 42 16 32 24 Z", fill: "#e5484d" }), h("path", { d: "M32 24 q0-8 6-10", stroke: "#5b3a1e", "stroke-width": 3, fill: "none" })]],
};

export const SPECIALISTS = Object.keys(ART);

export function specialist(name, label) {
  const [ground, art] = ART[name] ?? ["#4c6072", []];
  return h("svg", { viewBox: "0 0 64 64", class: "specialist", role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" },
    h("circle", { cx: 32, cy: 32, r: 31, fill: ground }), art);
}
