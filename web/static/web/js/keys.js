/** Keyboard play: single keys that read out, arrows that move among cards and bids. */

const STEP = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Whether a key belongs to somebody else: a form field, an open dialog, a browser shortcut. */
function foreign(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  return Boolean(event.target.closest?.("input, select, textarea, [contenteditable], dialog"));
}

/**
 * Call `actions[key]()` for single keys while `enabled()`; keys are compared in lower case.
 * Single-key shortcuts can disturb speech input, so a player may switch them off.
 */
export function listen(actions, enabled) {
  addEventListener("keydown", (event) => {
    if (foreign(event) || event.repeat || !enabled()) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/**
 * One tab stop for a group of buttons: arrows, Home and End move among them.
 * With `down`, ArrowDown and ArrowUp go that many buttons further, as in a grid of that width.
 */
export function rove(group, selector, { down = () => 1 } = {}) {
  group.addEventListener("keydown", (event) => {
    const buttons = [...group.querySelectorAll(selector)];
    const at = buttons.indexOf(document.activeElement);
    if (at < 0 || foreign(event)) return;
    const to = target(event.key, at, buttons.length, down());
    if (to === null) return;
    event.preventDefault();
    focusIn(buttons, buttons[to]);
  });
  group.addEventListener("focusin", (event) => {
    const buttons = [...group.querySelectorAll(selector)];
    if (buttons.includes(event.target)) mark(buttons, event.target);
  });
}

function target(key, at, length, down) {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  if (!(key in STEP)) return null;
  const step = STEP[key] * (key === "ArrowUp" || key === "ArrowDown" ? down : 1);
  return (at + step + length) % length;
}

function focusIn(buttons, button) {
  mark(buttons, button);
  button.focus();
}

/** Make `button` the group's one tab stop. */
export function mark(buttons, button) {
  for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
}
