// What the host does with the machine itself: start it again, update it, take everything home and bring it back.
import { h } from "../dom.js";
import { say } from "../words.js";

const GLANCE_MS = 1500;

export function machine(app) {
  return [
    h("section", { key: "machine", class: "panel machine" },
      h("h2", { class: "label" }, say("machine")),
      h("p", { class: "row" }, h("button", { type: "button", onclick: () => restart(app) }, say("restart")), h("span", { class: "quiet" }, say("restart_why"))),
      h("p", { class: "row" }, h("button", { type: "button", disabled: app.own.update?.state === "running", onclick: () => update(app) }, say("update_look")), h("span", { class: "quiet", role: "status" }, updated(app)))),
    backups(app),
  ];
}

/** The page waits until another start of the program answers, and is itself again. */
export async function restart(app) {
  const before = app.me.run;
  const answer = await app.order("/api/restart");
  if (!answer) return;
  app.keep({ restarting: true });
  const back = async () => {
    const me = await app.ask("/api/me").catch(() => null);
    if (me && me.run !== before) location.reload();
    else setTimeout(back, GLANCE_MS);
  };
  back();
}

/** From the robots' painted table to one's own, without a camera. */
export async function playByTouch(app) {
  if (!(await app.sure(say("play_by_touch_sure")))) return;
  if (app.table.game && !app.table.winners) await app.order("/api/do/end");
  if (await app.order("/api/settings/camera", { driver: "none" })) restart(app);
}

export function restarting(app) {
  return app.own.restarting && h("p", { key: "restarting", class: "panel restarting lead", role: "status" }, say("restarting"));
}

async function update(app) {
  let now = await app.order("/api/update");
  while (now && app.path === "/settings") {
    app.keep({ update: now });
    if (now.state !== "running") return;
    await new Promise((go) => setTimeout(go, GLANCE_MS));
    now = await app.ask("/api/update").catch(() => null);
  }
}

function updated(app) {
  const { state, why } = app.own.update ?? {};
  return state && state !== "idle" ? say(`update_${state}`, { why }) : say("update_why");
}

/** Everything in one file, and back again. */
function backups(app) {
  const { kept, sticks } = app.own.backups;
  const restore = async (address, what) => { if (await app.sure(say("restore_sure"))) tell(app, await app.order(address, what)); };
  return h("section", { key: "backups", class: "panel backups" },
    h("h2", { class: "label" }, say("backups")),
    h("p", { class: "quiet" }, say("backups_what")),
    h("p", { class: "row" },
      h("a", { class: "button", href: "/backup.zip", download: "cockadoodle-backup.zip" }, say("backup_take")),
      sticks.map((stick) => h("button", { key: stick, type: "button", onclick: async () => tell(app, await app.order("/api/backups/stick", { stick })) }, say("backup_stick", { stick }))),
      h("label", { class: "button plain" }, say("backup_bring"),
        h("input", { type: "file", class: "unseen", accept: ".zip,application/zip", onchange: (event) => { const [file] = event.target.files; event.target.value = ""; if (file) restore("/api/restore", file); } }))),
    kept.length > 0 && h("ul", { class: "kept-backups" }, kept.map((name) =>
      h("li", { key: name }, name, " ", h("button", { type: "button", class: "plain", onclick: () => restore("/api/backups/restore", { name }) }, say("restore"))))));
}

export function tell(app, answer) {
  if (!answer) return;
  app.notice = answer;
  app.draw();
}
