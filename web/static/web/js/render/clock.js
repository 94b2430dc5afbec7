/** The turn clock: counts down by this page's own time from the seconds the server gave. */

import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { me, minutes } from "../state.js";

const WARNINGS = [10, 5];

/** `warn(seconds)` is called once at each warning of the player's own clock. */
export function createClock(element, { warn }) {
  const bar = h("span", { class: "clock__bar" });
  const text = h("span", { class: "clock__text" });
  let clock = null;
  let endsAt = 0;
  let own = false;
  let warned = [];
  element.append(bar, text);
  element.setAttribute("role", "timer");
  element.setAttribute("aria-label", gettext("Clock"));
  setInterval(tick, 250);

  function tick() {
    if (element.hidden) return;
    const left = Math.max(0, (endsAt - performance.now()) / 1000);
    const seconds = Math.ceil(left);
    const said = clock.bank_since
      ? fill(gettext("Bank {time}"), { time: minutes(left) })
      : fill(gettext("{count} s"), { count: seconds });
    if (text.textContent !== said) text.textContent = said;
    bar.style.scale = `${clock.seconds ? Math.min(1, left / clock.seconds) : 1} 1`;
    element.classList.toggle("is-bank", Boolean(clock.bank_since));
    element.classList.toggle("is-low", own && seconds <= WARNINGS[0]);
    const due = WARNINGS.find(
      (limit) => seconds <= limit && seconds > limit - 2 && !warned.includes(limit),
    );
    if (!own || due === undefined || clock.seconds <= due) return;
    warned.push(due);
    warn(seconds);
  }

  return (state) => {
    if (state.clock === clock) return;
    clock = state.clock;
    const running = Boolean(clock?.deadline);
    element.hidden = !running;
    if (!running) return;
    endsAt = performance.now() + clock.seconds_left * 1000;
    own = clock.seat === me(state);
    warned = [];
    tick();
  };
}
