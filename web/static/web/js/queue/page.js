/** On every page of a player: their place in the queue, the call to the table, the way to it. */

import { send } from "../api.js";
import { Connection, socketUrl } from "../connection.js";
import { Sound } from "../sound.js";
import { createBar } from "./bar.js";
import { createReady } from "./ready.js";
import { NOWHERE, fold, newsOf, standing } from "./state.js";

const bar = document.getElementById("queue-bar");
const dialog = document.getElementById("ready");
let state = NOWHERE;
let answered = false;
let going = "";

const sound = new Sound(dialog.dataset.sound === "true");
const drawBar = createBar(bar, { leave, here: location.pathname });
const drawReady = createReady(dialog, { answer, sound });

function draw() {
  drawBar(state);
  drawReady(state);
}

/** Lists on the page (htmx) ask anew when there is news of their kind. */
function tell(kind) {
  if (kind) document.body.dispatchEvent(new CustomEvent(`news-${kind.replace("_", "-")}`));
}

function receive(frame) {
  state = fold(state, frame);
  draw();
  tell(newsOf(frame));
  if (frame.type === "notice" && frame.notice.kind === "rated_game") go(frame.notice.table);
}

/** To the table: in the tab that answered, or one that is looked at; others offer the way. */
function go(table) {
  const path = `/tables/${table}/`;
  // the news and the answer both bring it: to go twice would break off the first going
  if (path === location.pathname || path === going || !(answered || !document.hidden)) return;
  going = path;
  location.assign(path);
}

async function ask(path, body, method) {
  try {
    state = standing((await send(path, body, method)).queue);
  } catch {
    // too late, or the network is gone: the socket says what has become of it
    connection.drop();
  }
  draw();
  if (state.ratedGame && answered) go(state.ratedGame.table);
}

function leave() {
  return ask("queue/", {}, "DELETE");
}

function answer(check, ready) {
  answered = ready;
  return ask("queue/ready/", { ready_check: check.id, ready });
}

const connection = new Connection(socketUrl("/ws/v1/me/"), { onFrame: receive, onStatus: () => {} });
