/** Translation for scripts: the catalogue of the page's language, or the English source. */

const catalogue = globalThis.django ?? {};

export const gettext = catalogue.gettext ?? ((text) => text);
export const ngettext = catalogue.ngettext ?? ((one, many, count) => (count === 1 ? one : many));
export const pgettext = catalogue.pgettext ?? ((context, text) => text);

/** Put values into the `{name}` places of a translated text. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) =>
    name in values ? String(values[name]) : place,
  );
}
