// What the page shows of Ten Thousand beside its dice and scores: an emblem and three dice that count.
import { at } from "../../draw/emblems.js";
import { die } from "../../draw/dice.js";

export default {
  emblem: () => [at(die("1"), 56, 56, 54, -12), at(die("1"), 118, 54, 54, 8), at(die("1"), 88, 102, 58, -4)],
  pictures: [() => die("1"), () => die("5"), () => die("2")],
};
