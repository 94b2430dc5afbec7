/** The menu dialog: display settings, pause, leaving, the host's tools, the seed's receipt. */

import { send } from "../api.js";
import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { me } from "../state.js";
import { isHost } from "./lounge.js";

const SINGLE_KEYS = "single-keys";

/** `table` is the page's controller; its requests and settings are what the menu changes. */
export function createMenu(dialog, table) {
  const part = (name) => dialog.querySelector(`[data-menu="${name}"]`);
  const on = (name, event, run) => part(name)?.addEventListener(event, run);
  let receipt = null;

  on("sound", "change", (event) => {
    table.sound.enabled = event.target.checked;
    keep({ sound: event.target.checked });
  });
  on("four-colour", "change", (event) => {
    table.look.fourColour = event.target.checked;
    keep({ four_colour: event.target.checked });
    table.redress();
  });
  on("order", "change", (event) => {
    table.order = event.target.value;
    keep({ card_order: event.target.value });
    table.draw();
  });
  const singleKeys = part("single-keys");
  singleKeys.checked = localStorage.getItem(SINGLE_KEYS) !== "off";
  singleKeys.addEventListener("change", () =>
    localStorage.setItem(SINGLE_KEYS, singleKeys.checked ? "on" : "off"),
  );
  on("pause", "click", () => {
    table.connection.send({ type: "pause", wants: true });
    dialog.close();
  });
  on("people", "click", () => {
    dialog.close();
    table.people.open();
  });
  on("leave", "click", () => {
    dialog.close();
    table.askToLeave();
  });
  on("copy", "click", () => table.copy(table.state.table.code));
  on("new-code", "click", () => table.request("code/"));
  on("publish", "change", (event) =>
    table.request("publish/", { published: event.target.checked }),
  );
  on("receipt", "click", () => download(receipt));

  function keep(settings) {
    if (dialog.dataset.known === "true") send("players/me/", settings, "PATCH").catch(() => {});
  }

  return {
    singleKeys: () => singleKeys.checked,
    seed(found, kept) {
      receipt = kept;
      const words = {
        mine: gettext("Your seed is in this game's shuffle."),
        missing: gettext("Your seed is not in this game's shuffle."),
      };
      part("seed-text").textContent = words[found] ?? gettext("You gave no seed to this game.");
      part("receipt").hidden = !kept;
    },
    update(state) {
      const seated = Boolean(me(state) || state.table?.you_wait_for);
      const host = isHost(state);
      const open = state.table?.status === "open";
      part("seated").hidden = !seated;
      part("host").hidden = !host;
      part("code").hidden = !state.table?.code;
      part("pause").hidden =
        state.table?.status !== "playing" ||
        state.table.rated ||
        Boolean(state.table.paused_until);
      const others =
        host && open
          ? state.table.seats.filter((seat) => seat.kind === "person" && seat.seat !== me(state))
          : [];
      part("kick").replaceChildren(...others.map((seat) => kickButton(seat, table)));
    },
  };
}

function kickButton(seat, table) {
  const text = fill(gettext("Ask {name} to leave"), { name: seat.name });
  return h(
    "button",
    {
      type: "button",
      class: "button button--danger",
      onclick: () => table.request("kick/", { seat: seat.seat }),
    },
    text,
  );
}

function download(receipt) {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" }),
  );
  h("a", { href: address, download: `spades-receipt-${receipt.game}.json` }).click();
  URL.revokeObjectURL(address);
}
