// Sound through the page or phone, for tables without a speaker; browsers allow it only after a tap.
import { say } from "./words.js";

const TUNES = {
  good: [[660, 0, 0.12], [880, 0.12, 0.22]],
  proud: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.35]],
  bad: [[330, 0, 0.16], [247, 0.16, 0.3]],
  plain: [[587, 0, 0.07]],
};

let context = null;
export const sound = { on: false, speech: false };

export async function unlock() {
  context ??= new AudioContext();
  await context.resume();
  sound.on = true;
}

export function hush() {
  sound.on = false;
  speechSynthesis?.cancel();
}

/** A short tune for the mood of the news, the crow for a call, the words themselves where wanted. */
export function play({ mood, spoken, urgency }) {
  if (!sound.on) return;
  if (mood === "call") crow();
  else for (const [pitch, after, length] of TUNES[mood] ?? TUNES.plain) tone(pitch, after, length);
  if (sound.speech && spoken && globalThis.speechSynthesis) {
    if (urgency >= 3) speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(spoken);
    words.lang = say("language_tag");
    speechSynthesis.speak(words);
  }
}

function tone(pitch, after, length, shape = "triangle") {
  const [voice, gain, start] = [context.createOscillator(), context.createGain(), context.currentTime + after];
  voice.type = shape;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(context.destination);
  voice.start(start);
  voice.stop(start + length + 0.05);
  return voice;
}

function crow() {
  const parts = [[620, 760, 0, 0.16], [700, 860, 0.2, 0.14], [640, 740, 0.38, 0.14], [760, 1150, 0.56, 0.3], [1150, 620, 0.86, 0.7]];
  for (const [from, to, after, length] of parts) {
    const voice = tone(from, after, length, "sawtooth");
    voice.frequency.setValueAtTime(from, context.currentTime + after);
    voice.frequency.exponentialRampToValueAtTime(to, context.currentTime + after + length);
  }
}
