/** Puts a theme on the page. An unreadable theme leaves the sign unchanged. */
import { readTheme } from './theme.js';

/** @param {string} name @param {HTMLImageElement} logo */
export async function applyTheme(name, logo) {
  try {
    const response = await fetch(`themes/${name}.json`, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`The gateway has no theme "${name}" (${response.status}).`);
    const theme = readTheme(await response.json());
    const { style } = document.documentElement;
    for (const [property, value] of Object.entries(theme.colours)) {
      style.setProperty(property, value);
    }
    if (theme.logo !== null) {
      logo.src = `themes/${theme.logo}`;
      logo.hidden = false;
    }
    if (theme.font !== null) {
      const { family, file } = theme.font;
      if (file !== null) {
        const face = new FontFace(family, `url(themes/${file})`, { weight: '100 900' });
        document.fonts.add(await face.load());
      }
      style.setProperty('--font', `'${family}'`);
    }
  } catch (error) {
    console.warn(`the theme ${name} is not shown`, error);
  }
}
