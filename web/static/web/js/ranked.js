/** The page of the queue: an invitation in the address, copying one, how long one has waited. */

import { setText } from "./dom.js";
import { gettext } from "./i18n.js";
import { minutes } from "./queue/state.js";

// `/ranked/#party=…`: the code stays out of the server's logs
const code = new URLSearchParams(location.hash.slice(1)).get("party");
const field = document.getElementById("party-code");
if (code && field) {
  field.value = code;
  field.scrollIntoView({ block: "center" });
  document.getElementById("party-join").focus();
}

document.body.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  source.select();
  await navigator.clipboard?.writeText(source.value).catch(() => {});
  button.lastChild.textContent = gettext("Copied");
});

// the list below comes anew from time to time: the clock is looked for each time
setInterval(() => {
  const clock = document.querySelector("[data-since]");
  if (clock) setText(clock, minutes((Date.now() - Date.parse(clock.dataset.since)) / 1000));
}, 1000);
