// Teach and mount: the wizard's prompts with the live picture, its bars, and the answers it offers.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { knows, say } from "../words.js";
import { examReport } from "./exam.js";

const GLANCE_MS = 350;

export async function arrive(app, [name]) {
  const kind = app.path.split("/")[1];
  app.own = { kind, name: name ?? "", wizard: null, typed: name ?? "" };
  app.keep({ wizard: await glance(app) });
  const look = async () => {
    if (app.own.kind !== kind) return;
    const wizard = await glance(app);
    if (JSON.stringify(wizard) !== JSON.stringify(app.own.wizard)) app.keep({ wizard });
    app.own.timer = setTimeout(look, GLANCE_MS);
  };
  look();
}

export function leave(app) {
  clearTimeout(app.own.timer);
  app.own.kind = null;
}

const glance = (app) => app.ask("/api/wizard").catch(() => null);

async function tell(app, deed, values) {
  const wizard = await app.order(`/api/wizard/${deed}`, values);
  if (wizard) app.keep({ wizard });
}

export function view(app) {
  const { kind, wizard } = app.own;
  const running = wizard?.prompt && wizard.kind === kind;
  return h("div", { class: "desk teach" },
    h("h1", null, say(`menu_${kind}`), running && wizard.name ? ` · ${wizard.name}` : ""),
    app.me.rights !== "host" ? h("p", { class: "lead" }, say("only_host")) : running ? conversation(app, wizard) : beginning(app, kind));
}

function beginning(app, kind) {
  const { typed } = app.own;
  const begin = (event) => { event.preventDefault(); tell(app, "begin", { kind, name: typed, pieces: app.own.pieces ?? "dice" }); };
  return h("form", { class: "panel beginning", onsubmit: begin },
    rooster("look"),
    h("div", { class: "beginning-text" },
      h("p", { class: "lead" }, say(`${kind}_how`)),
      kind === "teach" && h("p", null, h("label", { for: "set-name" }, say("set_name")), h("input", { id: "set-name", value: typed, required: true, maxlength: 40, pattern: "[a-z0-9][a-z0-9._\\-]*", placeholder: "red-dice", oninput: (event) => app.keep({ typed: event.target.value }) })),
      kind === "teach" && h("p", null, h("label", { for: "pieces" }, say("which_pieces")), h("select", { id: "pieces", value: app.own.pieces ?? "dice", onchange: (event) => app.keep({ pieces: event.target.value }) },
        ["dice", "tokens", "cards", "tiles"].map((one) => h("option", { value: one }, say(`kind_${one}`))))),
      h("p", { class: "row" }, h("button", { class: "big" }, say("begin")))));
}

function conversation(app, { kind, prompt, picture, sees, kept, report }) {
  return h("div", { class: "wizard" },
    report ? examReport(report) : h("div", { class: "wizard-picture" }, live(prompt, picture)),
    h("section", { class: "panel wizard-words", "aria-live": "polite" },
      h("p", { class: "label" }, step(report ? "done" : prompt.step)),
      h("p", { class: "next" }, report && !prompt.done ? say("report_ask") : prompt.say),
      prompt.see && h("p", { class: "wizard-see" }, prompt.see),
      prompt.fault && h("p", { class: "wizard-fault", role: "alert" }, "✕ ", prompt.fault),
      h("ul", { class: "bars" }, prompt.bars.map((bar) => h("li", { key: bar.name },
        h("span", null, bar.name),
        h("progress", { value: bar.got, max: bar.wanted, "aria-label": bar.name }),
        h("span", { class: "quiet" }, `${bar.got} / ${bar.wanted}`)))),
      kind === "mount" && picture && sees && sensor(picture, sees),
      kept && h("p", { class: "mood-good" }, say("kept_in", { place: kept })),
      prompt.asks && (prompt.step === "lay" && prompt.boxes.length ? naming(app, prompt) : prompt.step !== "lay" && typing(app, prompt)),
      h("p", { class: "row" }, prompt.choices.map(([answer, words]) => h("button", { key: answer, class: answer.startsWith("redo ") ? "plain" : answer === "use" ? "big" : "", onclick: () => tell(app, "answer", { choice: answer }) }, words))),
      h("p", { class: "row" }, h("button", { class: "plain", onclick: () => tell(app, "leave", {}) }, say(prompt.done ? "ready" : "leave_wizard")))));
}

/** What choices cannot foresee is typed. */
function typing(app, prompt) {
  const send = (event) => { event.preventDefault(); tell(app, "answer", { choice: app.own.words ?? "" }); app.keep({ words: "" }); };
  return h("form", { class: "row", onsubmit: send },
    h("label", { for: "words", class: "unseen" }, say("your_words")),
    h("input", { id: "words", value: app.own.words ?? "", placeholder: prompt.asks, required: true, maxlength: 200, oninput: (event) => app.keep({ words: event.target.value }) }),
    h("button", null, say("send")));
}

/** One field for each piece laid out; touching a piece in the picture leads to its field. */
function naming(app, prompt) {
  const names = prompt.boxes.map((_, i) => app.own.names?.[i] ?? "");
  const send = (event) => { event.preventDefault(); tell(app, "answer", { choice: names.map((name) => name.trim().replaceAll(" ", "-")).join(" ") }); app.keep({ names: [] }); };
  return h("form", { class: "naming", onsubmit: send },
    h("ol", null, names.map((name, i) => h("li", { key: i },
      h("label", { for: `name-${i}` }, String(i + 1)),
      h("input", { id: `name-${i}`, value: name, required: true, maxlength: 24, autocomplete: "off", "aria-label": say("name_of_piece", { number: i + 1 }), oninput: (event) => app.keep({ names: names.with(i, event.target.value) }) })))),
    h("p", { class: "row" }, h("button", { class: "big" }, say("send")), h("span", { class: "quiet" }, say("as_in", { example: prompt.asks }))));
}

/** What the sensor could see, and the part of it that is in the picture: a camera that shows less than all must hang higher. */
function sensor({ width, height }, [x, y, wide, high]) {
  const whole = [width / wide, height / high];
  const percent = (part) => `${Math.round(100 * part)} %`;
  return h("figure", { class: "sensor" },
    h("svg", { viewBox: `-2 -2 104 ${100 * whole[1] / whole[0] + 4}`, "aria-hidden": "true" },
      h("rect", { width: 100, height: 100 * whole[1] / whole[0], class: "sensor-all" }),
      h("rect", { x: 100 * x, y: 100 * y * whole[1] / whole[0], width: 100 * wide, height: 100 * height / whole[0], class: "sensor-seen" })),
    h("figcaption", null, say("sensor_sees", { wide: percent(wide), high: percent(high) })));
}

const NUMBERED = ["lay", "exam"];

function step(name) {
  return knows(`step_${name}`) ? say(`step_${name}`) : name;
}

function live(prompt, picture) {
  if (!picture) return h("p", { class: "picture-none quiet" }, say("no_picture"));
  return h("div", { class: "live" },
    h("img", { src: "/wizard.mjpg", alt: say("live_picture"), width: picture.width, height: picture.height }),
    h("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, class: "live-marks", "aria-hidden": "true" },
      prompt.boxes.map(([x, y, width, height], i) => h("g", { key: i, onclick: () => document.getElementById(`name-${i}`)?.focus() },
        h("rect", { x, y, width, height, rx: 8, class: "live-box" }),
        NUMBERED.includes(prompt.step) && h("text", { x: x + width / 2, y: y - 8, class: "live-number" }, String(i + 1))))));
}
