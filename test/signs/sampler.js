/**
 * Runs in the sign page before its own scripts. It receives the stream by itself, measures in each
 * animation frame the position of the wheels on the screen, and compares the two.
 */
(() => {
  /** Within this distance of a digit's place, a wheel's reading is certain. */
  const STANDS = 0.005;
  /** Frames: rolling wheels have moved by the next frame. */
  const STANDS_FOR = 3;
  const MOST_KEPT = 20;
  const MOST_STATES = 100;

  const jackpot = decodeURIComponent(location.pathname.split('/').at(-1));
  const wholeUnits = new URLSearchParams(location.search).get('decimals') === '0';
  const result = {
    ...{ frames: 0, readable: 0, messages: 0, settled: 0, violations: [], wrong: 0 },
    ...{ shown: -1, heard: -1, states: [], awards: [] },
  };
  /** The newest received value, and all values since the shown one. */
  let newest = null;
  let received = [];
  let shown = null;
  let steadyFrames = 0;
  let frame = 0;
  /** The amount of the last check, and the frame in which it was first seen. */
  let seen = { amount: null, frame: 0 };

  const native = requestAnimationFrame.bind(window);
  // Before the page's own listener, so that this code already knows what the page paints next.
  const heard = (Kind) =>
    class extends Kind {
      constructor(...args) {
        super(...args);
        this.addEventListener('message', ({ data }) => hear(data));
      }
    };
  window.WebSocket = heard(WebSocket);
  window.EventSource = heard(EventSource);
  window.requestAnimationFrame = (paint) =>
    native((time) => {
      paint(time);
      // A separate frame paints the leaves of a celebration, perhaps before the amount.
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
      result.heard = message.version;
      received.push(newest);
    } catch {
      // The page must ignore a text that is not a message, too.
    }
  }

  /** The wheels on the screen: digits, nearest first, and whether all have stopped. */
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
    // Rolling wheels may pass through all of their places at once; stopped wheels stay there.
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

  /** Values older than the shown one may never be shown again. */
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
