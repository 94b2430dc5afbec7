/** The plates round the table: who sits where, bid and tricks, turn, clock, absence. */

import { bidLabel } from "../bids.js";
import { h, icon, setText } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { indexOf, placeOf, seatWord } from "../seats.js";
import { me, minutes, quitter } from "../state.js";

const NEVER_SHOWN = 13;
const TICK = 500; // milliseconds

export function createSeats(felt) {
  const plates = new Map();
  const bank = createBank(felt);
  return (state) => {
    const { table } = state;
    if (!table) return;
    bank.start(state.clock);
    const players = table.seats.length;
    felt.dataset.players = players;
    for (const seat of table.seats) {
      const plate = plates.get(seat.seat) ?? h("div", { class: "seat", "data-seat": seat.seat });
      plates.set(seat.seat, plate);
      plate.className = classes(state, seat, placeOf(seat.seat, me(state), players));
      plate.replaceChildren(...parts(state, seat));
      if (seat.seat === bank.seat()) plate.append(bank.flag(seat));
      if (!plate.isConnected) felt.append(plate);
    }
  };
}

/** The bank a seat draws on, counted down by this page's own time. */
function createBank(felt) {
  let clock = null;
  let endsAt = 0;
  const time = h("span", { class: "bank__time" });
  const seat = () => (clock?.bank_since ? clock.seat : null);
  const tick = () => {
    if (seat()) setText(time, minutes(Math.max(0, (endsAt - performance.now()) / 1000)));
  };
  setInterval(tick, TICK);
  return {
    seat,
    start(now) {
      if (now === clock) return;
      clock = now;
      endsAt = performance.now() + (clock?.seconds_left ?? 0) * 1000;
      felt.classList.toggle("is-banking", Boolean(seat()));
      tick();
    },
    flag: (of) =>
      h(
        "p",
        { class: "bank", title: fill(gettext("{name} has lost the connection"), { name: of.name }) },
        icon("offline"),
        h("span", { class: "visually-hidden" }, gettext("Connection lost. Time left:")),
        time,
      ),
  };
}

function classes(state, seat, place) {
  const acts = state.view?.to_act === seat.seat;
  return [
    "seat",
    `seat--${place}`,
    acts && "is-acting",
    seat.kind === "empty" && "is-empty",
    seat.kind === "person" && !seat.connected && "is-gone",
  ]
    .filter(Boolean)
    .join(" ");
}

function parts(state, seat) {
  const { view } = state;
  const mine = seat.seat === me(state);
  return [
    h(
      "div",
      { class: "seat__plate" },
      face(seat),
      h("div", { class: "seat__words" }, name(state, seat, mine), figures(view, seat)),
    ),
    ...flags(state, seat, mine),
    mine || !view || view.phase === "over" ? null : backs(view.counts[indexOf(seat.seat)]),
  ].filter(Boolean);
}

function face(seat) {
  const sign =
    { bot: icon("bot"), empty: icon("chair") }[seat.kind] ??
    h("span", {}, (seat.name ?? "?")[0].toUpperCase());
  return h("span", { class: "seat__face", "aria-hidden": "true" }, sign);
}

function name(state, seat, mine) {
  const text = mine ? gettext("You") : (seat.name ?? gettext("Empty seat"));
  return h(
    "p",
    { class: "seat__name", title: seatWord(seat.seat) },
    text,
    h("span", { class: "visually-hidden" }, ` (${seatWord(seat.seat)})`),
  );
}

function figures(view, seat) {
  if (!view || seat.kind === "empty") return null;
  const bid = view.bids[indexOf(seat.seat)];
  const taken = view.tricks[indexOf(seat.seat)];
  if (bid === null)
    return h(
      "p",
      { class: "seat__figures" },
      view.to_act === seat.seat && view.phase === "bidding"
        ? gettext("bidding…")
        : gettext("no bid yet"),
    );
  const spoken = fill(gettext("took {taken}, bid {bid}"), { taken, bid: bidLabel(bid) });
  const short = typeof bid === "number" ? `${taken} / ${bid}` : `${bidLabel(bid)} · ${taken}`;
  return h(
    "p",
    { class: "seat__figures" },
    h("span", { "aria-hidden": "true" }, short),
    h("span", { class: "visually-hidden" }, spoken),
  );
}

function flags(state, seat, mine) {
  const { table, view } = state;
  const banking = state.clock?.bank_since && state.clock.seat === seat.seat;
  const flag = (kind, text, sign) =>
    h(
      "span",
      { class: `flag flag--${kind}` },
      sign ? icon(sign) : null,
      h("span", { class: sign ? "visually-hidden" : null }, text),
    );
  const found = [
    view && view.dealer === seat.seat && flag("dealer", gettext("Dealer")),
    table.host && seat.name === table.host && flag("host", gettext("Host"), "crown"),
    seat.away &&
      flag("away", mine ? gettext("A bot plays for you") : gettext("away, a bot plays"), "away"),
    seat.kind === "bot" && quitter(state, seat.seat) && flag("quit", gettext("quit, a bot plays")),
    seat.kind === "person" && !seat.connected && !banking && flag("gone", gettext("disconnected"), "offline"),
    seat.wants_pause && flag("pause", gettext("asks for a pause"), "pause"),
    seat.taken_by && flag("next", fill(gettext("next: {name}"), { name: seat.taken_by })),
  ].filter(Boolean);
  return found.length ? [h("div", { class: "seat__flags" }, found)] : [];
}

function backs(count) {
  const row = h("div", { class: "backs", "aria-hidden": "true" });
  for (let card = 0; card < Math.min(count, NEVER_SHOWN); card += 1) row.append(h("i", {}));
  return row;
}
