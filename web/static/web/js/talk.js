/** Talk at the table: what was said, the phrases, and a field for text where nothing is rated. */

import { get, Refused, send } from "./api.js";
import { h } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { rove } from "./keys.js";
import { refusalText } from "./refusals.js";
import { me } from "./state.js";

const SHOWN = 50;
const BUBBLE_STAYS = 6000;

/** In which talk of the table a visitor takes part; null: in none. */
export function audienceOf(state, account) {
  if (me(state)) return "table";
  const apart = !state.table || state.table.you_wait_for || state.table.you_left;
  return account && !apart ? "watchers" : null;
}

/** Whether only harmless phrases may be said: a rated hand is on, seen from a seat. */
export function isRestrained(state, rated) {
  return Boolean(rated && me(state) && state.view && state.view.phase !== "over");
}

/**
 * The panel `root`, opened by `button`. `say` tells the screen reader, `toast` shows a refusal,
 * `onPerson(name, message)` is called when a name is pressed.
 */
export function createTalk(root, { table, button, bubble, say, toast, onPerson }) {
  const part = (name) => root.querySelector(`[data-talk="${name}"]`);
  const rated = root.dataset.rated === "true";
  const account = root.dataset.account === "true";
  const phrases = [...root.querySelectorAll("[data-phrase]")];
  const words = new Map(phrases.map((one) => [one.dataset.phrase, one.textContent]));
  const count = button.querySelector(".tool__count");
  const list = part("said");
  let audience = null;
  let said = [];
  let unread = 0;
  let timer;

  list.dataset.empty = gettext("Nobody has said anything yet.");
  rove(part("phrases"), "[data-phrase]:not([hidden])");
  button.addEventListener("click", () => (root.hidden ? open() : close()));
  part("close").addEventListener("click", close);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  for (const one of phrases) one.addEventListener("click", () => tell({ phrase: one.dataset.phrase }));
  part("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = root.querySelector("#talk-text");
    const text = field.value.trim();
    if (text && (await tell({ text }))) field.value = "";
  });

  function open() {
    root.hidden = false;
    button.setAttribute("aria-expanded", "true");
    bubble.hidden = true;
    unread = 0;
    draw();
    list.scrollTop = list.scrollHeight;
    (root.querySelector("#talk-text") ?? phrases.find((one) => !one.hidden))?.focus();
  }

  function close() {
    if (root.hidden) return;
    root.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  }

  async function tell(message) {
    try {
      receive(await send(`tables/${table}/messages/`, message));
      return true;
    } catch (error) {
      toast(
        error instanceof Refused ? refusalText(error) : gettext("The server could not be reached."),
      );
      return false;
    }
  }

  /** Read what was said last; again after a lost connection or a change of seat. */
  async function load() {
    const asked = audience;
    if (!asked) return;
    try {
      const { results } = await get(`tables/${table}/messages/?limit=${SHOWN}`);
      if (asked === audience) said = results.reverse();
    } catch {
      return; // the next connection asks again
    }
    draw();
    list.scrollTop = list.scrollHeight;
  }

  /** A message has arrived, or was just said here: each is shown once. */
  function receive(message) {
    if (message.audience !== audience || said.some((one) => one.id === message.id)) return;
    const below = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    said = [...said, message].slice(-SHOWN);
    const mine = message.name === root.dataset.name;
    if (!mine) say(`${message.name}: ${textOf(message)}`);
    if (root.hidden && !mine) {
      unread += 1;
      show(message);
    }
    draw();
    if (below) list.scrollTop = list.scrollHeight;
  }

  function show(message) {
    clearTimeout(timer);
    bubble.replaceChildren(h("b", {}, message.name), textOf(message));
    bubble.hidden = false;
    timer = setTimeout(() => {
      bubble.hidden = true;
    }, BUBBLE_STAYS);
  }

  const textOf = (message) => message.text ?? words.get(message.phrase) ?? message.phrase;

  function draw() {
    list.replaceChildren(...said.map(line));
    count.hidden = !unread;
    count.replaceChildren(
      h("span", { "aria-hidden": "true" }, String(unread)),
      h("span", { class: "visually-hidden" }, fill(gettext("{count} new"), { count: unread })),
    );
  }

  function line(message) {
    const mine = message.name === root.dataset.name;
    const time = new Date(message.at);
    const name = mine
      ? h("span", { class: "said__name" }, gettext("You"))
      : h(
          "button",
          {
            type: "button",
            class: "said__name",
            title: gettext("Mute, block or report"),
            onclick: () => onPerson(message.name, message.id),
          },
          message.name,
        );
    return h(
      "li",
      { class: mine ? "said is-mine" : "said" },
      name,
      h("span", { class: "said__words" }, textOf(message)),
      h(
        "time",
        { class: "said__time", datetime: message.at },
        time.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }),
      ),
    );
  }

  function update(state) {
    const now = audienceOf(state, account);
    button.hidden = !now;
    if (!now && !root.hidden) close();
    if (now !== audience) {
      audience = now;
      said = [];
      unread = 0;
      part("who").textContent =
        now === "watchers"
          ? gettext("Read by those who look on, not by the players")
          : gettext("Read by the players at the table");
      draw();
      load();
    }
    const restrained = isRestrained(state, rated);
    for (const one of phrases) one.hidden = restrained && !("harmless" in one.dataset);
    part("note").hidden = !restrained;
  }

  /** Forget what somebody said who is not read any more. */
  function forget(name) {
    said = said.filter((one) => one.name !== name);
    draw();
  }

  return { update, receive, load, forget };
}
