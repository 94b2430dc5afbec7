/** The call to the table: a dialog over whatever the page shows, with a countdown and a sound. */

import { h, setText } from "../dom.js";
import { fill, gettext } from "../i18n.js";

const SECOND = 1000;
const SHORT = 6; // seconds left that call again
const CALLS_EVERY = 5;

/**
 * `answer(check, ready)` sends what the player says; `sound` plays "turn" and "warning".
 * Returns a function that draws a state.
 */
export function createReady(dialog, { answer, sound, page = document, now = () => performance.now() }) {
  const $ = (id) => dialog.querySelector(`#ready-${id}`);
  const title = page.title;
  let check = null;
  let endsAt = 0;
  let timer = null;

  // Escape would leave a table of three waiting for nothing: it is answered in words
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  $("yes").addEventListener("click", () => answer(check, true));
  $("no").addEventListener("click", () => answer(check, false));

  function tick() {
    const left = Math.max(0, Math.ceil((endsAt - now()) / SECOND));
    setText($("seconds"), String(left));
    $("seconds").classList.toggle("is-short", left <= SHORT);
    if (!check.you_are_ready) {
      const flash = left % 2 ? ["●", gettext("Your game is ready")].join(" ") : title;
      page.title = fill("({left}) {flash}", { left, flash });
      if (left === SHORT) sound.play("warning");
      else if (left % CALLS_EVERY === 0 && left) sound.play("turn");
    } else page.title = title;
  }

  function open() {
    if (!dialog.open) dialog.showModal();
    $("yes").focus();
    sound.play("turn");
    timer ??= setInterval(tick, SECOND);
    navigator.setAppBadge?.(1)?.catch(() => {});
  }

  function close() {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    check = null;
    page.title = title;
    dialog.close();
    navigator.clearAppBadge?.()?.catch(() => {});
  }

  return ({ readyCheck }) => {
    if (!readyCheck) return close();
    const isNew = readyCheck.id !== check?.id;
    check = readyCheck;
    endsAt = now() + readyCheck.seconds_left * SECOND;
    setText($("what"), what(dialog, check));
    $("marks").replaceChildren(
      ...Array.from({ length: check.of }, (_, index) =>
        h("span", { class: `ready__mark${index < check.ready ? " is-ready" : ""}` }),
      ),
    );
    setText($("count"), count(check));
    $("yes").hidden = $("no").hidden = check.you_are_ready;
    if (isNew) open();
    tick();
  };
}

function what(dialog, { ladder }) {
  const titles = JSON.parse(dialog.dataset.titles);
  return titles[ladder] ?? titles[ladder.replace(/-demo$/, "")] ?? ladder;
}

function count(check) {
  const ready = fill(gettext("{ready} of {of} are ready."), check);
  return check.you_are_ready ? [ready, gettext("Waiting for the others.")].join(" ") : ready;
}
