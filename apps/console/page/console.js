// @ts-check
import { bytesOf } from './bytes.js';
import { makePageKey, pageKey } from './page-key.js';
import { hasPasskeys, makePasskey, touch } from './passkey.js';

/** The script of the pages: shows the server's parts, and asks the device for a touch. */

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('act'));
const warning = /** @type {HTMLElement | null} */ (document.querySelector('main .warning[hidden]'));

/** @param {string} path @param {object} body */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(dialog.dataset['away']);
  });
  if (response.status === 401 && path.startsWith('/acts/')) location.reload();
  // A proxy in front of the console answers with its own pages.
  const answer = await response.json().catch(() => {
    throw new Error(dialog.dataset['away']);
  });
  if (response.ok) return answer;
  const { lead = '', sentence = answer.detail ?? `HTTP ${response.status}` } = answer;
  throw new Error(sentence, { cause: { lead } });
}

/** @param {unknown} error @param {HTMLElement} place */
function show(error, place) {
  // A person who cancelled at the device needs no message.
  if (/** @type {Error} */ (error).name === 'NotAllowedError') return;
  const { message, cause } = /** @type {Error & { cause?: { lead?: string } }} */ (error);
  const sentence = document.createElement('span');
  sentence.textContent = message;
  place.replaceChildren(sentence);
  if (cause?.lead) {
    // The server's text below its lead is in English.
    sentence.lang = 'en';
    const lead = document.createElement('b');
    lead.textContent = cause.lead;
    place.prepend(lead, document.createElement('br'));
  }
  place.hidden = false;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
function wishOf(form, button) {
  /** @type {Record<string, string | string[]>} */
  const wish = { act: form.dataset['act'] ?? '' };
  // The earlier wish: here the person only adds to it.
  const { wish: before } = form.dataset;
  if (before) Object.assign(wish, JSON.parse(new TextDecoder().decode(bytesOf(before))));
  for (const [name, value] of new FormData(form, button)) {
    const one = wish[name];
    wish[name] = one === undefined ? String(value) : [...[one].flat(), String(value)];
  }
  return wish;
}

// Keeps a chosen language and an invitation, which follows the #.
const chosen = new URLSearchParams(location.search).get('lang');
if (chosen) document.cookie = `lang=${encodeURIComponent(chosen)}; path=/; samesite=strict`;
for (const link of document.querySelectorAll('.languages a')) {
  /** @type {HTMLAnchorElement} */ (link).hash = location.hash;
}

document.body.classList.toggle('page-key', pageKey() !== undefined);

let rpId = '';
/** True once the typed text has become an act. */
let hasSent = false;

/** @param {{ html: string, rpId: string }} answer */
function fill(answer) {
  rpId = answer.rpId;
  dialog.innerHTML = answer.html;
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.dataset['close'] = '';
  cancel.className = 'cancel';
  cancel.setAttribute('aria-label', dialog.dataset['close'] ?? '');
  cancel.textContent = '×';
  dialog.prepend(cancel);
  if (!dialog.open) dialog.showModal();
  // The signer reads from the top, and a second Enter does not start a touch.
  dialog.tabIndex = -1;
  dialog.focus();
  dialog.scrollTop = 0;
}

/** @param {unknown} error */
function fail(error) {
  const place = dialog.querySelector('.failure') ?? document.createElement('p');
  place.className = 'warning failure';
  place.setAttribute('role', 'alert');
  if (!dialog.open) {
    dialog.replaceChildren();
    fill({ html: '', rpId });
  }
  dialog.append(place);
  show(error, /** @type {HTMLElement} */ (place));
}

// The key Escape too: nobody continues on a page that is older than the act just done.
dialog.addEventListener('close', () => {
  void refresh(hasSent);
  hasSent = false;
});

document.addEventListener('input', ({ target }) => {
  const form = /** @type {HTMLElement} */ (target).closest('details');
  if (form) form.dataset['typed'] = '';
});

document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset['act']) return;
  event.preventDefault();
  try {
    fill(await post('/acts/preview', wishOf(form, /** @type {SubmitEvent} */ (event).submitter)));
  } catch (error) {
    fail(error);
  }
});

// A scanner ends with Enter, which would press the first of several answers.
document.addEventListener('keydown', (event) => {
  const { form, type } = /** @type {HTMLInputElement} */ (event.target);
  const isLine = event.key === 'Enter' && type === 'text';
  if (isLine && form?.querySelector('.answers')) event.preventDefault();
});

document.addEventListener('click', async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  if (!button) return;
  const { dataset } = button;
  if ('close' in dataset) dialog.close();
  if (dataset['sign'] !== undefined) await sign(/** @type {HTMLButtonElement} */ (button));
  if ('signIn' in dataset) await signIn(button);
  if ('signOut' in dataset) {
    await post('/sign-out', {});
    location.reload();
  }
  if ('make' in dataset || 'makeHere' in dataset) await enrol(button);
});

// The buttons work from here on; the style sheet keeps them disabled until then.
document.documentElement.dataset['ready'] = '';

/** @param {HTMLButtonElement} button */
async function sign(button) {
  const { sign: preview, kid, ledger = '', value = '' } = button.dataset;
  button.disabled = true;
  try {
    const signature = await touch({ ledger, value, rpId }, kid);
    fill(await post('/acts/send', { preview, signature }));
    hasSent = true;
  } catch (error) {
    button.disabled = false;
    const isCancelled = /** @type {Error} */ (error).name === 'NotAllowedError';
    fail(isCancelled ? new Error(button.dataset['cancelled']) : error);
  }
}

/** @param {HTMLElement} button */
async function signIn(button) {
  if (!hasPasskeys() && !pageKey()) return warn(button.dataset['cannot']);
  try {
    const asked = await post('/sign-in/ask', {});
    const signature = await touch(asked, undefined);
    await post('/sign-in', { challenge: asked.challenge, signature });
    location.reload();
  } catch (error) {
    if (warning) show(error, warning);
  }
}

/** @param {HTMLElement} button */
async function enrol({ dataset }) {
  const isHere = 'makeHere' in dataset;
  if (!isHere && !hasPasskeys()) return warn(dataset['cannot']);
  const { kid = '', holder = '', rp = '' } = dataset;
  try {
    const publicKey = isHere
      ? await makePageKey(kid)
      : await makePasskey({ kid, holder, rpId: rp });
    place.innerHTML = (await post('/enrol', { invitation, publicKey })).html;
  } catch (error) {
    if (warning) show(error, warning);
  }
}

/** @param {string | undefined} sentence */
function warn(sentence) {
  if (warning) show(new Error(sentence), warning);
}

const place = /** @type {HTMLElement} */ (document.querySelector('[data-enrol]'));
const invitation = location.hash.slice(1);
if (place) {
  try {
    place.innerHTML = (await post('/enrol/open', { invitation })).html;
  } catch (error) {
    if (warning) show(error, warning);
  }
}

/**
 * Replaces the page with its current version, unless somebody is typing on it.
 * @param {boolean} always
 */
async function refresh(always = false) {
  const main = document.querySelector('main[data-live]');
  const opened = 'details[open]:not([data-open]), details[data-typed]';
  const isBusy = () => dialog.open || (!always && main?.querySelector(opened));
  if (!main || isBusy()) return;
  const response = await fetch(location.href, { headers: { 'x-live': 'yes' } });
  if (response.status === 401) return location.reload();
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector('main');
  if (isPressed) {
    whenReleased = () => void refresh(always);
    return;
  }
  // Somebody may have begun to type during the fetch.
  if (next && !isBusy()) {
    main.replaceWith(next);
    focusFirst();
  }
}

/** A finger or a button is down: without the element below it, its release would be no click. */
let isPressed = false;
/** @type {(() => void) | undefined} */
let whenReleased;

function release() {
  isPressed = false;
  // The click comes first.
  if (whenReleased) setTimeout(whenReleased);
  whenReleased = undefined;
}

addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true);

/** Puts the cursor into the first text field of the next step, unless it is elsewhere. */
function focusFirst() {
  const firstField = 'main [data-open] input:not([type])';
  const first = /** @type {HTMLElement | null} */ (document.querySelector(firstField));
  if (document.activeElement === document.body) first?.focus({ preventScroll: true });
}
focusFirst();

/** @type {EventSource | undefined} */
let live;

/**
 * Follows the changes while somebody can see the page: a browser has six connections to one
 * address for all its pages, and a seventh page would not load.
 */
function follow() {
  if (document.hidden) {
    live?.close();
    live = undefined;
  } else live ??= listen(new EventSource('/live'));
}

/** @param {EventSource} source */
function listen(source) {
  source.addEventListener('changed', () => void refresh());
  source.addEventListener('pools', ({ data }) => {
    document.body.classList.remove('away');
    const { pools, proposals } = JSON.parse(data);
    const count = document.querySelector('[data-proposals]');
    if (count) count.textContent = proposals > 0 ? String(proposals) : '';
    for (const [id, value] of Object.entries(pools)) {
      const shown = document.querySelector(`[data-pool="${CSS.escape(id)}"]`);
      if (shown && shown.textContent !== value) shown.textContent = String(value);
    }
  });
  source.addEventListener('locked', () => location.reload());
  source.addEventListener('away', () => document.body.classList.add('away'));
  source.addEventListener('error', () => {
    document.body.classList.add('away');
    // A closed stream delivers nothing: a person whose key has ended learns it here.
    if (source.readyState === EventSource.CLOSED) void refresh();
  });
  return source;
}

if (document.querySelector('main[data-live]')) {
  follow();
  document.addEventListener('visibilitychange', () => {
    follow();
    if (!document.hidden) void refresh();
  });
  // Updates ages and silent tables: the server sends nothing for an event that does not happen.
  setInterval(() => void (document.hidden || refresh()), 30_000);
}
