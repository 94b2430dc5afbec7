/** The line that says what is going on, and the bars for pause, absence and lost connection. */

import { turnText } from "../announce.js";
import { h, setText } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { isMyTurn, me } from "../state.js";

/** Why the server has closed the table to this visitor, or null. */
function goneText({ closed, table, game }) {
  if (game?.end_cause === "left_before_deal")
    return gettext("Somebody left before the deal: the game is annulled and counts for nobody.");
  if (closed === "TABLE_CLOSED" || table.status === "closed")
    return gettext("This table is closed.");
  if (closed === "ACCESS_LOST") return gettext("You are no longer signed in here.");
  return closed ? gettext("You no longer have a seat at this table.") : null;
}

/** The status sentence under the trick. */
function statusText(state) {
  const { table, game } = state;
  if (!table) return gettext("Coming to the table…");
  const gone = goneText(state);
  if (gone) return gone;
  if (game?.status === "hashing" || game?.status === "revealing")
    return gettext("Shuffling with everybody's seed…");
  if (table.status === "open")
    return fill(gettext("{count} of {all} seats taken"), {
      count: table.seats.filter((seat) => seat.kind !== "empty").length,
      all: table.seats.length,
    });
  if (table.paused_until) return gettext("The game is paused.");
  if (!state.view) return gettext("The cards are being dealt…");
  return turnText(state);
}

export function createStatus(element) {
  return (state) => {
    setText(element, statusText(state));
    element.classList.toggle("is-mine", isMyTurn(state));
  };
}

/** One bar at a time, the most pressing first; `acts` holds what its button does. */
export function createBanner(element, acts) {
  let drawn = "";
  return (state) => {
    const bar = pressing(state, acts);
    const key = bar ? bar.text + (bar.label ?? "") : "";
    if (key === drawn) return;
    drawn = key;
    element.hidden = !bar;
    if (!bar) return;
    element.replaceChildren(
      ...[
        h("p", {}, bar.text),
        bar.label
          ? h(
              "button",
              { type: "button", class: "button button--primary", onclick: bar.run },
              bar.label,
            )
          : null,
      ].filter(Boolean),
    );
  };
}

function pressing(state, { back, resume, agree, giveBack, sit, comeBack, goHome, queueAgain }) {
  const { table } = state;
  if (!table) return null;
  const gone = goneText(state);
  if (gone && table.rated) return { text: gone, label: gettext("Queue again"), run: queueAgain };
  if (gone) return { text: gone, label: gettext("Home"), run: goHome };
  const mine = table.seats.find((seat) => seat.seat === me(state));
  if (mine?.away)
    return {
      text: table.rated
        ? fill(
            gettext("You were away: a bot plays your cards. It has had {turns} of your turns; after 6 you have quit."),
            { turns: mine.away_turns },
          )
        : gettext("You were away: a bot plays your cards."),
      label: gettext("I'm back"),
      run: back,
    };
  if (table.paused_until) {
    return mine
      ? { text: gettext("The game is paused."), label: gettext("Go on"), run: resume }
      : { text: gettext("The game is paused.") };
  }
  const asker = table.seats.find((seat) => seat.wants_pause && seat.seat !== me(state));
  if (mine && !mine.wants_pause && asker) {
    return {
      text: fill(gettext("{name} asks for a pause."), { name: asker.name }),
      label: gettext("Agree"),
      run: agree,
    };
  }
  if (mine?.wants_pause)
    return {
      text: gettext("You asked for a pause; the others have not agreed yet."),
      label: gettext("Withdraw"),
      run: giveBack,
    };
  return mine ? null : watching(table, { sit, comeBack });
}

/** For somebody without a seat: watching, waiting for the next hand, or gone and welcome back. */
function watching(table, { sit, comeBack }) {
  if (table.status === "open") return null;
  if (table.you_wait_for)
    return { text: gettext("You take over a seat when the next hand is dealt.") };
  if (table.you_left && table.rated)
    return {
      text: gettext("You have quit: this game is lost for you. A bot plays your seat."),
      label: gettext("Take the seat back"),
      run: comeBack,
    };
  if (table.you_left)
    return {
      text: gettext("You left; a bot keeps your seat."),
      label: gettext("Return"),
      run: comeBack,
    };
  const free = !table.rated && table.seats.some((seat) => seat.kind !== "person" && !seat.taken_by);
  return free
    ? { text: gettext("You are watching."), label: gettext("Sit down"), run: sit }
    : { text: gettext("You are watching.") };
}
