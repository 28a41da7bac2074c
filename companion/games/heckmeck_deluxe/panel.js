// What the page shows of Heckmeck Deluxe beside its dice and scores.
import { at, die, tile, tiles } from "../grill/panel.js";

export default {
  ...tiles,
  emblem: () => [at(tile(13, 1), 60, 62, 62, -9, 87), at(tile(31, 3), 118, 62, 62, 7, 87), at(die("worm", true), 90, 112, 58, -6)],
  pictures: [() => die("1", true), () => tile(13, 1), () => tile(33, 4)],
};
