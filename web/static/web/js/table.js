/** The table page: joins the socket, folds its frames, draws, and sends what the player does. */

import { clockText, liveRegion, news } from "./announce.js";
import { Refused, send as post } from "./api.js";
import { turnBadge } from "./badge.js";
import { faceUrl } from "./cards.js";
import { Connection, socketUrl } from "./connection.js";
import { fill, gettext } from "./i18n.js";
import { listen } from "./keys.js";
import { refusalText } from "./refusals.js";
import { createPeople } from "./people.js";
import { createBanner, createStatus } from "./render/banner.js";
import { createBidding } from "./render/bidding.js";
import { createClock } from "./render/clock.js";
import { createExchange, passSize } from "./render/exchange.js";
import { createHand } from "./render/hand.js";
import { absenceWords, createLeaving } from "./render/leaving.js";
import { createAfterGame, createLounge } from "./render/lounge.js";
import { createMenu } from "./render/menu.js";
import { createReadout } from "./render/readout.js";
import { createResult } from "./render/result.js";
import { createSeats } from "./render/seats.js";
import { createSheetPanel } from "./render/sheet.js";
import { createSides } from "./render/sides.js";
import { createToast } from "./render/toast.js";
import { createTrick } from "./render/trick.js";
import { createSeeding } from "./seeds.js";
import { Sound } from "./sound.js";
import { createTalk } from "./talk.js";
import { EMPTY, fold, isMyTurn, isRatedGameOn, me, playable, sent } from "./state.js";

const $ = (id) => document.getElementById(id);

/** How long a settled hand stays before the next one is shown, in milliseconds. */
const RESULT_STAYS = Number($("table").dataset.resultSeconds) * 1000;

class Table {
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table;
    this.state = EMPTY;
    this.frames = [];
    this.heldUntil = 0;
    this.chosen = new Set();
    this.look = { base: root.dataset.cards, fourColour: root.dataset.fourColour === "true" };
    this.order = root.dataset.cardOrder;
    this.sound = new Sound(root.dataset.sound === "true");
    this.say = liveRegion($("log"));
    this.alarm = liveRegion($("alarm"), 2);
    this.toast = createToast($("toast"));
    this.badge = turnBadge(document);
    this.seeding = createSeeding({
      send: (frame) => this.connection.send(frame),
      say: (text) => this.toast(text),
      show: (found, receipt) => this.menu.seed(found, receipt),
    });
    this.build();
    this.keys();
    this.connection = new Connection(socketUrl(root.dataset.socket), {
      onFrame: (frame) => this.receive(frame),
      onStatus: (status) => this.connected(status),
    });
  }

  // -- drawing ---------------------------------------------------------------------------

  build() {
    const act = (token) => this.act(token);
    const tools = [...this.root.querySelectorAll("[data-read]")];
    this.hand = createHand($("hand"), {
      look: this.look,
      order: () => this.order,
      onCard: (card) => this.pick(card),
    });
    this.readout = createReadout($("readout"), { look: this.look, say: this.say, buttons: tools });
    for (const tool of tools)
      tool.addEventListener("click", () => this.readout.toggle(tool.dataset.read));
    const plate = (seat) => $("felt").querySelector(`[data-seat="${seat}"] .seat__plate`);
    const origin = (seat) =>
      (seat === me(this.state) && this.from) || plate(seat)?.getBoundingClientRect();
    this.trick = createTrick($("trick"), { look: this.look, originOf: origin, plateOf: plate });
    this.exchange = createExchange($("exchange"), { act });
    const afterGame = createAfterGame({
      rematch: () => this.request("rematch/"),
      changePartners: () => this.request("partners/"),
      leave: () => this.leave(),
    });
    this.leaving = createLeaving($("leaving"), { leave: () => this.leave() });
    this.result = createResult($("result"), { onNext: () => this.release(), controls: afterGame });
    this.menu = createMenu($("menu"), this);
    this.people = createPeople($("people"), {
      getState: () => this.state,
      onUnread: (name) => this.talk.forget(name),
      onRead: () => this.talk.load(),
    });
    this.talk = createTalk($("talk"), {
      table: this.id,
      button: $("talk-button"),
      bubble: $("heard"),
      say: this.say,
      toast: this.toast,
      onPerson: (name, message) => this.people.open(name, message),
    });
    $("felt").addEventListener("click", (event) => this.openSeat(event));
    this.parts = [
      createSides($("sides")),
      createSheetPanel($("sheet-panel")),
      createSeats($("felt")),
      createBidding($("bidding"), { act }),
      createLounge($("lounge"), {
        start: (bots) => this.request("start/", { fill_with_bots: bots }),
        copy: (code) => this.copy(code),
        sit: () => $("sit-form").requestSubmit(),
      }),
      createStatus($("status")),
      createBanner($("banner"), {
        back: () => this.connection.send({ type: "back" }),
        resume: () => this.connection.send({ type: "resume" }),
        agree: () => this.connection.send({ type: "pause", wants: true }),
        sit: () => $("sit-form").requestSubmit(),
        comeBack: () => this.request("seats/"),
        giveBack: () => this.connection.send({ type: "pause", wants: false }),
        goHome: () => location.assign("/"),
        queueAgain: () => this.queueAgain(),
      }),
      createClock($("clock"), { warn: (seconds) => this.warn(seconds) }),
      this.menu.update,
      this.talk.update,
    ];
  }

  draw() {
    const { state } = this;
    const first = state.pending?.action?.startsWith("p") ? state.pending.action.slice(1) : null;
    if (first) this.from = this.hand.rectOf(first) || null;
    for (const part of this.parts) part(state);
    this.exchange(state, this.chosen);
    this.root.classList.toggle("is-over", state.view?.phase === "over");
    this.root.classList.toggle(
      "is-choosing",
      !$("bidding").hidden || !$("exchange").hidden || !$("lounge").hidden,
    );
    this.trick(state);
    this.hand.update(state, this.chosen);
    this.result(state, { nextWaits: this.frames.length > 0 });
    this.readout.update(state);
  }

  /** Put the faces of the chosen pack on every card in sight. */
  redress() {
    for (const image of this.root.querySelectorAll("[data-face]"))
      image.src = faceUrl(image.dataset.face, this.look);
  }

  // -- frames ----------------------------------------------------------------------------

  receive(frame) {
    if (frame.type === "said") {
      this.talk.receive(frame.message); // the game's frames may wait; talk does not
      return;
    }
    this.frames.push(frame);
    this.drain();
  }

  /** Take the waiting frames in order; a new hand waits until the last result was seen. */
  drain() {
    clearTimeout(this.holding);
    while (this.frames.length) {
      const wait = this.heldUntil - performance.now();
      if (
        wait > 0 &&
        this.frames[0].type === "snapshot" &&
        this.frames[0].hand !== this.state.hand
      ) {
        this.holding = setTimeout(() => this.drain(), wait);
        // the sheet of the game may be read while the result stays
        this.state = { ...this.state, game: this.frames[0].game };
        break;
      }
      this.take(this.frames.shift());
    }
    this.draw();
  }

  take(frame) {
    const before = this.state;
    this.state = fold(before, frame);
    if (this.state.stale && !before.stale) this.connection.send({ type: "sync" });
    if (frame.type === "error") this.refused(frame);
    if (frame.type === "closed") this.connection.stop();
    if (frame.type === "snapshot") this.resend();
    this.say(news(before, frame, this.state));
    if (frame.type === "notice") this.notice(frame.notice);
    this.effects(before, frame);
    this.seeding(this.state);
  }

  effects(before, frame) {
    const { state } = this;
    if (before.hand !== state.hand) this.chosen.clear();
    if (frame.type === "event" && state.view?.score)
      this.heldUntil = performance.now() + RESULT_STAYS;
    const turn = isMyTurn(state);
    this.badge(turn);
    if (turn && !isMyTurn(before)) this.sound.play("turn");
    else if (frame.type === "event") this.sound.play(frame.event.trick_winner ? "trick" : "card");
    if (turn && (!isMyTurn(before) || before.view?.phase !== state.view.phase)) this.focusTurn();
  }

  /** Give the keyboard to the choice, unless the player is doing something else. */
  focusTurn() {
    queueMicrotask(() => {
      const { activeElement } = document;
      const free = activeElement === document.body || $("hand").contains(activeElement);
      if (!free || document.querySelector("dialog[open]")) return;
      if (!$("bidding").hidden) $("bidding").querySelector("button")?.focus();
      else if (this.state.view.phase === "play") this.hand.focusPlayable(this.state);
    });
  }

  resend() {
    const { pending } = this.state;
    if (pending) this.connection.send({ type: "action", ...pending });
  }

  refused(frame) {
    this.toast(refusalText(frame));
    this.alarm(refusalText(frame));
  }

  notice({ kind, seat, data }) {
    const words = {
      ...absenceWords(this.state, seat, data),
      clock_credit: gettext("The service was interrupted: everybody's clock got the time back."),
    };
    if (words[kind]) this.toast(words[kind]);
    if (words[kind]) this.say(words[kind]);
    if (kind === "annulled" && data?.cause !== "left_before_deal") this.toast(gettext("The hand was annulled."));
    if (seat) this.draw();
  }

  connected(status) {
    const words = {
      connecting: gettext("Connecting…"),
      online: "",
      waiting: gettext("Connection lost. Trying again…"),
      // why, if the server has said so, is in the banner
      refused: this.state.closed
        ? ""
        : gettext("You are no longer connected to this table. Reload the page to come back."),
    };
    if (status === "online") this.talk.load();
    $("connection").dataset.status = status;
    $("connection-text").textContent = words[status];
    if (status === "waiting") this.state = { ...this.state, stale: true };
    if (status !== "online" && status !== "connecting") this.draw();
  }

  // -- what the player does ----------------------------------------------------------------

  /** A card was picked: play it, choose it for an exchange, or hear why not. */
  pick(card) {
    const { state } = this;
    const size = passSize(state);
    if (size) {
      if (this.chosen.delete(card) === false && this.chosen.size < size) this.chosen.add(card);
      this.draw();
      return;
    }
    if (state.view.phase !== "play" || !isMyTurn(state)) {
      this.toast(gettext("It is not your turn."));
      return;
    }
    // A card that may not be played is sent all the same while it is the player's turn: the
    // server refuses it with the reason, which this page could only guess.
    this.act(`p${card}`, playable(state).has(card));
  }

  act(token, wait = true) {
    const { hand, seq } = this.state;
    if (!isMyTurn(this.state)) return;
    if (!this.connection.send({ type: "action", hand, seq, action: token })) {
      this.toast(gettext("Not connected. Your choice was not sent."));
      return;
    }
    if (wait) this.state = sent(this.state, token);
    if (token.startsWith("x:")) this.chosen.clear();
    this.draw();
  }

  /** Show the next hand now. */
  release() {
    this.heldUntil = 0;
    this.drain();
  }

  warn(seconds) {
    this.alarm(clockText(seconds));
    this.sound.play("warning");
  }

  async request(path, body = {}, method = "POST") {
    try {
      return await post(`tables/${this.id}/${path}`, body, method);
    } catch (error) {
      this.toast(
        error instanceof Refused ? refusalText(error) : gettext("The server could not be reached."),
      );
      return undefined;
    }
  }

  /** The plate of another player opens what can be done about them; the menu does it by key. */
  openSeat(event) {
    const letter = event.target.closest?.(".seat__plate")?.parentElement.dataset.seat;
    const seat = this.state.table?.seats.find((one) => one.seat === letter);
    if (me(this.state) && seat?.kind === "person" && letter !== me(this.state))
      this.people.open(seat.name);
  }

  /** Leave; a rated game only after it was said what that costs. */
  askToLeave() {
    if (isRatedGameOn(this.state)) this.leaving(this.state);
    else this.leave();
  }

  queueAgain() {
    location.assign(this.root.dataset.queue);
  }

  async leave() {
    if ((await this.request("seats/", {}, "DELETE")) !== undefined) location.assign("/");
  }

  async copy(code) {
    try {
      await navigator.clipboard.writeText(`${location.origin}/lobby/#code=${code}`);
      this.toast(gettext("The link is copied."));
    } catch {
      this.toast(fill(gettext("The code is {code}."), { code }));
    }
  }

  // -- keys --------------------------------------------------------------------------------

  keys() {
    const read = (kind) => () => this.readout.toggle(kind);
    const actions = {
      t: read("turn"),
      r: read("last"),
      s: read("score"),
      b: read("bids"),
      h: read("hand"),
    };
    listen({ ...actions, "?": () => $("help").showModal() }, () => this.menu.singleKeys());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.readout.isOpen()) this.readout.close();
    });
  }
}

new Table($("table"));
