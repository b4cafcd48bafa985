/**
 * Words in the sign's languages, all in one place of the page. The stylesheet shows those of the
 * document's `lang`, so nothing moves when the language changes.
 *
 * @typedef {import('./words.js').Words} Words
 * @typedef {import('./words.js').Language} Language
 */

/** @param {string} className @param {Words} row @param {readonly Language[]} languages */
export function wordElement(className, row, languages) {
  const made = element('span', className);
  fillWords(made, row, languages);
  return made;
}

/** @param {string} tag @param {string} className @param {string} [text] */
export function element(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** @param {HTMLElement} element @param {Words} row @param {readonly Language[]} languages */
export function fillWords(element, row, languages) {
  element.classList.add('words');
  element.replaceChildren(
    ...languages.map((language) => {
      const text = document.createElement('span');
      text.lang = language;
      text.textContent = row[language];
      return text;
    }),
  );
}

/**
 * Changes the document's language, in turn through those of the sign.
 * @param {readonly Language[]} languages
 * @param {() => number} stayMs called at each turn
 * @returns {() => void} starts again with the first language
 */
export function rotateLanguages(languages, stayMs) {
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = () => {
    document.documentElement.lang = languages[turn % languages.length] ?? 'en';
    turn += 1;
    if (languages.length > 1) timer = setTimeout(show, stayMs());
  };
  show();
  return () => {
    clearTimeout(timer);
    turn = 0;
    show();
  };
}
