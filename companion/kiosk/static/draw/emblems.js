// An emblem for each game, put together from its own pieces by its panel.
import { h } from "../dom.js";

/** A drawing put somewhere in an emblem. */
export function at(drawing, x, y, width, turn = 0, height = width) {
  return h("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, h("svg", { viewBox: drawing.attrs.viewBox, width, height, x: -width / 2, y: -height / 2 }, drawing.children));
}

export function emblem(panel, game) {
  return h("svg", { viewBox: "0 0 180 140", class: "emblem", "aria-hidden": "true" }, (panel.emblem ?? (() => []))(game));
}
