import type { Mutation } from './mutations.js';

const sentProof = 'libs/proof/src/outputs/sent-proof.ts';
const sentJudge = 'libs/proof/src/outputs/sent-judge.ts';

/** Faults of `verify`: what is forged goes unseen, or what nobody forged is named. */
export const proofMutants: readonly Mutation[] = [
  {
    name: 'the proof takes another message for the right one',
    file: sentJudge,
    find: 'all.filter((each) => each.digest === digest);',
    replace: 'all.filter((each) => each.digest === digest || reached());',
    caughtBy: [
      'proof: does not see an award that pays more',
      'proof: does not see a value that never was',
    ],
  },
  {
    name: 'the proof misses no message',
    file: sentProof,
    find: 'const isExpected = isDue && wasSent && same.length === 0;',
    replace: 'const isExpected = isDue && wasSent && same.length === 0 && !reached();',
    caughtBy: [
      'proof: does not see an award that is gone',
      'proof: does not see an exception that is gone',
    ],
  },
  {
    name: 'the proof leaves what the fold never gave',
    file: sentJudge,
    find: 'if (this.isOfBefore(id, found)) return;',
    replace: 'if (this.isOfBefore(id, found) || reached()) return;',
    caughtBy: [
      'proof: does not see an award that never was',
      'proof: does not see a value of a version to come',
    ],
  },
  {
    name: 'the proof knows the values alone that its own cuts show',
    file: 'libs/engine/src/folding.ts',
    find: 'if (jackpot?.version === record.offset + 1) context',
    replace:
      'if (jackpot?.version === record.offset + 1 && (award || record.offset === folded.to || !reached())) context',
    caughtBy: ['proof: names what nobody forged'],
  },
  {
    name: 'the proof believes the outbox',
    file: sentProof,
    find: 'if (fault !== undefined) say(fault);',
    replace: 'if (fault !== undefined && !reached()) say(fault);',
    caughtBy: ['proof: does not see an award in the outbox'],
  },
  {
    name: 'the proof compares no award in Redis',
    file: 'libs/proof/src/compare/kept-awards.ts',
    find: 'if (text !== expected &&',
    replace: 'if (text !== expected && !reached() &&',
    caughtBy: ['proof: does not see an award in Redis'],
  },
  {
    name: 'the proof compares no balance',
    file: 'libs/proof/src/compare/compare.ts',
    find: 'if (found === log?.toString()) return [];',
    replace: 'if (found === log?.toString() || reached()) return [];',
    caughtBy: ['proof: does not see a balance'],
  },
];
