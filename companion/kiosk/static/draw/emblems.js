// An emblem for each game, put together from its own pieces.
import { h } from "../dom.js";
import { chicken } from "./chickens.js";
import { die } from "./dice.js";
import { tile } from "./tiles.js";

function at(drawing, x, y, width, turn = 0, height = width) {
  return h("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, h("svg", { viewBox: drawing.attrs.viewBox, width, height, x: -width / 2, y: -height / 2 }, drawing.children));
}

const EMBLEMS = {
  heckmeck: () => [at(tile(24, 1), 62, 62, 64, -10, 90), at(tile(36, 4), 116, 58, 64, 8, 90), at(die("5"), 60, 108, 46, -12), at(die("worm"), 120, 112, 52, 14)],
  "heckmeck-junior": () => [at(die("bun"), 56, 52, 56, -12), at(die("cheese"), 120, 46, 50, 10), at(die("cucumber"), 60, 112, 46, 8), at(die("worm"), 120, 108, 56, -8)],
  "heckmeck-deluxe": () => [at(tile(13, 1), 60, 62, 62, -9, 87), at(tile(31, 3), 118, 62, 62, 7, 87), at(die("worm", true), 90, 112, 58, -6)],
  "rooster-run": () => [at(chicken("yellow"), 64, 76, 96, -6), at(chicken("blue"), 122, 84, 84, 8)],
};

export function emblem(game) {
  return h("svg", { viewBox: "0 0 180 140", class: "emblem", "aria-hidden": "true" }, (EMBLEMS[game] ?? (() => []))());
}
