/** Before a game and between games: who is here, the code, start; rematch and new partners. */

import { h, icon } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { me } from "../state.js";

/** `start(withBots)`, `copy(code)`, `sit()`: what the buttons do. */
export function createLounge(element, { start, copy, sit }) {
  let drawn = "";
  return (state) => {
    const { table, game, closed } = state;
    const open = table?.status === "open" && !closed;
    element.hidden = !open || Boolean(game && ["hashing", "revealing"].includes(game.status));
    if (element.hidden) return;
    const key = JSON.stringify([table.seats, table.host, table.code, table.can_start, table.you]);
    if (key === drawn) return;
    drawn = key;
    element.replaceChildren(...content(state, { start, copy, sit }));
  };
}

function content(state, { start, copy, sit }) {
  const { table } = state;
  const host = isHost(state);
  const bots = h("input", { type: "checkbox", checked: table.fill_with_bots });
  return [
    h(
      "h2",
      { class: "box__title" },
      host ? gettext("Your table is open") : gettext("Waiting for the host to start"),
    ),
    table.code ? code(table.code, copy) : null,
    me(state)
      ? null
      : h(
          "button",
          { type: "button", class: "button button--primary", onclick: sit },
          gettext("Sit down here"),
        ),
    host
      ? h(
          "label",
          { class: "check box__check" },
          bots,
          h("span", {}, gettext("Fill empty seats with bots")),
        )
      : null,
    host
      ? h(
          "button",
          {
            type: "button",
            class: "button button--primary button--big",
            "aria-disabled": !table.can_start,
            onclick: () => start(bots.checked),
          },
          gettext("Start the game"),
        )
      : null,
  ].filter(Boolean);
}

function code(text, copy) {
  return h(
    "p",
    { class: "code-line" },
    h("span", {}, gettext("Code for friends")),
    h("code", { class: "code-line__code" }, text),
    h(
      "button",
      { type: "button", class: "button", onclick: () => copy(text) },
      icon("copy"),
      gettext("Copy the link"),
    ),
  );
}

/** Whether the visitor hosts this table: the host's name is on the visitor's seat. */
export function isHost({ table }) {
  if (!table?.you || !table.host) return false;
  return table.seats.some((seat) => seat.seat === table.you && seat.name === table.host);
}

/** What a rated game has done to the ratings, asked for until it has been rated, and the next one. */
function afterRated(game, mine) {
  const changes = h("div", {
    class: "result__ratings",
    role: "status",
    "hx-get": `/games/${game.id}/ratings/`,
    "hx-trigger": "load, every 1s",
  });
  globalThis.htmx?.process(changes);
  return [
    changes,
    mine ? h("a", { class: "button button--primary", href: "/ranked/" }, gettext("Queue again")) : null,
  ];
}

/** Buttons after a game, kept in `row`; nobody plays a rated game again at its table. */
export function createAfterGame({ rematch, changePartners, leave }) {
  let drawn = "";
  return (row, state) => {
    const { table, game } = state;
    const agreed = table.seats.filter((seat) => seat.wants_rematch).map((seat) => seat.name);
    const mine = table.seats.find((seat) => seat.seat === me(state));
    const key = JSON.stringify([agreed, me(state), isHost(state), game?.id]);
    if (key === drawn && row.childElementCount) return;
    drawn = key;
    row.replaceChildren(
      ...[
        ...(table.rated && game ? afterRated(game, mine) : []),
        mine && !table.rated
          ? h(
              "button",
              {
                type: "button",
                class: "button button--primary",
                "aria-pressed": String(mine.wants_rematch),
                onclick: rematch,
              },
              mine.wants_rematch ? gettext("Waiting for the others") : gettext("Play again"),
            )
          : null,
        isHost(state)
          ? h(
              "button",
              { type: "button", class: "button", onclick: changePartners },
              gettext("Change partners"),
            )
          : null,
        game
          ? h("a", { class: "button", href: `/games/${game.id}/` }, gettext("Game and proof"))
          : null,
        mine
          ? h("button", { type: "button", class: "button", onclick: leave }, gettext("Leave"))
          : null,
        agreed.length
          ? h(
              "p",
              { class: "result__wait" },
              fill(gettext("Ready: {names}"), { names: agreed.join(", ") }),
            )
          : null,
      ].filter(Boolean),
    );
  };
}
