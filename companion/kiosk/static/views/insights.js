// After the game: luck and skill of each player, and whether the dice are fair.
import { h } from "../dom.js";
import { say } from "../words.js";

const signed = (value) => (value > 0.005 ? "+" : value < -0.005 ? "−" : "±") + Math.abs(value).toFixed(1);

/** What was to be expected, what the dice gave and what the choices gave up: together the result. */
export function luckAndSkill(match, go) {
  const { weighed, players } = match;
  if (!weighed) return null;
  const rows = players.filter((name) => weighed.accounts[name]).map((name) => ({ name, ...weighed.accounts[name] }));
  const most = Math.max(1, ...rows.flatMap((row) => [Math.abs(row.luck), row.given_up]));
  const bar = (value, kind) => h("span", { class: `luck-bar ${kind}`, style: { width: `${(Math.abs(value) / most) * 5}rem` }, "aria-hidden": "true" });
  const mark = (one, word) => one && h("li", { key: word }, h("button", { class: "plain", onclick: () => go(one.step) }, say(word, { name: one.player, much: Math.max(one.luck, one.given_up).toFixed(1) })));
  return h("section", { class: "panel luck", "aria-labelledby": "luck-title" },
    h("h2", { id: "luck-title", class: "label" }, say("luck_title")),
    h("div", { class: "scrolls" }, h("table", { class: "ranks" },
      h("thead", null, h("tr", null, ["player", "expected", "luck", "given_up", "others", "result"].map((word) => h("th", { key: word, scope: "col" }, say(`luck_${word}`))))),
      h("tbody", null, rows.map((row) => h("tr", { key: row.name },
        h("th", { scope: "row" }, row.name),
        h("td", null, row.expected.toFixed(1)),
        h("td", null, bar(row.luck, row.luck < 0 ? "luck-bad" : "luck-good"), " ", signed(row.luck)),
        h("td", null, bar(row.given_up, "luck-bad"), " ", signed(-row.given_up)),
        h("td", null, signed(row.others)),
        h("td", null, h("strong", null, String(row.score)))))))),
    h("ul", { class: "luck-marks" }, mark(weighed.luckiest, "luck_luckiest"), mark(weighed.worst, "luck_worst")),
    h("p", { class: "quiet" }, say("luck_explained")));
}

/** How far the reading may be trusted, in one line; nothing where no camera has read. */
export function honestLine(trust) {
  if (!trust?.read && !trust?.asked) return null;
  const risk = trust.risk < 0.1 ? trust.risk.toPrecision(1) : trust.risk.toFixed(1);
  return h("p", { class: "honest" }, say("honest", { ...trust, risk }));
}

/** Counts of each face against what is printed, with a plain verdict; dice that can be told apart also each for itself. */
export function fairDice(app, dice) {
  if (!dice) return null;
  return h("section", { class: "panel", "aria-labelledby": "dice-title" },
    h("h2", { id: "dice-title", class: "label" }, say("dice_title")),
    counts(dice),
    dice.each.map((one) => h("details", { key: one.name },
      h("summary", null, one.name === "golden" ? say("dice_golden") : say("dice_of", { name: one.name || say("dice_untaught") })),
      counts(one))));
}

function counts(dice) {
  const most = Math.max(1, ...Object.values(dice.counts), ...Object.values(dice.expected));
  return h("div", null,
    h("p", { class: "lead" }, say(`dice_${dice.verdict.replace(" ", "_")}`)),
    h("ul", { class: "dice-counts" }, Object.entries(dice.counts).map(([face, count]) =>
      h("li", { key: face },
        h("span", null, say(`face_${face}`) === `face_${face}` ? face : say(`face_${face}`)),
        h("span", { class: "dice-track" },
          h("span", { class: "bar", style: { width: `${(count / most) * 100}%` } }),
          h("span", { class: "dice-due", style: { left: `${(dice.expected[face] / most) * 100}%` } })),
        h("span", { class: "quiet" }, String(count))))),
    h("p", { class: "quiet" }, say("dice_explained", { rolls: dice.rolls, percent: (dice.p_value * 100).toFixed(dice.p_value < 0.1 ? 1 : 0) }), " ",
      dice.rolls_needed > 0 && say("dice_needed", { rolls: dice.rolls_needed })));
}

/** Averages, streaks, and who was how often ahead of whom. */
export function people({ averages = {}, ahead = {}, board }) {
  const names = board.map((one) => one.player).filter((name) => averages[name]);
  if (!names.length) return null;
  const number = (value) => (value === undefined ? "–" : value.toFixed(1));
  const heads = (words) => h("thead", null, h("tr", null, words.map((word) => h("th", { key: word, scope: "col" }, word))));
  return h("section", { class: "panel luck", "aria-labelledby": "people-title" },
    h("h2", { id: "people-title", class: "label" }, say("people_title")),
    h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": say("people_title") }, h("table", { class: "ranks all-columns" },
      heads(["player", "points", "luck", "given_up", "streak"].map((word) => say(`people_${word}`))),
      h("tbody", null, names.map((name) => h("tr", { key: name },
        h("th", { scope: "row" }, name),
        h("td", null, number(averages[name].points)),
        h("td", null, averages[name].luck === undefined ? "–" : signed(averages[name].luck)),
        h("td", null, averages[name].given_up === undefined ? "–" : signed(-averages[name].given_up)),
        h("td", null, say("people_streaks", { now: averages[name].streak, best: averages[name].best_streak }))))))),
    names.length > 1 && h("details", null,
      h("summary", null, say("people_ahead")),
      h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": say("people_ahead") }, h("table", { class: "ranks all-columns" },
        heads([say("people_player"), ...names]),
        h("tbody", null, names.map((one) => h("tr", { key: one }, h("th", { scope: "row" }, one),
          names.map((other) => h("td", { key: other }, one === other ? "" : ahead[one]?.[other] === undefined ? "–" : `${ahead[one][other]} : ${ahead[other][one]}`)))))))));
}
