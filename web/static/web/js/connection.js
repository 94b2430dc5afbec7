/** The table's socket: reconnects by itself, says what state it is in, passes frames on. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const ACK_WAIT = 6_000;
const REFUSED = 4403;

/** The address of a socket of this site. */
export function socketUrl(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/**
 * Keep a socket to `url` open. `onFrame(frame)` gets every frame; `onStatus(status)` gets
 * "connecting", "online", "waiting" or "refused".
 */
export class Connection {
  constructor(url, { onFrame, onStatus }) {
    this.url = url;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.failures = 0;
    this.over = false;
    addEventListener("online", () => this.retryNow());
    addEventListener("offline", () => this.drop());
    addEventListener("pageshow", (event) => event.persisted && this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.onStatus("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("message", (event) => this.receive(socket, event.data));
    socket.addEventListener("close", (event) => this.closed(socket, event.code));
  }

  receive(socket, text) {
    if (socket !== this.socket) return;
    clearTimeout(this.impatience);
    if (this.failures || !this.live) {
      this.failures = 0;
      this.live = true;
      this.onStatus("online");
    }
    const frame = JSON.parse(text);
    // who has lost the seat may open the table again, to watch
    this.mayWatch = frame.type === "closed" && frame.code === "SEAT_LOST";
    this.onFrame(frame);
  }

  closed(socket, code) {
    if (socket !== this.socket) return;
    clearTimeout(this.impatience);
    this.live = false;
    if (code === REFUSED && this.mayWatch) {
      this.open();
      return;
    }
    if (this.over || code === REFUSED || code === 4404) {
      this.over = true;
      this.onStatus("refused");
      return;
    }
    this.failures += 1;
    this.onStatus("waiting");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failures - 1));
    // Spread out, or every browser comes back in the same instant after a restart.
    this.timer = setTimeout(() => this.open(), wait * (0.6 + Math.random() * 0.8));
  }

  /** Try at once, for instance because the network or the tab came back. */
  retryNow() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  /** Give the socket up and start anew: the network is gone or an answer is overdue. */
  drop() {
    const socket = this.socket;
    if (socket.readyState === WebSocket.CLOSED) return;
    socket.close();
    // A dead network never confirms the close.
    this.closed(socket, 1006);
    this.socket = { readyState: WebSocket.CLOSED };
  }

  /** Send a frame if the socket is open; says whether it went out. */
  send(frame) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    clearTimeout(this.impatience);
    if (frame.type === "action" || frame.type === "sync") {
      this.impatience = setTimeout(() => this.drop(), ACK_WAIT);
    }
    return true;
  }

  /** Stop for good, for instance because the table has closed. */
  stop() {
    this.over = true;
    this.socket.close?.();
  }
}
