// A phone as the camera: at the table what to scan and what to tap; on the phone its own camera, sent to the table.
import { h } from "../dom.js";
import { say } from "../words.js";
import { join } from "./phone.js";

const WIDTH = 1280;
const AGAIN_MS = 1500;
const ENDS = { 4403: "camera_stranger", 4409: "camera_replaced", 4415: "camera_unfit" };

export async function arrive(app) {
  app.own = { facts: null, pin: "", state: "off" };
  const key = location.hash.slice(1);
  if (key) {
    history.replaceState(null, "", location.pathname);
    if (app.me.rights === "guest") await join(app, key);
  }
  const facts = async () => app.keep({ facts: await app.ask("/api/camera").catch(() => app.own.facts) });
  app.own.timer = setInterval(facts, 2000);
  await facts();
}

export function leave(app) {
  clearInterval(app.own.timer);
  stop(app);
}

export function view(app) {
  const { facts } = app.own;
  const secure = isSecureContext && navigator.mediaDevices;
  return h("div", { class: "desk" },
    h("h1", null, say("camera_title")),
    facts && !facts.wanted && h("p", { class: "lead" }, say("camera_unwanted")),
    app.me.rights === "host" && atTheTable(app),
    app.me.rights === "guest" ? h("p", { class: "lead" }, say("camera_stranger")) : secure ? own(app) : h("p", { class: "lead" }, say("camera_insecure")));
}

/** The code to scan, and the browser's warning explained. */
function atTheTable(app) {
  const { facts } = app.own;
  return h("section", { class: "panel invite" },
    facts?.address
      ? [
          h("img", { class: "qr", src: "/qr-camera.svg", alt: say("qr_alt", { address: facts.address }), width: 300, height: 300 }),
          h("div", null,
            h("p", { class: "lead" }, say(facts.sending ? "camera_sending" : "camera_scan")),
            h("p", { class: "address" }, facts.address),
            h("ol", { class: "steps" }, ["warning", "allow", "lay"].map((step) => h("li", { key: step }, say(`camera_${step}`))))),
        ]
      : h("button", { class: "big", onclick: async () => { const opened = await app.order("/api/camera/open"); if (opened) app.keep({ facts: opened }); } }, say("camera_open")));
}

/** This device's own camera. */
function own(app) {
  const { state } = app.own;
  return h("section", { class: "panel own-camera" },
    h("p", { class: "lead", "aria-live": "polite" }, say(`camera_${state}`)),
    h("video", { id: "eye", muted: true, playsinline: true, autoplay: true, hidden: state === "off" }),
    h("p", { class: "row" }, h("button", { class: state === "off" ? "big" : "plain", onclick: () => (state === "off" ? start(app) : stop(app)) }, say(state === "off" ? "camera_start" : "camera_stop"))));
}

async function start(app) {
  try {
    const video = { facingMode: { ideal: "environment" }, width: { ideal: WIDTH }, height: { ideal: 720 } };
    app.own.stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    app.notice = { say: say("camera_refused"), fix: error.message };
    return app.draw();
  }
  app.own.lock = await navigator.wakeLock?.request("screen").catch(() => null); // a sleeping phone sees nothing
  app.keep({ state: "on" });
  connect(app);
}

function stop(app) {
  app.own.stream?.getTracks().forEach((track) => track.stop());
  app.own.lock?.release?.();
  app.own.socket?.close();
  app.keep({ state: "off", stream: null, socket: null });
}

function connect(app) {
  if (!app.own.stream) return;
  const eye = document.createElement("video");
  Object.assign(eye, { srcObject: app.own.stream, muted: true, playsInline: true });
  eye.play();
  const shown = document.getElementById("eye");
  if (shown) shown.srcObject = app.own.stream;
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/camera/line`);
  app.own.socket = socket;
  socket.onmessage = ({ data }) => (data === "look" ? send(socket, eye) : socket.send("here"));
  socket.onclose = ({ code }) => {
    if (app.own.socket !== socket) return;
    if (ENDS[code]) {
      stop(app);
      app.notice = { say: say(ENDS[code]) };
      app.draw();
    } else setTimeout(() => connect(app), AGAIN_MS);
  };
}

/** What the camera shows now, as large as the table wants it. */
async function send(socket, eye) {
  while (!eye.videoWidth) await new Promise((soon) => setTimeout(soon, 50));
  const scale = Math.min(1, WIDTH / eye.videoWidth);
  const paper = Object.assign(document.createElement("canvas"), { width: Math.round(eye.videoWidth * scale), height: Math.round(eye.videoHeight * scale) });
  paper.getContext("2d").drawImage(eye, 0, 0, paper.width, paper.height);
  paper.toBlob((picture) => socket.readyState === WebSocket.OPEN && socket.send(picture), "image/jpeg", 0.92);
}
