// Listens to the table and sends it orders.

export function listen({ table, news, press, lamps, door, line }) {
  let timer = null;
  const source = new EventSource("/feed");
  source.onopen = () => {
    clearTimeout(timer);
    timer = null;
    line(true);
  };
  // The browser comes back by itself; only say so when it takes longer than a blink.
  source.onerror = () => {
    timer ??= setTimeout(() => line(false), 1500);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  };
  source.addEventListener("table", (event) => table(JSON.parse(event.data)));
  source.addEventListener("news", (event) => news(JSON.parse(event.data)));
  source.addEventListener("press", (event) => press(JSON.parse(event.data)));
  source.addEventListener("lamps", (event) => lamps(JSON.parse(event.data).rows));
  source.addEventListener("door", () => door());
  addEventListener("pagehide", () => source.close());
}

export async function ask(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  return answered(answer);
}

/** Send values, or a whole file. */
export async function order(path, values = {}) {
  const parcel = values instanceof Blob;
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": parcel ? "application/zip" : "application/json" },
    body: parcel ? values : JSON.stringify(values),
  });
  return answered(answer);
}

async function answered(answer) {
  const value = await answer.json().catch(() => ({ say: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(value.say ?? answer.statusText), value, { status: answer.status });
  return value;
}
