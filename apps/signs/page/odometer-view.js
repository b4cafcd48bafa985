/** Moves the odometer's wheels on the page to the positions that `odometer.js` gives. */
import { moneyParts } from './money.js';
import { wheelCount, wheels } from './odometer.js';
import { element } from './word-view.js';

/** Faster than this a wheel would flicker against the refresh, so it is blurred instead. */
const BLUR_DIGITS_PER_SECOND = 25;

export class OdometerView {
  #root;
  #currency;
  #exponent;
  #layout = '';
  /** @type {{ wheel: HTMLElement, strip: HTMLElement, whole: boolean, comma: Element | null }[]} */
  #wheels = [];
  /** @type {{ units: number, at: number }} */
  #previous = { units: 0, at: 0 };

  /**
   * @param {HTMLElement} root
   * @param {string} currency
   * @param {number} exponent
   */
  constructor(root, currency, exponent) {
    this.#root = root;
    this.#currency = currency;
    this.#exponent = exponent;
  }

  /**
   * @param {import('./odometer.js').Reading} reading
   * @param {bigint} latest the last received value: its digits decide how many wheels there are
   * @param {boolean} atRest
   * @param {number} now
   */
  show(reading, latest, atRest, now) {
    this.#lay(latest);
    const positions = wheels(reading, this.#wheels.length);
    const perSecond = atRest ? 0 : this.#unitsPerSecond(reading, now);
    this.#root.classList.toggle('rolling', !atRest);

    let leading = true;
    this.#wheels.forEach(({ wheel, strip, whole, comma }, index) => {
      const position = positions[index] ?? 0;
      const power = this.#wheels.length - 1 - index;
      const isUnitOfWhole = power === this.#exponent;
      // A zero in front of the number is a blank that the first digit rolls in over.
      leading &&= whole && !isUnitOfWhole && position < 1;
      wheel.classList.toggle('leading', leading);
      comma?.classList.toggle('leading', leading);
      wheel.classList.toggle('fast', perSecond / 10 ** power > BLUR_DIGITS_PER_SECOND);
      strip.style.transform = `translateY(${(-position / 11) * 100}%)`;
    });
    // What this sign showed can be read off the page as a proof.
    this.#root.dataset.shown = String(reading.minor);
    this.#root.dataset.received = String(latest);
  }

  /** Builds the wheels anew where the number of digits has changed. @param {bigint} latest */
  #lay(latest) {
    const count = wheelCount(latest, this.#exponent);
    const { whole, fraction } = moneyParts(10n ** BigInt(count - 1), this.#exponent);
    const layout = `${whole}.${fraction}`;
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#wheels = [];

    const figures = element('span', 'figures');
    for (const sign of whole) {
      if (sign === ',') {
        const comma = element('span', 'separator', ',');
        figures.append(comma);
        const before = this.#wheels.at(-1);
        if (before) before.comma = comma;
      } else figures.append(this.#addWheel(true));
    }
    if (fraction !== '') {
      const small = element('span', 'fraction');
      small.append(...[...fraction].map(() => this.#addWheel(false)));
      figures.append(element('span', 'separator', '.'), small);
    }
    this.#root.replaceChildren(element('span', 'code', this.#currency), figures);
    this.#root.style.setProperty('--whole-digits', String(count - this.#exponent));
    this.#root.style.setProperty('--fraction-digits', String(fraction.length));
    this.#root.style.setProperty('--commas', String(whole.split(',').length - 1));
  }

  /** @param {boolean} whole */
  #addWheel(whole) {
    const wheel = element('span', 'wheel');
    const strip = element('span', 'strip');
    // The eleventh digit is the 0 that a 9 rolls over to.
    strip.append(...'01234567890'.split('').map((digit) => element('span', 'digit', digit)));
    wheel.append(strip);
    this.#wheels.push({ wheel, strip, whole, comma: null });
    return wheel;
  }

  /** @param {import('./odometer.js').Reading} reading @param {number} now */
  #unitsPerSecond(reading, now) {
    const units = Number(reading.minor) + reading.rolled;
    const { units: unitsBefore, at: before } = this.#previous;
    this.#previous = { units, at: now };
    return now > before ? ((units - unitsBefore) / (now - before)) * 1000 : 0;
  }
}
