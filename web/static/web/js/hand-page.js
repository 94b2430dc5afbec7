/** The page of a finished hand: forwards and backwards through every action, and its proof. */

import { bidLabel } from "./bids.js";
import { cardName, cardSign, faceUrl, sortCards, suitName, suitOf } from "./cards.js";
import { h, setText } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { rove } from "./keys.js";
import { createChecker } from "./render/checker.js";
import { positionOfTrick, positions } from "./replay-state.js";
import { indexOf, placeOf, seatWord } from "./seats.js";

const PAUSE = { card: 900, trick: 1700 };
const page = document.getElementById("replay");
const record = JSON.parse(document.getElementById("record").textContent);

class Replay {
  constructor() {
    this.all = positions(record);
    this.look = { base: page.dataset.cards, fourColour: page.dataset.fourColour === "true" };
    this.me = page.dataset.seat || null;
    this.felt = page.querySelector(".replay__felt");
    this.trick = page.querySelector(".replay__trick");
    this.caption = page.querySelector(".replay__caption");
    this.slider = page.querySelector(".replay__slider");
    this.playButton = page.querySelector("[data-go=play]");
    this.slider.max = this.all.length - 1;
    this.slots = record.seats.map((seat) => this.slot(seat));
    this.listen();
    this.show(this.fromAddress());
  }

  /** `#12` in the address opens the hand after twelve actions, so that a moment can be shared. */
  fromAddress() {
    const asked = Number(location.hash.slice(1));
    return Number.isInteger(asked) && asked > 0 && asked < this.all.length
      ? asked
      : positionOfTrick(this.all, 0);
  }

  slot(seat) {
    const element = h("section", {
      class: `diagram diagram--${placeOf(seat, this.me, record.seats.length)}`,
      "aria-label": seatWord(seat),
    });
    this.felt.append(element);
    return element;
  }

  listen() {
    for (const button of page.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => this.go(button.dataset.go));
    for (const button of document.querySelectorAll("[data-trick]")) {
      button.addEventListener("click", () =>
        this.show(positionOfTrick(this.all, Number(button.dataset.trick))),
      );
    }
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    rove(page.querySelector(".replay__controls"), "button");
    addEventListener("keydown", (event) => {
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.target.closest("input, button, a, summary")
      )
        return;
      const go = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[
        event.key
      ];
      if (!go) return;
      event.preventDefault();
      this.go(go);
    });
  }

  go(where) {
    if (where === "play") {
      this.timer ? this.stop() : this.start();
      return;
    }
    this.stop();
    const last = this.all.length - 1;
    this.show(
      { first: 0, back: Math.max(0, this.at - 1), next: Math.min(last, this.at + 1), last }[where],
    );
  }

  start() {
    if (this.at === this.all.length - 1) this.show(0);
    this.playButton.setAttribute("aria-pressed", "true");
    const tick = () => {
      this.show(this.at + 1);
      if (this.at === this.all.length - 1) this.stop();
      else this.timer = setTimeout(tick, this.all[this.at].winner ? PAUSE.trick : PAUSE.card);
    };
    this.timer = setTimeout(tick, PAUSE.card);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playButton.setAttribute("aria-pressed", "false");
  }

  show(at) {
    this.at = at;
    const position = this.all[at];
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", this.text(position));
    setText(this.caption, this.text(position));
    setText(page.querySelector(".replay__count"), `${at} / ${this.all.length - 1}`);
    record.seats.forEach((seat, index) =>
      this.slots[index].replaceChildren(...this.diagram(position, seat)),
    );
    this.trick.replaceChildren(
      ...position.trick.map(({ seat, card }) => this.laid(position, seat, card)),
    );
    for (const row of document.querySelectorAll("tr[data-row]"))
      row.classList.toggle("is-now", Number(row.dataset.row) === position.number);
  }

  laid(position, seat, card) {
    const place = placeOf(seat, this.me, record.seats.length);
    const winner = position.winner === seat ? " is-winner" : "";
    return h("img", {
      class: `laid laid--${place}${winner}`,
      src: faceUrl(card, this.look),
      alt: `${nameOf(seat)}: ${cardName(card)}`,
      width: 240,
      height: 336,
    });
  }

  /** A seat as bridge diagrams show it: a line a suit, cards that are gone struck through. */
  diagram(position, seat) {
    const index = indexOf(seat);
    const gone = (card) => !position.held[index].includes(card);
    const cards = sortCards(new Set([...record.deal.hands[index], ...position.held[index]]));
    const turn = position.action?.seat === seat ? " is-now" : "";
    return [
      h(
        "p",
        { class: `diagram__name${turn}` },
        nameOf(seat),
        h(
          "small",
          {},
          fill(gettext("bid {bid} · took {taken}"), {
            bid: bidLabel(position.bids[index]),
            taken: position.tricks[index],
          }),
        ),
      ),
      ...[..."SHCD"].map((suit) =>
        suitLine(
          suit,
          cards.filter((card) => suitOf(card) === suit),
          gone,
        ),
      ),
    ];
  }

  text({ action, winner }) {
    if (!action) return gettext("The cards are dealt.");
    const name = nameOf(action.seat);
    const late = action.cause === "timeout" && gettext("(the clock played)");
    const taken = winner && fill(gettext("{name} takes the trick."), { name: nameOf(winner) });
    return [said(action, name), late, taken].filter(Boolean).join(" ");
  }
}

function said({ action, seat }, name) {
  if (action === "look") return fill(gettext("{name} looks at the cards."), { name });
  if (action.startsWith("x:")) {
    const cards = action.slice(2).split(",").map(cardName).join(", ");
    return fill(gettext("{name} passes {cards}."), { name, cards });
  }
  if (action.startsWith("p"))
    return fill(gettext("{name}: {card}."), { name, card: cardName(action.slice(1)) });
  return fill(gettext("{name} bids {bid}."), { name, bid: bidLabel(record.bids[indexOf(seat)]) });
}

/** Who sat there; two names where the seat changed hands. */
function nameOf(seat) {
  const names = record.players
    .filter((player) => player.seat === seat)
    .map((player) => player.name);
  return names.join(" / ") || seatWord(seat);
}

function suitLine(suit, cards, gone) {
  const line = h(
    "p",
    { class: `suit suit--${suit}` },
    h("span", { class: "suit__sign", "aria-hidden": "true" }, cardSign(`${suit}2`).at(-1)),
    h("span", { class: "visually-hidden" }, `${suitName(suit)}: `),
  );
  if (!cards.length) line.append("–");
  for (const card of cards)
    line.append(h(gone(card) ? "s" : "b", {}, cardSign(card).slice(0, -1)), " ");
  return line;
}

new Replay();
createChecker(document.getElementById("proof"), { proof: record.proof, record });
