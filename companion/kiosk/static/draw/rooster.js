// The rooster: few curves; it stands, looks, tilts its head, flaps or sleeps.
import { h } from "../dom.js";

const COMB = "#e5484d";
const BODY = "#f7eedd";
const WING = "#e7c9a0";
const TAIL = ["#2f6f8f", "#3f8f6b", "#d9963f"];

/** mood: "stand", "look", "tilt", "flap" or "sleep". */
export function rooster(mood = "stand", label = "") {
  const asleep = mood === "sleep";
  return h(
    "svg",
    { viewBox: "0 0 200 200", class: `rooster rooster-${mood}`, role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" },
    h("g", { class: "rooster-tail" },
      h("path", { d: "M62 118 C20 112 10 70 30 46 C34 78 50 92 74 100 Z", fill: TAIL[0] }),
      h("path", { d: "M64 112 C34 98 34 56 54 38 C54 68 64 84 82 96 Z", fill: TAIL[1] }),
      h("path", { d: "M70 106 C52 90 58 56 76 44 C74 68 80 82 90 94 Z", fill: TAIL[2] })),
    h("g", { class: "rooster-legs", stroke: "#e3a02c", "stroke-width": 6, "stroke-linecap": "round", fill: "none" },
      h("path", { d: "M92 160 V184 M92 184 l-12 6 M92 184 l12 6" }),
      h("path", { d: "M116 160 V184 M116 184 l-12 6 M116 184 l12 6" })),
    h("path", { d: "M58 112 C60 150 84 170 108 168 C140 166 150 136 146 108 C143 86 146 76 142 62 C132 48 114 56 112 76 C108 98 84 104 58 112 Z", fill: BODY }),
    h("g", { class: "rooster-wing" }, h("path", { d: "M78 116 C82 146 108 152 124 138 C120 134 126 130 122 126 C126 122 120 116 112 114 C100 110 88 110 78 116 Z", fill: WING })),
    h("g", { class: "rooster-head" },
      h("path", { d: "M112 50 C104 38 112 26 121 33 C121 20 134 18 136 29 C145 22 154 32 146 44 L142 52 Z", fill: COMB }),
      h("circle", { cx: 129, cy: 62, r: 22, fill: BODY }),
      h("path", { d: "M149 57 L172 64 L149 72 Z", fill: "#e3a02c" }),
      h("path", { class: "rooster-beak", d: "M149 69 L166 68 L149 77 Z", fill: "#c9821a" }),
      h("path", { d: "M146 74 C156 78 154 96 146 94 C139 92 139 80 146 74 Z", fill: COMB }),
      asleep
        ? h("path", { d: "M130 60 q6 6 12 0", fill: "none", stroke: "#17130f", "stroke-width": 3.5, "stroke-linecap": "round" })
        : [
            h("circle", { cx: 136, cy: 58, r: 7.5, fill: "#fff" }),
            h("circle", { class: "rooster-eye", cx: 138, cy: 58, r: 4, fill: "#17130f" }),
          ]),
    asleep &&
      h("g", { class: "rooster-zzz", fill: "currentColor", "font-weight": 700 },
        h("text", { x: 160, y: 46, "font-size": 20 }, "z"),
        h("text", { x: 172, y: 28, "font-size": 26 }, "z")),
  );
}
