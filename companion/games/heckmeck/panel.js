// What the page shows of Heckmeck beside its dice and scores.
import { at, die, tile, tiles } from "../grill/panel.js";

export default {
  ...tiles,
  emblem: (game) => [at(tile(24, game.box.tiles[24]), 62, 62, 64, -10, 90), at(tile(36, game.box.tiles[36]), 116, 58, 64, 8, 90), at(die("5"), 60, 108, 46, -12), at(die("worm"), 120, 112, 52, 14)],
  pictures: [() => die("worm"), (game) => tile(25, game.box.tiles[25]), (game) => tile(36, game.box.tiles[36], true)],
  // A turn played by nobody, for whoever passes by.
  turn: [
    { tray: ["worm", "worm", "5", "4", "4", "3", "2", "1"], aside: [], sum: 0 },
    { tray: ["5", "4", "4", "3", "2", "1"], aside: ["worm", "worm"], sum: 10 },
    { tray: ["5", "5", "5", "3", "2", "1"], aside: ["worm", "worm"], sum: 10 },
    { tray: ["3", "2", "1"], aside: ["worm", "worm", "5", "5", "5"], sum: 25 },
  ],
};
