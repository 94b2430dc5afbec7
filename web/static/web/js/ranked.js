/** The page of the queue: an invitation in the address, copying one, how long one has waited or must. */

import { setText } from "./dom.js";
import { gettext } from "./i18n.js";
import { minutes } from "./queue/state.js";

// `/ranked/#party=…`: the code stays out of the server's logs
function fillCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("party");
  const field = document.getElementById("party-code");
  if (!code || !field) return;
  field.value = code;
  field.scrollIntoView({ block: "center" });
  document.getElementById("party-join").focus();
}

fillCode();
// the link may be opened where this page is open already: nothing is loaded then
addEventListener("hashchange", fillCode);

document.body.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  source.select();
  await navigator.clipboard?.writeText(source.value).catch(() => {});
  button.lastChild.textContent = gettext("Copied");
});

// an answer that is on its way when a box is ticked would take the tick back: leave it out
let outdated = false;

document.body.addEventListener("change", (event) => {
  if (event.target.name !== "ladders") return;
  outdated = document.getElementById("queue-state").classList.contains("htmx-request");
  document.body.dispatchEvent(new CustomEvent("news-queue"));
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "queue-state" || !outdated) return;
  event.detail.shouldSwap = false;
  outdated = false;
});

const AN_HOUR = 3600;

/** The clocks of the list below, which comes anew from time to time: looked for each time. */
function tick() {
  const since = document.querySelector("[data-since]");
  if (since) setText(since, minutes((Date.now() - Date.parse(since.dataset.since)) / 1000));
  const until = document.querySelector("[data-until]");
  const left = until ? (Date.parse(until.dataset.until) - Date.now()) / 1000 : Infinity;
  if (left < AN_HOUR) setText(until, minutes(left));
}

tick();
document.body.addEventListener("htmx:afterSettle", tick);
setInterval(tick, 1000);
