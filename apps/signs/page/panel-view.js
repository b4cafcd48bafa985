/** The panel below the amount: prizes and terms in turn, or all at once where there is room. */
import { element, wordElement } from './word-view.js';

const STAYS_MS = 5_000;

/** A sign of this shape has one line for everything; the last win takes its turn in it. */
const strip = matchMedia('(min-aspect-ratio: 8/1)');

export class PanelView {
  #root;
  #languages;
  /** @type {HTMLElement | undefined} */
  #current;
  #startedAt = 0;

  /** @param {HTMLElement} root @param {readonly import('./words.js').Language[]} languages */
  constructor(root, languages) {
    this.#root = root;
    this.#languages = languages;
  }

  /**
   * @param {readonly import('./slides.js').Slide[]} slides
   * @param {import('./slides.js').Slide | null} win the last win, for a strip
   * @param {number} now
   */
  show(slides, win, now) {
    const shown = slides.map((slide) => this.#slide(slide, slide.kind));
    if (win) shown.push(this.#slide(win, 'win'));
    this.#root.replaceChildren(...shown);
    this.#root.style.setProperty('--slides', String(slides.length));
    this.#startedAt = now;
    this.#current = undefined;
    this.turn(now);
    this.fit();
  }

  /** @param {number} now */
  turn(now) {
    const slides = /** @type {HTMLElement[]} */ ([...this.#root.children]).filter(
      (slide) => strip.matches || !slide.classList.contains('win'),
    );
    if (slides.length === 0) return;
    const turn = Math.floor((now - this.#startedAt) / STAYS_MS) % slides.length;
    const next = slides[turn];
    if (next === this.#current) return;
    this.#current?.classList.remove('current');
    this.#current = next;
    next?.classList.add('current');
  }

  /** Shrinks what is wider than the panel. Measured, because fonts may come late. */
  fit() {
    for (const slide of this.#root.children) fitWidth(/** @type {HTMLElement} */ (slide));
  }

  /** @param {import('./slides.js').Slide} slide @param {string} kind */
  #slide({ title, figure, detail }, kind) {
    const made = element('li', `slide ${kind}`);
    const lines = element('div', 'lines');
    lines.append(wordElement('title', title, this.#languages));
    lines.append(wordElement('figure', figure, this.#languages));
    if (detail) lines.append(wordElement('detail', detail, this.#languages));
    made.append(lines);
    return made;
  }
}

/**
 * Sets --squeeze so that the one child of the element, and each of its lines, fits its width.
 * @param {HTMLElement} fitted
 */
export function fitWidth(fitted) {
  fitted.style.setProperty('--squeeze', '1');
  const content = /** @type {HTMLElement | null} */ (fitted.firstElementChild);
  if (content === null || fitted.clientWidth === 0) return;
  const lines = /** @type {HTMLElement[]} */ ([content, ...content.children]);
  const widest = Math.max(...lines.map(({ offsetWidth }) => offsetWidth));
  const squeeze = Math.min(1, (fitted.clientWidth / widest) * 0.995);
  fitted.style.setProperty('--squeeze', squeeze.toFixed(3));
}
