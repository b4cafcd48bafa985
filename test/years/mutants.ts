/** A fault in the code that proves the past, and the specs that must fail with it. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly specs: string;
}

const archive = 'libs/proof/src/archive';
const proof = 'libs/proof/src';

const inArchive: readonly Omit<Mutant, 'specs'>[] = [
  {
    name: 'an edited manifest counts',
    file: `${archive}/manifest.ts`,
    find: 'if (sha256(JSON.stringify(content ?? null)) !== digest || manifestText(file) !== text) {',
    replace: "if (digest === '') {",
  },
  {
    name: 'a manifest of another root counts',
    file: `${archive}/manifest.ts`,
    find: 'if (own === thumbprint) return;',
    replace: 'if (own !== path) return;',
  },
  {
    name: 'a manifest need not be signed by who may',
    file: `${archive}/manifest.ts`,
    find: 'assertSigned(checkpoint, manifestSignedText(digest), signature, root, path);',
    replace: "if (digest === '') assertSigned(checkpoint, digest, signature, root, path);",
  },
  {
    name: 'a manifest follows any other',
    file: `${archive}/archive-folder.ts`,
    find: 'if ((last?.digest ?? null) !== manifest.previous) {',
    replace: 'if (!last && manifest.previous !== null) {',
  },
  {
    name: 'a span begins anywhere',
    file: `${archive}/archive-folder.ts`,
    find: 'if (isNext && (!last ||',
    replace: 'if ((isNext || from.block >= 0) && (!last ||',
  },
  {
    name: 'a span ends with any checkpoint',
    file: `${archive}/archive-folder.ts`,
    find: 'if (checkpointDigest(checkpoint) !== manifest.checkpoint.digest) {',
    replace: "if (manifest.checkpoint.digest === '') {",
  },
  {
    name: 'a span says of its end what it likes',
    file: `${archive}/archive-folder.ts`,
    find: 'if (isWhole && !wrong) return;',
    replace: 'if (isWhole) return;',
  },
  {
    name: 'a frame is unpacked as it is',
    file: `${archive}/day-reader.ts`,
    find: 'if (sha256(bytes) !== frame.sha256) {',
    replace: 'if (bytes.length !== frame.bytes) {',
  },
  {
    name: 'a block is not compared with the fold',
    file: `${archive}/span-fold.ts`,
    find: 'if (mismatch) this.throwMismatch(mismatch.made, block);',
    replace: 'if (mismatch && block.block === 0) this.throwMismatch(mismatch.made, block);',
  },
  {
    name: 'the ledger of the checkpoint is not compared with the fold',
    file: `${archive}/span-fold.ts`,
    find: 'if (state !== StateDigest.of(end).root()) {',
    replace: "if (state === '') {",
  },
  {
    name: 'anybody may have signed an act',
    file: `${archive}/span-fold.ts`,
    find: 'if (why !== undefined) throw differs(`Journal: ${why}`);',
    replace: "if (why === '') throw differs(`Journal: ${why}`);",
  },
  {
    name: 'blocks that were undone are folded',
    file: `${archive}/span-fold.ts`,
    find: 'isIn(undone, number);',
    replace: 'isIn(undone, -number);',
  },
];

const inRestore: readonly Omit<Mutant, 'specs'>[] = [
  {
    name: 'what an act has put in the ledger is not compared',
    file: `${proof}/fold/refold.ts`,
    find: 'if (made.state !== found.state)',
    replace: "if (made.state === '')",
  },
  {
    name: 'a ledger is restored to within a block',
    file: `${proof}/chain/chain-index.ts`,
    find: 'act.from <= to);',
    replace: 'act.from <= to && to === Infinity);',
  },
  {
    name: 'a restore skips offsets',
    file: `${proof}/compare/recovery-block.ts`,
    find: "    case 'restore':\n    case 'accept-log':",
    replace: "    case 'restore':\n      return true;\n    case 'accept-log':",
  },
];

const along: readonly Mutant[] = [
  {
    name: 'a chain may be shorter when it is read again',
    file: `${proof}/source/partition-source.ts`,
    find: 'if (before.block < last) throw',
    replace: 'if (before.block < 0) throw',
    specs: `${proof}/fold/replay.spec`,
  },
  {
    name: 'a block comes with all of its records, or none',
    file: `${proof}/source/partition-source.ts`,
    find: 'to: Math.min(block.to, end - 1)',
    replace: 'to: block.to',
    specs: `${proof}/fold/replay.spec`,
  },
  {
    name: 'an act after the end of a span undoes its blocks',
    file: `${proof}/chain/chain-index.ts`,
    find: 'return undoneBy(block, this.ownBackActs) !== undefined;',
    replace: 'return undoneBy(block, this.backActs) !== undefined;',
    specs: `${proof}/archive/archived-acts.spec`,
  },
  {
    name: 'an act is judged with its own span alone',
    file: `${proof}/archive/span-fold.ts`,
    find: 'const alone = all.flatMap(',
    replace:
      'const alone = all.slice(-1).filter(() => this.refold.records > 0 && all.length > 1).flatMap(',
    specs: `${proof}/archive/archived-acts.spec`,
  },
  {
    name: 'what no block says can be restored',
    file: `${proof}/recover/restore.ts`,
    find: 'if (isEmpty && position === 0 && head === journalGenesis) return;',
    replace: 'if (isEmpty || head === journalGenesis) return;',
    specs: `${proof}/recover/restore.spec`,
  },
];

const undone: readonly Omit<Mutant, 'specs' | 'file'>[] = [
  {
    name: 'undone: blocks after the act, in place of those before it',
    find: 'act.block > block && act.from <= from',
    replace: 'act.block < block && act.from <= from',
  },
  {
    name: 'undone: no block that begins at the offset of the act',
    find: 'act.block > block && act.from <= from',
    replace: 'act.block > block && act.from < from',
  },
  {
    name: 'undone: all blocks before the act',
    find: 'act.block > block && act.from <= from',
    replace: 'act.block > block',
  },
  {
    name: 'undone: by any act of an operator',
    find: 'recovery && goesBack(recovery.act)',
    replace: 'recovery',
  },
  {
    name: 'undone: by no restore',
    find: 'recovery && goesBack(recovery.act)',
    replace: "recovery?.act === 'rebuild'",
  },
  {
    name: 'undone: by no rebuild',
    find: 'recovery && goesBack(recovery.act)',
    replace: "recovery?.act === 'restore'",
  },
  {
    name: 'left: the very point that was restored',
    find: 'act.from >= position',
    replace: 'act.from > position',
  },
  {
    name: 'left: a point after the act',
    find: 'if (act.block <= block ||',
    replace: 'if (',
  },
  {
    name: 'left: not by the act that went furthest',
    find: 'act.from < furthest.from',
    replace: 'act.from > furthest.from',
  },
  {
    name: 'a restored checkpoint empties the ledger',
    find: 'return from === 0;',
    replace: 'return from >= 0;',
  },
];

export const mutants: readonly Mutant[] = [
  ...inArchive.map((each) => ({ ...each, specs: `${archive}/.*spec` })),
  ...inRestore.map((each) => ({ ...each, specs: `${proof}/compare/recovery-block.spec` })),
  ...along,
  ...undone.map((each) => ({
    ...each,
    file: `${proof}/chain/undone.ts`,
    specs: `${proof}/chain/undone.spec`,
  })),
];
