// What the page shows of Heckmeck Deluxe beside its dice and scores.
import { at, die, tile, tiles } from "../grill/panel.js";

export default {
  ...tiles,
  emblem: (game) => [at(tile(13, game.box.tiles[13]), 60, 62, 62, -9, 87), at(tile(31, game.box.tiles[31]), 118, 62, 62, 7, 87), at(die("worm", true), 90, 112, 58, -6)],
  pictures: [() => die("1", true), (game) => tile(13, game.box.tiles[13]), (game) => tile(33, game.box.tiles[33])],
};
