// The LED matrix on the page: the same lamps as on the table, lit by the same pictures.
import { h } from "./dom.js";
import { say } from "./words.js";

let rows = [];

/** Where the lamps are shown. */
export function lampCase() {
  if (!rows.length) return null;
  const [width, height] = [rows[0].length, rows.length];
  return h("svg", { class: "lamps", id: "lamps", viewBox: `0 0 ${width + 1} ${height + 1}`, width: 16 * width, role: "img", "aria-label": say("try_lamps") },
    h("rect", { width: width + 1, height: height + 1, rx: 0.7, fill: "#17130f" }),
    h("path", { class: "lamps-dark", d: dots((lamp) => lamp !== "#"), stroke: "#33291f", "stroke-width": 0.75, "stroke-linecap": "round" }),
    h("path", { class: "lamps-lit", d: dots((lamp) => lamp === "#"), stroke: "#ff8a3d", "stroke-width": 0.75, "stroke-linecap": "round" }));
}

/** A new picture; painted straight into the page, for it changes thirty times a second while a name passes. */
export function light(picture) {
  rows = picture;
  document.querySelector("#lamps .lamps-dark")?.setAttribute("d", dots((lamp) => lamp !== "#"));
  document.querySelector("#lamps .lamps-lit")?.setAttribute("d", dots((lamp) => lamp === "#"));
}

function dots(wanted) {
  return rows.flatMap((row, y) => [...row].map((lamp, x) => (wanted(lamp) ? `M${x + 1} ${y + 1}h0` : ""))).join("");
}
