// The exam's report: how often a set is read right, what is taken for what, how sure the eye was.
import { h } from "../dom.js";
import { face, say } from "../words.js";

const [WIDTH, HEIGHT, EDGE] = [420, 120, 30];

export function examReport({ faces, right, total, low, high, table, sureness, weakest, apart, advice }) {
  const percent = (share) => `${Math.round(share * 100)} %`;
  return h("section", { class: "panel report", "aria-label": say("report") },
    h("h2", null, say("report")),
    h("p", { class: "report-share" }, percent(right / total)),
    h("p", null, say("report_share", { right, total, low: percent(low), high: percent(high) })),
    h("p", null, apart),
    advice.map((line) => h("p", { key: line }, line)),
    h("div", { class: "report-parts" },
      h("table", { class: "confusion" },
        h("caption", { class: "label" }, say("report_confusion")),
        h("thead", null, h("tr", null, h("td", null), faces.map((name) => h("th", { scope: "col" }, face(name))))),
        h("tbody", null, faces.map((truth) => h("tr", { key: truth },
          h("th", { scope: "row" }, face(truth)),
          faces.map((read) => h("td", { class: truth === read ? "hit" : table[truth]?.[read] ? "miss" : "" }, String(table[truth]?.[read] ?? 0))))))),
      h("figure", null,
        h("figcaption", { class: "label" }, say("report_sureness")),
        plot(sureness)),
      h("figure", null,
        h("figcaption", { class: "label" }, say("report_weakest", { one: face(weakest.pair[0]), other: face(weakest.pair[1]) })),
        h("p", { class: "row" }, weakest.crops.map((index) => h("img", { key: index, class: "crop", src: `/api/wizard/crop/${index}`, alt: "" }))))));
}

/** Every die of the exam at the sureness it was read with: rights on the upper line, wrongs below. */
function plot(answers) {
  const x = (sure) => EDGE + Math.max(0, sure) * (WIDTH - 2 * EDGE);
  return h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": say("report_sureness") },
    [0, 0.5, 1].map((mark) => [
      h("line", { x1: x(mark), x2: x(mark), y1: 10, y2: HEIGHT - 28, class: "chart-grid" }),
      h("text", { x: x(mark), y: HEIGHT - 8, "text-anchor": "middle", class: "chart-text" }, `${mark * 100} %`),
    ]),
    answers.map(([sure, good], i) => h("path", { key: i, class: good ? "dot-right" : "dot-wrong", d: good ? `M${x(sure)} ${22 + (i % 4) * 7}v.1` : `M${x(sure) - 5} 66l10 10m0 -10l-10 10` })));
}
