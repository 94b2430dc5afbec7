/** Leaving a rated game: what it costs, before it is done; and what others hear of absences. */

import { fill, gettext } from "../i18n.js";
import { seatName } from "../seats.js";
import { me, minutes, quitter } from "../state.js";

/** What leaving now would mean for the player. */
function costs(state) {
  if (["hashing", "revealing"].includes(state.game?.status))
    return gettext(
      "No card has been dealt: the game is annulled and counts for nobody. The queue is closed to you for a few minutes.",
    );
  if (quitter(state, me(state)))
    return gettext(
      "You have quit this game already: it stays lost for you. A bot plays your seat.",
    );
  return gettext(
    "This is a rated game. If you leave it now, it is lost for you, whatever the result. A bot plays your seat, and the queue is closed to you for a while: 5 minutes the first time, longer each time after.",
  );
}

/** `show(state)` opens the dialog; `leave()` is what its button does. */
export function createLeaving(dialog, { leave }) {
  const text = dialog.querySelector("[data-leaving=text]");
  dialog.querySelector("[data-leaving=leave]").addEventListener("click", () => {
    dialog.close();
    leave();
  });
  return (state) => {
    text.textContent = costs(state);
    dialog.showModal();
  };
}

/** The sentences of the notices about a seat's absence, by kind. */
export function absenceWords(state, seat, data) {
  if (!seat) return {};
  const name = data?.name ?? seatName(state.table, seat);
  const time = minutes(data?.seconds ?? 0);
  return {
    quit: fill(gettext("{name} has quit. A bot plays on."), { name }),
    bank: fill(gettext("{name} has lost the connection. Time to come back: {time}."), {
      name,
      time,
    }),
    bank_stopped:
      seat === me(state)
        ? fill(gettext("You are back. Time left in the bank: {time}."), { time })
        : fill(gettext("{name} is back. Time left in the bank: {time}."), { name, time }),
  };
}
