// @ts-check
/** When a foreground command is to end: a signal, or the end of the npm that runs it. */

/**
 * From the call on, SIGINT and SIGTERM no longer end this process by themselves.
 * @returns {{ requested: Promise<undefined>, isRequested: () => boolean }}
 */
export function stopRequest() {
  let isRequested = false;
  /** @type {Promise<undefined>} */
  const requested = new Promise((resolve) => {
    const request = () => {
      isRequested = true;
      resolve(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, request);
    whenParentEnds(request);
  });
  return { requested, isRequested: () => isRequested };
}

/**
 * A script's shell or npm, killed outright, hands on no signal. Outside of npm the parent may be a
 * shell that is meant to be left, so there it is not watched.
 * @param {() => void} react
 * @returns {() => void} ends the watch
 */
export function whenParentEnds(react) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}
