/**
 * Runs in the sign page before its own scripts. It hears the stream for itself, measures in each
 * animation frame where the wheels stand on the screen, and compares the two.
 */
(() => {
  /** Nearer than this to a digit's place, a wheel is read without doubt. */
  const STANDS = 0.005;
  /** Frames: wheels that roll are elsewhere in the next one. */
  const STANDS_FOR = 3;
  const MOST_KEPT = 20;
  const MOST_STATES = 100;

  const jackpot = decodeURIComponent(location.pathname.split('/').at(-1));
  const wholeUnits = new URLSearchParams(location.search).get('decimals') === '0';
  const result = {
    ...{ frames: 0, readable: 0, messages: 0, settled: 0, violations: [], wrong: 0, shown: -1 },
    ...{ states: [], awards: [] },
  };
  /** The newest received value, and all since the one that is shown. */
  let newest = null;
  let received = [];
  let shown = null;
  let steadyFrames = 0;
  let frame = 0;
  /** The amount of the last check, and the frame that it was first seen in. */
  let seen = { amount: null, frame: 0 };

  const native = requestAnimationFrame.bind(window);
  window.EventSource = class extends EventSource {
    constructor(...args) {
      super(...args);
      // Before the page's own listener, so that what the page paints next is already known here.
      this.addEventListener('message', ({ data }) => hear(data));
    }
  };
  window.requestAnimationFrame = (paint) =>
    native((time) => {
      paint(time);
      // The leaves of a celebration are painted by a frame of their own, maybe before the amount.
      if (paint.name === 'paint') check();
    });
  window.sampled = () => result;
  window.resetShare = () => Object.assign(result, { frames: 0, readable: 0 });

  function hear(text) {
    result.messages += 1;
    steadyFrames = 0;
    try {
      const message = JSON.parse(text);
      if (message.jackpot !== jackpot || !Number.isSafeInteger(message.value)) return;
      if (message.value < 0) return;
      if (newest !== null && message.version <= newest.version) return;
      const step = wholeUnits ? 10 ** message.exponent : 1;
      newest = { version: message.version, value: Math.floor(message.value / step) };
      received.push(newest);
    } catch {
      // The page must leave out what is no message, too.
    }
  }

  /** The wheels as they are on the screen: digits, nearest first, and whether all stand. */
  function measure() {
    const wheels = [...document.querySelectorAll('.amount .wheel')];
    if (wheels.length === 0) return null;
    const positions = wheels.map((wheel) => {
      const strip = wheel.firstElementChild.getBoundingClientRect();
      return (wheel.getBoundingClientRect().top - strip.top) / (strip.height / 11);
    });
    const stands = positions.every((at) => Math.abs(at - Math.round(at)) < STANDS);
    const isSharp = !document.querySelector('.amount .wheel.fast');
    const amount = Number(positions.map((at) => Math.round(at) % 10).join(''));
    return { amount, isReadable: stands && isSharp, stands };
  }

  function check() {
    const measured = measure();
    if (measured === null || newest === null) return;
    const { amount, stands } = measured;
    if (amount > newest.value) violate(`${amount} is above ${newest.value}`);
    // Wheels that roll may pass through all of their places at once; those that stand stay there.
    if (amount !== seen.amount) seen = { amount, frame };
    const hasMoved = frame - seen.frame < STANDS_FOR;
    if (!stands || hasMoved) {
      if (shown === null || amount >= shown.value) return;
      // A drop is shown at once, and the climb from it may begin with the next frame.
      const drop = stands && received.findLast(({ value }) => value === amount);
      if (drop) settle(drop);
      else violate(`${amount} rolls below ${shown.value}`);
      return;
    }
    if (amount === shown?.value && newest.version !== shown.version) {
      const again = received.findLast(({ value }) => value === amount);
      if (again) settle(again);
      return;
    }
    if (amount === shown?.value) return;
    const match = received.findLast(({ value }) => value === amount);
    if (match === undefined) violate(`${amount} stands and was never received, or is older`);
    else settle(match);
  }

  /** What came before the shown value may never be shown again. */
  function settle(value) {
    shown = value;
    received = received.filter(({ version }) => version >= value.version);
    result.settled += 1;
    result.shown = value.version;
  }

  function violate(sentence) {
    result.wrong += 1;
    if (result.violations.length < MOST_KEPT) result.violations.push(sentence);
  }

  function everyFrame() {
    native(everyFrame);
    steadyFrames += 1;
    frame += 1;
    const measured = measure();
    if (measured !== null && newest !== null) {
      result.frames += 1;
      if (measured.isReadable) result.readable += 1;
      // A page that has stopped painting is judged too.
      if (steadyFrames > 3) check();
    }
    const { state, face } = document.documentElement?.dataset ?? {};
    const isSuspended = document.documentElement?.classList.contains('suspended');
    const standing = [state, face, isSuspended ? 'no bets' : ''].join(' ').trim();
    if (state !== undefined && result.states.at(-1)?.seen !== standing) {
      result.states.push({ seen: standing, at: performance.now() });
      if (result.states.length > MOST_STATES) result.states.shift();
    }
    const award = document.querySelector('[data-award]')?.dataset.award;
    if (award !== undefined && result.awards.at(-1) !== award) {
      result.awards.push(award);
      if (result.awards.length > MOST_STATES) result.awards.shift();
    }
  }
  native(everyFrame);
})();
