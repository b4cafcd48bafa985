// @ts-check
/** Loaded into the services: collects garbage at a signal, so that what is measured is what is kept. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write('garbage collected\n');
});
