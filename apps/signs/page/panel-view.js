/** The panel below the amount: prizes and terms in turn. */
import { element, wordElement } from './word-view.js';

const STAYS_MS = 5_000;

/**
 * A sign of this shape has one line for everything: the last win takes its turn in it, and every
 * second turn is that of a waiting award.
 */
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
    // The list below grows by a line for each late pool, which leaves less room for the panel.
    new ResizeObserver(() => this.fit()).observe(this.#panel);
  }

  get #panel() {
    return /** @type {HTMLElement} */ (this.#root.parentElement);
  }

  /**
   * @param {readonly import('./slides.js').Slide[]} slides
   * @param {{ win: import('./slides.js').Slide | null,
   *   waiting: readonly import('./slides.js').Slide[] }} strip the last win and the waiting awards,
   *   for a strip
   * @param {number} now
   */
  show(slides, { win, waiting }, now) {
    const shown = [...slides, ...waiting].map((slide) => this.#slide(slide, slide.kind));
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
    const next = this.#slideOf(Math.floor((now - this.#startedAt) / STAYS_MS));
    if (next === undefined || next === this.#current) return;
    this.#current?.classList.remove('current');
    this.#current = next;
    next?.classList.add('current');
  }

  /** @param {number} turn @returns {HTMLElement | undefined} */
  #slideOf(turn) {
    const slides = /** @type {HTMLElement[]} */ ([...this.#root.children]);
    const isOf = (/** @type {string} */ kinds) => (/** @type {HTMLElement} */ each) =>
      each.matches(kinds);
    if (!strip.matches) return at(slides.filter(isOf(':not(.win, .waiting)')), turn);
    const [waiting, others] = [
      slides.filter(isOf('.waiting')),
      slides.filter(isOf(':not(.waiting)')),
    ];
    if (waiting.length === 0 || others.length === 0) return at(slides, turn);
    return at(turn % 2 === 0 ? waiting : others, Math.floor(turn / 2));
  }

  /**
   * Shrinks slides that are wider or higher than the panel. Measured, because fonts may load late.
   */
  fit() {
    const slides = /** @type {HTMLElement[]} */ ([...this.#root.children]);
    for (const slide of slides) {
      fitWidth(slide);
      // The height of a strip's slide is set by the stylesheet.
      if (!strip.matches) fitHeight(slide, this.#panel.clientHeight);
    }
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

/** @param {HTMLElement[]} slides @param {number} turn */
function at(slides, turn) {
  return slides[turn % slides.length];
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

/**
 * Lowers --squeeze further so that the one child of the element fits the height of the room.
 * @param {HTMLElement} fitted
 * @param {number} room pixels
 */
function fitHeight(fitted, room) {
  const content = /** @type {HTMLElement | null} */ (fitted.firstElementChild);
  if (content === null || room === 0 || content.offsetHeight <= room) return;
  const width = Number(fitted.style.getPropertyValue('--squeeze'));
  const squeeze = (width * room * 0.995) / content.offsetHeight;
  fitted.style.setProperty('--squeeze', squeeze.toFixed(3));
}
