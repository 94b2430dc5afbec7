/** The bar that follows through all pages while the player waits or a rated game goes on. */

import { setText } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { minutes } from "./state.js";

const TICK = 1000;

/** `leave()` gives up the place in the queue. Returns a function that draws a state. */
export function createBar(element, { leave, here }) {
  const text = element.querySelector("#queue-text");
  const clock = element.querySelector("#queue-clock");
  const show = element.querySelector("#queue-show");
  const out = element.querySelector("#queue-leave");
  const ranked = show.getAttribute("href");
  const words = show.textContent;
  let since = null;
  out.addEventListener("click", leave);

  const tick = () => {
    if (since !== null) setText(clock, minutes((Date.now() - since) / 1000));
  };
  setInterval(tick, TICK);

  return ({ ticket, ratedGame }) => {
    const table = ratedGame && `/tables/${ratedGame.table}/`;
    // at the rated table itself, and where the queue has its own page, there is nothing to add
    const shown = table ? here !== table : Boolean(ticket) && here !== ranked;
    element.hidden = !shown;
    element.classList.toggle("is-game", Boolean(table));
    since = ticket ? Date.parse(ticket.since) : null;
    clock.hidden = since === null;
    out.hidden = !ticket;
    if (!shown) return;
    show.href = table ?? ranked;
    show.classList.toggle("button--primary", Boolean(table));
    show.classList.toggle("button--quiet", !table);
    setText(show, table ? gettext("To the table") : words);
    setText(text, table ? gettext("Your rated game is on.") : waiting(ticket));
    tick();
  };
}

function waiting(ticket) {
  if (ticket.partner)
    return fill(gettext("Waiting with {name} for a ranked game"), { name: ticket.partner });
  return gettext("Waiting for a ranked game");
}
