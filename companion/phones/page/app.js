// Draws whatever view the table sends, and sends back the request of the button that was touched.
"use strict";

const RETRY_MS = [250, 500, 1000, 3000];
const TOLD_MS = 6000;
const RING = 2 * Math.PI * 84;

let socket = null;
let tries = 0;
let view = null;
let words = {};
let shown = "";      // the view as it came, for most only move the clock on
let held = false;    // a finger is down: nothing is drawn anew under it
let late = false;
let tab = "seat";
let ends = 0;        // of the auction, on this phone's own monotonic clock
let total = 1;
let called = "";
let picked = -1;     // the deed something shall be done with
let partner = "";    // of the deal that is put together
let code = new URLSearchParams(location.hash.slice(1)).get("code") || "";
const waiting = new Map();   // id -> text, sent again after a cut
const done = new Map();      // id -> what comes after a yes

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
    const then = done.get(message.id);
    done.delete(message.id);
    if (!message.ok) tell(message.reason);
    else if (then) then();
  }
  if (message.view) {
    ends = message.left_ms === undefined ? 0 : performance.now() + message.left_ms;
    total = message.total_ms || 1;
    const text = JSON.stringify(message.view);
    if (text === shown) {
      tick();
      return;
    }
    shown = text;
    view = message.view;
    call();
  }
  draw();
}

function send(request, then) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
  const text = JSON.stringify({ id, ...request });
  waiting.set(id, text);
  if (then) done.set(id, then);
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
  late = held;
  if (held) return;
  const line = socket && socket.readyState === WebSocket.OPEN;
  const head = document.getElementById("head");
  head.replaceChildren();
  if (view && view.seat) head.append(badge(view.seat, view.badge), make("strong", "", view.name));
  head.append(make("span", "game", line ? (view ? view.game : "") : t("The table is looked for …")));
  const dot = make("i", line ? "dot on" : "dot");
  head.append(dot);
  const main = document.getElementById("main");
  const kept = keep(main);
  main.replaceChildren(...(view ? (view.seat ? seated() : door()) : []));
  kept();
  tabs();
  tick();
}

// What is typed or ticked, and where the finger is, stays when the picture is drawn anew.
function keep(main) {
  const focus = document.activeElement && document.activeElement.id;
  const values = Array.from(main.querySelectorAll("input[id]"), (one) => [one.id, one.value, one.checked]);
  return () => {
    for (const [id, value, checked] of values) {
      const one = document.getElementById(id);
      if (one) { one.checked = checked; if (one.type !== "checkbox") one.value = value; }
    }
    const one = focus && document.getElementById(focus);
    if (one) one.focus();
  };
}

function tabs() {
  const nav = document.getElementById("tabs");
  nav.hidden = !(view && view.seat);
  const all = [["seat", "My seat"], ["everybody", "Everybody"]];
  if (view && view.offers) all.push(["deal", "Deal"]);
  nav.replaceChildren(...all.map(([id, text]) => {
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
  if (tab === "deal" && view.offers) return deal();
  return tab === "everybody" ? everybody() : mySeat();
}

function mySeat() {
  const parts = view.auction ? auction() : due();
  if (!view.auction) {
    parts.push(make("p", "cash", view.cash), make("p", "muted", t("in cash")));
  }
  const mine = view.deeds.filter((deed) => deed.owner === view.seat);
  parts.push(make("h2", "", t(mine.length ? "Your deeds" : "No deeds yet")));
  parts.push(make("ul", "deeds", ...mine.map((deed) => make("li", "", view.estate.length
    ? button(deed.pos === picked ? "pick on" : "pick", () => { picked = deed.pos === picked ? -1 : deed.pos; draw(); }, card(deed))
    : card(deed)))));
  const deed = mine.find((one) => one.pos === picked);
  if (deed) parts.push(make("div", "keys three", ...estate(deed)));
  if (view.news) parts.push(make("section", "news", make("small", "", t("Just now")), view.news));
  return parts;
}

function estate(deed) {
  const one = { who: view.seat, deed: deed.pos };
  const lots = { who: view.seat, lots: [{ deed: deed.pos, n: 1 }] };
  const all = [["mortgage", "Mortgage", one, !deed.note && !deed.built], ["lift", "Lift", one, deed.note],
    ["build", "Build house", lots, !deed.note], ["sell", "Sell house", lots, deed.built]];
  return all.filter(([word, , , fits]) => fits && view.estate.includes(word))
    .map(([word, words, asks]) => key({ words: t(words), kind: "plain", asks: { do: word, ...asks } }));
}

function card(deed) {
  const one = make("span", "deed", make("b", "band"), make("span", "", deed.name),
    make("small", "", deed.note || ""), make("i", "built", deed.built || ""));
  one.style.setProperty("--own", `var(--group-${deed.group}, var(--group-railroad))`);
  return one;
}

function due() {
  const card = make("section", view.due.keys.length ? "due calls" : "due",
    make("small", "", view.due.above), make("h1", "", view.due.title),
    view.due.figure ? make("p", "figure", view.due.figure) : null,
    view.due.why ? make("p", "muted", view.due.why) : null);
  return [card, make("div", "keys", ...view.due.keys.map(key))];
}

function key(one) {
  if (one.types) return typed(one, t("How much?"));
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
  const steps = view.due.keys.filter((one) => !one.types);
  const parts = [make("h1", "", view.due.title), view.auction.timed ? clock : "", highest,
    make("div", "keys three", ...steps.map(key)),
    ...view.due.keys.filter((one) => one.types).map((one) => typed(one, t("Another bid")))];
  if (view.due.why) parts.push(make("p", "muted", view.due.why));
  return parts.filter((part) => part);
}

// A sum, as it is said: 120, or 1.5M where the table writes money so.
function sum(text) {
  const found = /^([0-9]+(?:[.,][0-9]+)?)\s*(m|k|mio|tsd)/i.exec(text.trim());
  if (!found) return Number(text.replace(/[^0-9]/g, ""));
  const unit = { m: 1e6, mio: 1e6, k: 1e3, tsd: 1e3 }[found[2].toLowerCase()];
  return Math.round(Number(found[1].replace(",", ".")) * unit);
}

function field(id, words) {
  const one = make("input");
  one.id = id;
  one.autocomplete = "off";
  one.placeholder = words;
  one.setAttribute("aria-label", words);
  one.inputMode = view.short ? "text" : "numeric";
  return one;
}

function typed(one, words) {
  const amount = field(`type-${one.asks.do}-${one.asks.to || ""}-${one.asks.from || ""}`, words);
  const go = make("button", "plain", make("strong", "", one.words));
  go.disabled = waiting.size > 0;
  const form = make("form", "typed", amount, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = sum(amount.value);
    amount.value = "";
    amount.blur();
    if (value) send({ ...one.asks, [one.types]: value });
  });
  return form;
}

function everybody() {
  const rows = view.everybody.map((seat) => {
    const line = [seat.seat === view.seat ? t("you") : "", seat.turn ? t("turn") : "",
      seat.out ? t("out") : "", seat.line].filter(Boolean).join(" · ");
    const pays = view.pays && seat.seat !== view.seat && !seat.out
      && { words: t("Pay"), types: "amount", asks: { do: "pay", from: view.seat, to: seat.seat } };
    return make("li", "row", badge(seat.seat, seat.badge, seat.out),
      make("span", "", make("strong", "", seat.name), make("small", "", line)),
      make("b", "", seat.cash), pays ? typed(pays, t("How much?")) : null);
  });
  const wish = view.pays
    && { words: t("Ask the bank for it"), types: "amount", asks: { do: "pay", from: "bank", to: view.seat } };
  const bank = make("section", "news", make("small", "", t("Bank")), view.stock,
    wish ? typed(wish, t("How much?")) : null);
  return [make("ul", "rows", ...rows), bank];
}

function deal() {
  const others = view.everybody.filter((seat) => seat.seat !== view.seat && !seat.out);
  if (!others.some((seat) => seat.seat === partner)) partner = others.length ? others[0].seat : "";
  const whom = make("div", "keys three", ...others.map((seat) => button(
    seat.seat === partner ? "usual" : "plain", () => { partner = seat.seat; draw(); }, seat.name)));
  const side = (who, words) => [make("h2", "", t(words)), field(`cash-${who}`, t("Cash")),
    make("div", "deeds", ...view.deeds.filter((deed) => deed.owner === who).map((deed) => {
      const tick = make("input");
      tick.type = "checkbox";
      tick.id = `deed-${deed.pos}`;
      return make("label", "tick", tick, card(deed));
    }))];
  const go = button("usual", offer, make("strong", "", t("Offer it")));
  go.disabled = waiting.size > 0;
  return [make("h1", "", t("With whom?")), whom, ...side(view.seat, "You give"),
    ...side(partner, "You get"), go];
}

function basket(who) {
  const deeds = view.deeds.filter((deed) => deed.owner === who
    && document.getElementById(`deed-${deed.pos}`).checked).map((deed) => deed.pos);
  return { cash: sum(document.getElementById(`cash-${who}`).value), deeds };
}

function offer() {
  const asks = { do: "offer", a: view.seat, b: partner, a_gives: basket(view.seat), b_gives: basket(partner) };
  send(asks, () => { tab = "seat"; tell(t("The offer is on its way.")); });
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

function lifted() {
  held = false;
  setTimeout(() => { if (late) draw(); });   // after the click it may have been
}

addEventListener("pointerdown", () => { held = true; }, true);
for (const event of ["pointerup", "pointercancel"]) addEventListener(event, lifted, true);

for (const event of ["visibilitychange", "pageshow", "online"]) {
  (event === "visibilitychange" ? document : window).addEventListener(event, () => {
    if (!document.hidden) connect();
  });
}
connect();
