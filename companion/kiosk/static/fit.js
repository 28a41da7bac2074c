// Words have the room that is kept for them: where they are too long for it, they are set smaller, and nothing moves.

const STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

export function fit() {
  for (const room of document.querySelectorAll("[data-fit]")) {
    for (const step of STEPS) {
      if (step < Number(room.dataset.fit)) break; // so far, and no farther
      room.style.setProperty("--fit", step);
      if (room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1) break;
    }
  }
}

addEventListener("resize", fit);
