import type { Mutation } from './mutations.js';

const outputsProof = 'libs/proof/src/outputs/outputs-proof.ts';

/** Faults of `verify`: it misses a forgery, or reports one that does not exist. */
export const proofMutants: readonly Mutation[] = [
  {
    name: 'the proof takes another message for the right one',
    file: outputsProof,
    find: 'if (known === digest) {',
    replace: 'if (known === digest || (known !== undefined && reached())) {',
    caughtBy: [
      'proof: does not see an award that pays more',
      'proof: does not see a value that never was',
    ],
  },
  {
    name: 'the proof misses no message',
    file: outputsProof,
    find: 'const expected = isDue && wasMade ?',
    replace: 'const expected = isDue && wasMade && !reached() ?',
    caughtBy: [
      'proof: does not see an award that is gone',
      'proof: does not see an exception that is gone',
    ],
  },
  {
    name: 'the proof leaves what the fold never gave',
    file: outputsProof,
    find: '} else if (!this.isOfBefore(found)) {',
    replace: '} else if (!this.isOfBefore(found) && (known !== undefined || !reached())) {',
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
    file: 'libs/proof/src/outputs/outbox.ts',
    find: 'return fault === undefined ?',
    replace: 'return fault === undefined || reached() ?',
    caughtBy: ['proof: does not see an award in the outbox'],
  },
  {
    name: 'the proof compares no list of awards',
    file: 'libs/proof/src/prove.ts',
    find: 'if (other !== undefined) {',
    replace: 'if (other !== undefined && !reached()) {',
    caughtBy: ['proof: does not see an award in a list'],
  },
  {
    name: 'people act on whatever Redis holds',
    file: 'libs/proof/src/source/proven-snapshot.ts',
    find: "if (typeof head === 'string') return",
    replace:
      "if (typeof head === 'string' && reached()) return undefined;\n  if (typeof head === 'string') return",
    caughtBy: ['proof: the door believes'],
  },
  {
    name: 'the proof compares no balance',
    file: 'libs/proof/src/compare/compare.ts',
    find: 'if (found === log?.toString()) return [];',
    replace: 'if (found === log?.toString() || reached()) return [];',
    caughtBy: ['proof: does not see a balance'],
  },
];
