// Makes a picture of a drawing and hands it to whoever may want it: the phone's share sheet, or a file.
import { show } from "./dom.js";
import { card, HEIGHT, WIDTH } from "./draw/card.js";

/** A drawing as PNG. */
export async function png(drawing, width, height) {
  const room = document.createElement("div");
  show(room, drawing);
  const text = new XMLSerializer().serializeToString(room.firstChild);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const paper = Object.assign(document.createElement("canvas"), { width, height });
  paper.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((done) => paper.toBlob(done, "image/png"));
}

/** The result card of a match, to share where this device can, else to keep. */
export async function shareResult(app, number) {
  try {
    const match = await app.ask(`/api/matches/${number}`);
    const picture = await png(card(match, when(app.language, match.begun_at)), WIDTH, HEIGHT);
    await give(new File([picture], `${match.game}-${match.id}.png`, { type: "image/png" }), match.title);
  } catch (error) {
    app.notice = { say: error.message, fix: error.fix, wrong: true };
    app.draw();
  }
}

export function when(language, moment) {
  return moment ? new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) : "";
}

async function give(file, title) {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => {}); // who thinks better of it shares nothing
    return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
