import fc from 'fast-check';

/**
 * fast-check with one seed for everybody, so that a test gives the same result for the same code
 * each time. `LAWS_SEED=random` searches for failures that this seed does not find; another number
 * repeats a run.
 */
const wanted = process.env['LAWS_SEED'] ?? '1';
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);
fc.configureGlobal({ seed });

export { fc };
