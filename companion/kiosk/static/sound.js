// Sound through the page or phone, for tables without a speaker: the table's own sounds, and its words where wanted.
import { say } from "./words.js";

const CHOICE = "cockadoodle-sound";

let context = null;
const waves = new Map();
export const sound = { on: false, speech: false };

/** At a table without a speaker the page sounds by itself; elsewhere where somebody chose so. */
export function offer(mute) {
  const wanted = localStorage.getItem(CHOICE) ?? (mute ? "on" : "off");
  if (wanted !== "on") return;
  // Browsers allow it after a touch or key; the table's own screen is started so that it needs neither.
  context = new AudioContext();
  const signs = ["pointerdown", "keydown"];
  const begin = () => {
    for (const sign of signs) removeEventListener(sign, begin);
    start();
  };
  if (context.state === "running") start();
  else for (const sign of signs) addEventListener(sign, begin);
}

export async function unlock() {
  localStorage.setItem(CHOICE, "on");
  await start();
}

async function start() {
  context ??= new AudioContext();
  await context.resume();
  sound.on = true;
  wave("crow"); // so that a call need not wait for it
}

export function hush() {
  localStorage.setItem(CHOICE, "off");
  sound.on = false;
  speechSynthesis?.cancel();
}

/** The sound of the news as the table itself would play it, then its words. */
export async function play({ sound: name, spoken, urgency }) {
  if (!sound.on) return;
  if (sound.speech && spoken && globalThis.speechSynthesis) {
    if (urgency >= 3) speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(spoken);
    words.lang = say("language_tag");
    speechSynthesis.speak(words);
  }
  const buffer = name && (await wave(name));
  if (!buffer) return;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

/** Fetched once, then kept. */
function wave(name) {
  if (!waves.has(name)) waves.set(name, load(name).catch(() => waves.delete(name) && null));
  return waves.get(name);
}

async function load(name) {
  const answer = await fetch(`/sounds/${name}.wav`);
  return answer.ok ? context.decodeAudioData(await answer.arrayBuffer()) : null;
}
