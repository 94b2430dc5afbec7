/** The dialog about other players: mute them, block them, report them to the staff. */

import { get, Refused, send } from "./api.js";
import { h } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { refusalText } from "./refusals.js";
import { me } from "./state.js";

/** Those in the other seats, by name. */
export const othersAt = (state) =>
  (state.table?.seats ?? [])
    .filter((seat) => seat.kind === "person" && seat.seat !== me(state))
    .map((seat) => seat.name);

/** What a report from here is about: the message pressed, else the hand, else the game. */
export function subjectOf(state, message) {
  if (message) return { message };
  if (!me(state)) return {};
  if (state.hand) return { hand: state.hand };
  return state.game ? { game: state.game.id } : {};
}

/** `onUnread(name)` is called when somebody is no longer read, `onRead()` when they are again. */
export function createPeople(dialog, { getState, onUnread, onRead }) {
  const part = (name) => dialog.querySelector(`[data-people="${name}"]`);
  const form = part("report");
  const lists = { mutes: new Set(), blocks: new Set() };
  let names = [];
  let subject = {};
  let reported = "";

  part("cancel").addEventListener("click", () => {
    form.hidden = true;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { reason, text } = Object.fromEntries(new FormData(form));
    const about = reason === "name" ? {} : subject;
    if (await tried(() => send("reports/", { username: reported, reason, text, ...about }))) {
      form.hidden = true;
      form.reset();
      tell(gettext("Thank you. Staff will look at it."));
    }
  });

  /** Show the players in the other seats, or the one who said `message`. */
  async function open(name = null, message = null) {
    names = name ? [name] : othersAt(getState());
    subject = subjectOf(getState(), message);
    form.hidden = true;
    part("result").hidden = true;
    draw();
    dialog.showModal();
    await tried(async () => {
      for (const kind of Object.keys(lists)) lists[kind] = await listed(kind);
    });
    draw();
  }

  async function tried(run) {
    try {
      await run();
      return true;
    } catch (error) {
      const away = gettext("The server could not be reached.");
      tell(error instanceof Refused ? refusalText(error) : away);
      return false;
    }
  }

  function tell(text) {
    part("result").hidden = false;
    part("result").textContent = text;
  }

  async function turn(kind, name) {
    const on = lists[kind].has(name);
    const done = await tried(() =>
      on
        ? send(`players/me/${kind}/${name}/`, {}, "DELETE")
        : send(`players/me/${kind}/`, { username: name }),
    );
    if (!done) return;
    if (on) lists[kind].delete(name);
    else lists[kind].add(name);
    if (on) onRead();
    else onUnread(name);
    draw();
    part("list").querySelector(`[data-name="${name}"] [data-kind="${kind}"]`)?.focus();
  }

  function draw() {
    const nobody = h("li", {}, gettext("There are only bots and empty seats."));
    part("list").replaceChildren(...(names.length ? names.map(person) : [nobody]));
  }

  function person(name) {
    const toggle = (kind, text) =>
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-kind": kind,
          onclick: () => turn(kind, name),
        },
        lists[kind].has(name) ? text.on : text.off,
        h("span", { class: "visually-hidden" }, ` ${name}`),
      );
    return h(
      "li",
      { class: "people__one", "data-name": name },
      h("p", { class: "people__name" }, name),
      toggle("mutes", { off: gettext("Mute"), on: gettext("Unmute") }),
      toggle("blocks", { off: gettext("Block"), on: gettext("Unblock") }),
      h(
        "button",
        { type: "button", class: "button button--danger", onclick: () => ask(name) },
        gettext("Report"),
        h("span", { class: "visually-hidden" }, ` ${name}`),
      ),
    );
  }

  function ask(name) {
    reported = name;
    part("result").hidden = true;
    part("report-title").textContent = fill(gettext("Report {name}"), { name });
    const words = {
      message: gettext("What they said is sent along."),
      hand: gettext("The hand you are playing is sent along."),
      game: gettext("The game is sent along."),
    };
    const shared = Object.keys(subject)[0];
    part("about").textContent =
      words[shared] ?? gettext("You share no hand with them yet: only the name can be reported.");
    const { reason } = form.elements;
    for (const option of reason.options) option.disabled = !shared && option.value !== "name";
    reason.value = shared ? reason.options[0].value : "name";
    form.hidden = false;
    part("report-title").focus();
  }

  return { open };
}

/** Every name on one of the player's own lists. */
async function listed(kind) {
  const found = new Set();
  for (let page = 1, more = true; more; page += 1) {
    const { results, next } = await get(`players/me/${kind}/?limit=100&page=${page}`);
    for (const { username } of results) found.add(username);
    more = Boolean(next);
  }
  return found;
}
