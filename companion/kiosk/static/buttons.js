// The table's own buttons steer the page while no match is running: next, back, press, leave.
import { close } from "./help.js";

const PRESSABLE = "main button:not(:disabled), main a[href], main input:not(:disabled), main select";

/** Green presses, blue goes on, yellow goes back, red leaves; only the screen at the table obeys. */
export function steer(app, { button, kind }) {
  if (app.me.rights !== "host" || kind !== "press") return;
  dispatchEvent(new Event("pointerdown")); // somebody is here
  if (app.helping) return close(app);
  if (app.doubt) return ["green", "red"].includes(button) ? app.doubt.answer(button === "green") : null;
  if (app.view.pressed) return app.view.pressed(app, button);
  const all = [...document.querySelectorAll(PRESSABLE)].filter((one) => one.offsetParent);
  const at = all.indexOf(document.activeElement);
  const step = { blue: 1, yellow: -1 }[button];
  if (step) all[(at + step + all.length) % all.length]?.focus();
  else if (button === "green" && at >= 0) push(document.activeElement);
  else if (button === "red") app.go(app.path === "/table" ? "/" : "/table");
}

/** A list goes on to its next entry: four buttons cannot open it. */
function push(one) {
  if (!(one instanceof HTMLSelectElement)) return one.click();
  one.selectedIndex = (one.selectedIndex + 1) % one.length;
  one.dispatchEvent(new Event("change"));
}
