/** A short message over the table that goes away by itself. */

const STAYS = 5000;

export function createToast(element) {
  let timer;
  return (text) => {
    clearTimeout(timer);
    element.textContent = text;
    element.hidden = false;
    timer = setTimeout(() => {
      element.hidden = true;
    }, STAYS);
  };
}
