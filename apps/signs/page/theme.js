// @ts-check
/**
 * A theme: colours, a logo and a font from a JSON file, without code and without CSS: each member
 * is named here, and each value has one strict form. Text keeps a contrast of 4.5 to 1 (WCAG AA).
 *
 *     { "colours": { "gold": "#e8c170", "velvet": "#0f1c4a" },
 *       "logo": "house.svg", "font": { "family": "House Sans", "file": "house.woff2" } }
 *
 * @typedef {{ colours: Record<string, string>, logo: string | null,
 *   font: { family: string, file: string | null } | null }} Theme colours by custom property
 */

/** The colours of sign.css. */
export const COLOURS = {
  ink: '#0a0506',
  velvet: '#4a0f1c',
  gold: '#e8c170',
  'gold-bright': '#ffe9b0',
  'gold-deep': '#b98a35',
  ivory: '#fdf6e6',
  sand: '#dcc9a4',
};
const TEXT_COLOURS = /** @type {const} */ (['gold', 'gold-bright', 'ivory', 'sand']);
const GROUNDS = /** @type {const} */ (['ink', 'velvet']);
const LEAST_CONTRAST = 4.5;

/**
 * @param {unknown} json
 * @returns {Theme}
 * @throws {Error} with a sentence for the author of the file
 */
export function readTheme(json) {
  const { colours = {}, logo = null, font = null, ...unknown } = object(json, 'the theme');
  refuseUnknown(unknown, 'the theme');
  return { colours: readColours(colours), logo: readLogo(logo), font: readFont(font) };
}

/** @param {unknown} json */
function readColours(json) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const [name, value] of Object.entries(object(json, 'colours'))) {
    if (!Object.hasOwn(COLOURS, name)) {
      throw new Error(`There is no colour "${name}", but ${Object.keys(COLOURS).join(', ')}.`);
    }
    if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) {
      throw new Error(`The colour "${name}" must be written as #rrggbb.`);
    }
    given[name] = value;
  }
  const all = { ...COLOURS, ...given };
  for (const text of TEXT_COLOURS) {
    for (const ground of GROUNDS) {
      const contrast = contrastOf(all[text], all[ground]);
      if (contrast < LEAST_CONTRAST) {
        const is = `${contrast.toFixed(1)} to 1`;
        throw new Error(
          `The contrast of ${text} on ${ground} is ${is}; at least 4.5 to 1 is needed.`,
        );
      }
    }
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [`--${name}`, value]));
}

/** @param {unknown} json */
function readLogo(json) {
  if (json === null) return null;
  return fileName(json, 'logo', /^[a-z0-9][a-z0-9-]{0,63}\.(svg|png|webp)$/);
}

/** @param {unknown} json */
function readFont(json) {
  if (json === null) return null;
  const { family, file = null, ...unknown } = object(json, 'font');
  refuseUnknown(unknown, 'font');
  if (typeof family !== 'string' || !/^[A-Za-z][A-Za-z0-9 -]{0,63}$/.test(family)) {
    throw new Error('font.family must be a name of letters, digits, spaces and hyphens.');
  }
  if (file === null) return { family, file };
  return { family, file: fileName(file, 'font.file', /^[a-z0-9][a-z0-9-]{0,63}\.woff2$/) };
}

/** @param {unknown} value @param {string} member @param {RegExp} form */
function fileName(value, member, form) {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`${member} must be the name of a file beside the theme, of the form ${form}.`);
}

/** @param {unknown} json @param {string} what @returns {Record<string, unknown>} */
function object(json, what) {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  throw new Error(`${what} must be an object.`);
}

/** @param {Record<string, unknown>} unknown @param {string} where */
function refuseUnknown(unknown, where) {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new Error(`${where} has no member "${name}".`);
}

/**
 * The contrast from the relative luminance of WCAG 2.2. @param {string} one
 * @param {string} other
 */
export function contrastOf(one, other) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {string} colour #rrggbb */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
