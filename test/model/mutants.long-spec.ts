import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awardMutants, differenceWith, playMutants, signerMutants } from './mutants.js';

/**
 * Only a share: each needs its own process, and some more than a minute. `npm run model --
 * --mutants ""` runs them all.
 */
const shareOfPlay = playMutants.filter((_, index) => index % 12 === 7);
const shareOfAwards = awardMutants.filter((_, index) => index % 33 === 1);
const shareOfSigners = signerMutants.filter((_, index) => index % 32 === 1);

describe('with a fault put back into the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([...shareOfPlay, ...shareOfAwards, ...shareOfSigners])(
    'the model finds it: $name',
    (fault) => {
      expect(differenceWith(fault, folder)).toMatch(
        /^(seed \d+, event \d+: offset|the fold stops: )/,
      );
    },
  );
});
