// Draws whatever view the table sends, and sends back the request of the button that was touched.
"use strict";

const RETRY_MS = [250, 500, 1000, 3000];
const TOLD_MS = 6000;
const RING = 2 * Math.PI * 84;

let socket = null;
let tries = 0;
let view = null;
let words = {};
let tab = "seat";
let ends = 0;        // of the auction, on this phone's own monotonic clock
let total = 1;
let called = "";
let code = new URLSearchParams(location.hash.slice(1)).get("code") || "";
const waiting = new Map();   // id -> text, sent again after a cut

// -- the line

function connect() {
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => {
    tries = 0;
    for (const text of waiting.values()) socket.send(text);
  };
  socket.onmessage = (event) => heard(JSON.parse(event.data));
  socket.onclose = () => {
    draw();
    setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  };
}

function heard(message) {
  if (message.words) {
    words = message.words;
    document.documentElement.lang = message.language;
  }
  if (message.told) tell(message.told);
  if (message.id !== undefined) {
    waiting.delete(message.id);
    if (!message.ok) tell(message.reason);
  }
  if (message.view) {
    view = message.view;
    ends = message.left_ms === undefined ? 0 : performance.now() + message.left_ms;
    total = message.total_ms || 1;
    call();
  }
  draw();
}

function send(request) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
  const text = JSON.stringify({ id, ...request });
  waiting.set(id, text);
  if (socket.readyState === WebSocket.OPEN) socket.send(text);
  draw();
}

function sit(seat) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ sit: seat, code }));
  code = "";
  history.replaceState(null, "", "/");
}

// -- what the player notices

function call() {
  const now = view.calls ? view.due.title + view.due.figure : "";
  if (now && now !== called && navigator.vibrate) navigator.vibrate([120, 80, 120]);
  called = now;
}

function tell(text) {
  const told = document.getElementById("told");
  told.textContent = text;
  told.hidden = !text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { told.hidden = true; }, TOLD_MS);
}

// -- drawing: names and sentences are text, never markup

function make(tag, kind, ...inside) {
  const one = document.createElement(tag);
  if (kind) one.className = kind;
  one.append(...inside.filter((part) => part !== null && part !== ""));
  return one;
}

function button(kind, act, ...inside) {
  const one = make("button", kind, ...inside);
  one.type = "button";
  one.addEventListener("click", act);
  return one;
}

const t = (text) => words[text] || text;

function badge(letter, sign, out) {
  const one = make("span", out ? "badge out" : "badge", sign);
  one.style.setProperty("--own", `var(--seat-${letter})`);
  one.setAttribute("aria-hidden", "true");
  return one;
}

function draw() {
  const line = socket && socket.readyState === WebSocket.OPEN;
  const head = document.getElementById("head");
  head.replaceChildren();
  if (view && view.seat) head.append(badge(view.seat, view.badge), make("strong", "", view.name));
  head.append(make("span", "game", line ? (view ? view.game : "") : t("The table is looked for …")));
  const dot = make("i", line ? "dot on" : "dot");
  head.append(dot);
  const main = document.getElementById("main");
  const typed = document.activeElement && document.activeElement.id === "bid";
  const kept = document.getElementById("bid") ? document.getElementById("bid").value : "";
  main.replaceChildren(...(view ? (view.seat ? seated() : door()) : []));
  const field = document.getElementById("bid");
  if (field) {
    field.value = kept;
    if (typed) field.focus();
  }
  tabs();
  tick();
}

function tabs() {
  const nav = document.getElementById("tabs");
  nav.hidden = !(view && view.seat);
  nav.replaceChildren(...[["seat", "My seat"], ["everybody", "Everybody"]].map(([id, text]) => {
    const one = button(tab === id ? "on" : "", () => { tab = id; draw(); }, t(text));
    if (tab === id) one.setAttribute("aria-current", "page");
    return one;
  }));
}

function door() {
  const seats = view.seats.map((seat) => {
    const one = button("seat", () => sit(seat.seat), badge(seat.seat, seat.badge),
      make("strong", "", seat.name), seat.taken ? make("small", "", t("has a phone")) : null);
    one.classList.toggle("taken", seat.taken);
    return one;
  });
  if (!seats.length) return [make("h1", "", view.game)];
  return [make("h1", "", t("Which seat is yours?")), make("p", "muted", view.game), ...seats,
    make("p", "muted", t("The table asks once whether that is right."))];
}

function seated() {
  return tab === "seat" ? mySeat() : everybody();
}

function mySeat() {
  const parts = view.auction ? auction() : due();
  if (!view.auction) {
    parts.push(make("p", "cash", view.cash), make("p", "muted", t("in cash")));
  }
  parts.push(make("h2", "", t(view.deeds.length ? "Your deeds" : "No deeds yet")));
  const deeds = view.deeds.map((deed) => {
    const one = make("li", "deed", make("b", "band"), make("span", "", deed.name),
      make("small", "", deed.note), make("i", "built", "■".repeat(Math.min(deed.built, 8))));
    one.style.setProperty("--own", `var(--group-${deed.group}, var(--group-railroad))`);
    return one;
  });
  parts.push(make("ul", "deeds", ...deeds));
  if (view.news) parts.push(make("section", "news", make("small", "", t("Just now")), view.news));
  return parts;
}

function due() {
  const card = make("section", view.due.keys.length ? "due calls" : "due",
    make("small", "", view.due.above), make("h1", "", view.due.title),
    view.due.figure ? make("p", "figure", view.due.figure) : null,
    view.due.why ? make("p", "muted", view.due.why) : null);
  return [card, make("div", "keys", ...view.due.keys.map(key))];
}

function key(one) {
  const made = button(one.kind, () => send(one.asks), make("strong", "", one.words),
    one.under ? make("small", "", one.under) : null);
  made.disabled = waiting.size > 0;
  return made;
}

function auction() {
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  ring.setAttribute("viewBox", "0 0 200 200");
  ring.setAttribute("role", "timer");
  for (const id of ["back", "left"]) {
    const circle = document.createElementNS(ring.namespaceURI, "circle");
    circle.setAttribute("class", id);
    for (const [name, value] of [["cx", 100], ["cy", 100], ["r", 84]]) circle.setAttribute(name, value);
    ring.append(circle);
  }
  const clock = make("div", "clock", ring, make("b", "number"), make("small", "", t("seconds")));
  const highest = make("p", "highest", make("small", "", view.due.above), " ",
    make("strong", "", view.due.figure));
  const parts = [make("h1", "", view.due.title), view.auction.timed ? clock : "", highest,
    make("div", "keys three", ...view.due.keys.map(key))];
  if (view.due.bids) parts.push(another());
  if (view.due.why) parts.push(make("p", "muted", view.due.why));
  return parts.filter((part) => part);
}

function another() {
  const form = make("form", "another");
  const field = make("input", "");
  field.id = "bid";
  field.inputMode = "numeric";
  field.autocomplete = "off";
  field.placeholder = t("Another bid");
  field.setAttribute("aria-label", t("Another bid"));
  const go = make("button", "plain", make("strong", "", t("Bid")));
  form.append(field, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const amount = Number(field.value.replace(/[^0-9]/g, ""));
    field.value = "";
    if (amount) send({ do: "bid", who: view.seat, amount });
  });
  return form;
}

function everybody() {
  const rows = view.everybody.map((seat) => {
    const line = [seat.seat === view.seat ? t("you") : "", seat.turn ? t("turn") : "",
      seat.out ? t("out") : "", seat.line].filter(Boolean).join(" · ");
    return make("li", "row", badge(seat.seat, seat.badge, seat.out),
      make("span", "", make("strong", "", seat.name), make("small", "", line)),
      make("b", "", seat.cash));
  });
  const bank = view.stock ? [make("section", "news", make("small", "", t("Bank")), view.stock)] : [];
  return [make("ul", "rows", ...rows), ...bank];
}

function tick() {
  clearTimeout(tick.timer);
  const number = document.querySelector(".number");
  if (!number) return;
  const left = Math.max(0, ends - performance.now());
  number.textContent = ends ? Math.ceil(left / 1000) : "–";
  const ring = document.querySelector("circle.left");
  ring.style.strokeDasharray = `${RING * Math.min(1, left / total)} ${RING}`;
  ring.closest(".clock").classList.toggle("last", ends > 0 && left <= 5000);
  if (left > 0) tick.timer = setTimeout(tick, 250);
}

for (const event of ["visibilitychange", "pageshow", "online"]) {
  (event === "visibilitychange" ? document : window).addEventListener(event, () => {
    if (!document.hidden) connect();
  });
}
connect();
