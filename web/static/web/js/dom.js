/** Building elements without markup in strings. */

/** `h("button", { class: "x", onclick: f, "aria-label": "…" }, "text", child)` */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function setAttribute(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined)
    element.setAttribute(name, value);
}

/** An icon of the sprite; its meaning must also be in words beside it or as a label. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.documentElement.dataset.sprite}#${name}`);
  svg.append(use);
  return svg;
}

/** Set the text of an element only if it differs, so that assistive technology stays quiet. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
