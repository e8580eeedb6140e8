// The only module that speaks HTTP. A write carries a key of its own, so that a retry counts once.

export const BASE = "/api/v1";
const TRIES = 4;

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || "It did not work.");
    this.status = status;
    this.problem = problem;
  }
}

function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

// Not crypto.randomUUID: over plain http in a network it is not there.
function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function secret() {
  let kept = localStorage.getItem("client-secret");
  if (!kept) {
    kept = key() + key();
    localStorage.setItem("client-secret", kept);
  }
  return kept;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function send(path, init) {
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await fetch(BASE + path, init);
      if (answer.status !== 503 || tried === TRIES) return answer;
    } catch (error) {
      if (tried === TRIES) throw new Refusal(0, { detail: "The server cannot be reached." });
    }
    await pause(250 * 2 ** tried);
  }
}

export async function call(method, path, { body, seat, headers = {} } = {}) {
  const init = { method, headers: { Accept: "application/json", ...headers }, credentials: "same-origin" };
  if (seat) init.headers["X-Seat"] = seat;
  if (method !== "GET") {
    init.headers["X-CSRFToken"] = cookie("csrftoken");
    init.headers["X-Device"] = "cookie";
  }
  if (method === "POST") {
    init.headers["Idempotency-Key"] = key();
    init.headers["X-Client-Secret"] = secret();
  }
  if (body !== undefined) {
    init.headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const answer = await send(path, init);
  if (answer.status === 304) return { status: 304 };
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") || "").includes("json");
  const data = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(answer.status, isJson ? data : {});
  return { status: answer.status, data, etag: answer.headers.get("ETag") };
}
