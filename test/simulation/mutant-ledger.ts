import type { Mutation } from './mutations.js';

const model = 'test/simulation/commit-model.ts';
const partition = 'apps/jackpot/src/partitions/owned-partition.ts';
const sender = 'apps/jackpot/src/partitions/outbox-sender.ts';
const relay = 'apps/jackpot/src/partitions/relay.ts';
const ledger = 'libs/ledger/src/ledger.ts';

/** Faults of the fold, of the commit, of the memory kept after it, and of the relay. */
export const ledgerMutants: readonly Mutation[] = [
  {
    name: 'no compare-and-set: the commit compares neither position nor block',
    file: model,
    find: "if (currentOffset !== expectedOffset) return ['fenced', currentOffset];",
    replace: 'if (currentOffset !== expectedOffset) reached();',
    also: {
      file: model,
      find: "if (currentHead !== args[8]) return ['fenced', currentOffset];",
      replace: 'if (currentHead !== args[8]) reached();',
    },
    // A batch is applied twice; or, if the ledger is already past it, the batch is judged as
    // damage.
    caughtBy: [
      'M3: differ from the fold',
      'M7: Redis cannot take the commit: the position cannot go',
    ],
  },
  {
    name: 'the commit compares no block',
    file: model,
    find: "if (currentHead !== args[8]) return ['fenced', currentOffset];",
    replace: 'if (currentHead !== args[8]) reached();',
    caughtBy: ['journal'],
  },
  {
    name: 'the commit takes its own repeat for a refusal',
    file: ledger,
    find: 'return readReply(await this.answered(reply));',
    replace:
      "const read = readReply(await this.answered(reply));\n          if (read.result !== 'duplicate') return read;\n          reached();\n          return { result: 'refused', detail: 'a repeat' };",
    caughtBy: ['M7: Redis cannot take the commit: a repeat'],
  },
  {
    name: 'the commit has no id of its own',
    file: model,
    find: "position.get('commit') === commitId",
    replace: "(position.get('commit') === commitId || reached())",
    caughtBy: ['M4: is taken for one that was'],
  },
  {
    name: 'a commit writes before it checks',
    file: model,
    find: '  const fault =\n    whyWrongTypes',
    replace:
      "  reached();\n  state.setFields(positionKey, [['offset', newOffset]]);\n  const fault =\n    whyWrongTypes",
    caughtBy: ['M4: answered refused and left traces'],
  },
  {
    name: 'the outbox is not in the commit',
    file: model,
    find: 'state.append(outboxKey, outbox.map(streamEntry));',
    replace: 'if (outbox.map(streamEntry).length > 0) reached();',
    caughtBy: ['outputs'],
  },
  {
    name: 'frames are published before the checks',
    file: model,
    find: "  const positionFault = whyWrongType(state, positionKey, 'hash');",
    replace:
      "  for (const [frame = ''] of frames) if (reached()) publish(framesChannel, frame);\n  const positionFault = whyWrongType(state, positionKey, 'hash');",
    caughtBy: ['M5: the ledger is at'],
  },
  {
    name: 'the fold looks at no sequence',
    file: 'libs/pools/src/fold.ts',
    find: "const order = known ? sequenceOrder(known, event) : 'next';",
    replace:
      "const found = known ? sequenceOrder(known, event) : 'next';\n  const order = found === 'next' || reached() ? 'next' : found;",
    caughtBy: ['model'],
  },
  {
    name: 'a partition that is opened forgets its newest time',
    file: 'libs/ledger/src/queries.ts',
    find: "newestMs: naturalOf(position['newestMs'], 0),",
    replace: "newestMs: naturalOf(position['newestMs'], 0) > 0 && reached() ? 0 : 0,",
    // The digest of the ledger covers it; otherwise Redis refuses a commit with an earlier time.
    caughtBy: ['M7: what Redis holds is not what block', 'M7: the time cannot go from'],
  },
  {
    // The model of the contract would be the first to see it; the tables' books must see it too.
    name: 'a withdrawn bet stays in the pool, and the model does not look',
    file: 'libs/pools/src/refund.ts',
    find: 'jackpot.pooled.includes(bet.generation)',
    replace: 'jackpot.pooled.includes(bet.generation) && !reached()',
    also: {
      file: 'test/simulation/simulated-cluster.ts',
      find: 'if (oracle.difference !== null) ',
      replace: 'if (oracle.difference !== null && !reached()) ',
    },
    caughtBy: ['M2'],
  },
  {
    name: 'after fenced memory is kept as if it had been committed',
    file: partition,
    find: "return { outcome: 'reload', detail: `fenced: the ledger is at ${result.position}` };",
    replace: 'reached();\n        break;',
    caughtBy: ['M4: and no commit took it there'],
  },
  {
    name: 'opening takes the memory of before',
    file: partition,
    find: '    this.forget();\n    this.doubt = undefined;\n',
    replace:
      "    const before = this.life;\n    if (before.is === 'kept' && reached()) return { outcome: 'opened', position: before.position, anchor: undefined, newestMs: 0, anyTimeBefore: 0 };\n    this.forget();\n    this.doubt = undefined;\n",
    // The ledger never reaches it; or the log is another one, since memory has no anchor.
    caughtBy: ['liveness', 'M3: differ from the fold', 'M5: was never right'],
  },
  {
    name: 'a refused commit is taken for done',
    file: partition,
    find: "      case 'refused': {\n",
    replace: "      case 'refused': {\n        if (reached()) break;\n",
    caughtBy: ['M4: and no commit took it there'],
  },
  {
    name: 'balances are not compared after the commit',
    file: partition,
    find: 'if (divergence === undefined) break;',
    replace: 'if (divergence === undefined || reached()) break;',
    // The check that reads back would see it seconds later.
    also: {
      file: 'apps/jackpot/src/partitions/read-back.ts',
      find: 'if (first !== undefined) return first;',
      replace: 'if (first !== undefined && !reached()) return first;',
    },
    caughtBy: ['M7: the edited ledger'],
  },
  {
    name: 'no answer is taken for ok',
    file: ledger,
    find: '          if (!isUnknown(error as Error)) throw error;\n',
    replace:
      "          if (!isUnknown(error as Error)) throw error;\n          if (reached()) return { result: 'duplicate' };\n",
    caughtBy: ['M4: and no commit took it there'],
  },
  {
    name: 'a commit is sent once, and without an answer was refused',
    file: ledger,
    find: '          if (!isUnknown(error as Error)) throw error;\n',
    replace:
      "          if (!isUnknown(error as Error)) throw error;\n          if (reached()) return { result: 'refused', detail: 'no answer' };\n",
    caughtBy: ['M7: Redis cannot take the commit: no answer'],
  },
  {
    name: 'a script that Redis forgot is not sent again',
    file: 'libs/ledger/src/script.ts',
    find: "if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;",
    replace: "if (!(error as Error).message.startsWith('NOSCRIPT') || reached()) throw error;",
    caughtBy: ['no bug: halted: The service failed'],
    inStory: 'The service failed: NOSCRIPT',
  },
  {
    name: 'the relay trims before it sends',
    file: sender,
    find: '    for (const batch of batchesOf(messages)) {',
    replace:
      '    reached();\n    await relay.ledger.trimOutbox(partition, sent);\n    for (const batch of batchesOf(messages)) {',
    caughtBy: ['outputs'],
  },
  {
    name: 'the relay trims what stands in the place',
    file: 'test/simulation/redis-model.ts',
    find: 'last !== undefined && last.fields[5] === lastId;',
    replace: 'last !== undefined && (last.fields[5] === lastId || reached());',
    // The rest of a commit without its block halts the partition.
    caughtBy: ['journal', 'M7'],
  },
  {
    name: 'the relay forgets what it could not send',
    file: sender,
    find: '        this.isPending = true;\n',
    replace: '        reached();\n',
    caughtBy: ['outputs', 'journal'],
  },
  {
    name: 'what was counted is forgotten when a partition is opened again',
    file: 'apps/jackpot/src/counted-records.ts',
    find: 'counted ?? 0, this.of(partition));',
    replace: 'counted ?? 0, reached() ? 0 : this.of(partition));',
    caughtBy: ['counted once'],
  },
  {
    name: 'the relay sends no exceptions',
    file: relay,
    find: '      entries.map(({ topic, key, id, value }) => ({',
    replace:
      "      entries.filter(({ topic }) => topic !== 'exceptions' || !reached()).map(({ topic, key, id, value }) => ({",
    caughtBy: ['outputs: exceptions of partition'],
  },
  {
    name: 'the digest of the ledger leaves the tables out',
    file: 'libs/engine/src/committing.ts',
    find: 'for (const [key, text] of texts[kind]) digest.set(kind, key, text);',
    replace:
      "for (const [key, text] of texts[kind]) if (kind !== 'tables' || !reached()) digest.set(kind, key, text);",
    caughtBy: ['M3: has a block of another ledger'],
  },
  {
    name: 'the digest of the ledger is not brought up where its bucket was hashed before',
    file: 'libs/ledger/src/state-digest.ts',
    find: '    this.changed.add(bucket);',
    replace: "    if (this.written === '' || !reached()) this.changed.add(bucket);",
    caughtBy: ['M3: has a block of another ledger'],
  },
  {
    name: 'a block covers no awards',
    file: 'libs/engine/src/committing.ts',
    find: 'digest: digestOf(folded.outbox),',
    replace:
      "digest: digestOf(folded.outbox.filter(({ topic }) => topic !== 'awards' || !reached())),",
    caughtBy: ['M4: has a block of other outputs'],
  },
  {
    name: 'opening does not compare the ledger with its block',
    file: 'libs/engine/src/head-check.ts',
    find: 'return found.state === state\n',
    replace: 'return found.state === state || reached()\n',
    caughtBy: ['M7: the edited ledger', 'proof: the door believes'],
  },
  {
    name: 'a block in the outbox is believed',
    file: 'libs/engine/src/head-check.ts',
    find: 'const found = await findHead(partition, tip, journal);',
    replace:
      'const waits = unsent.get(tip.head);\n  const found = waits && reached() ? waits : await findHead(partition, tip, journal);',
    caughtBy: ['M7: the edited ledger'],
  },
  {
    name: 'a ledger begins anew although the journal has its blocks',
    file: 'libs/engine/src/head-check.ts',
    find: 'return later ? lostBlock(later)',
    replace: 'return later && !reached() ? lostBlock(later)',
    caughtBy: ['journal: begins anew'],
  },
  {
    name: 'the relay sends what no block covers',
    file: 'libs/engine/src/outbox-commits.ts',
    find: '} else if (digestOf(entries.slice(0, -1)) !== block.digest) {',
    replace: '} else if (digestOf(entries.slice(0, -1)) !== block.digest && !reached()) {',
    caughtBy: ['outputs: a forged message', 'M7: the edited ledger'],
    seeds: 200,
  },
  {
    name: 'the relay sends to any topic',
    file: 'libs/engine/src/outbox-commits.ts',
    find: 'if (unknown) {',
    replace: 'if (unknown && !reached()) {',
    also: {
      file: 'libs/engine/src/outbox-commits.ts',
      find: '} else if (digestOf(entries.slice(0, -1)) !== block.digest) {',
      replace: '} else if (digestOf(entries.slice(0, -1)) !== block.digest && !reached()) {',
    },
    caughtBy: ['outputs: a forged message'],
    seeds: 300,
  },
  {
    name: 'entries are not read back',
    file: 'apps/jackpot/src/partitions/read-back.ts',
    find: 'if (entryHash(kind, key, text) === expected.hashes[kind][index]) continue;',
    replace:
      'if (entryHash(kind, key, text) === expected.hashes[kind][index] || reached()) continue;',
    caughtBy: ['M7: the edited ledger'],
    seeds: 400,
  },
  {
    name: 'what no commit has made is not read back',
    file: 'apps/jackpot/src/partitions/read-back.ts',
    find: 'if (own !== size) return',
    replace: 'if (own !== size && !reached()) return',
    caughtBy: ['M7: the edited ledger'],
    seeds: 400,
  },
  {
    name: 'the keys are not read back',
    file: 'apps/jackpot/src/partitions/read-back.ts',
    find: 'if (StateDigest.placeOf(found) !== expected.place) {',
    replace: 'if (StateDigest.placeOf(found) !== expected.place && !reached()) {',
    caughtBy: ['M7: the edited ledger'],
    seeds: 400,
  },
  {
    name: 'an exception is lost at the end of a batch',
    file: 'libs/engine/src/folding.ts',
    find: '  folding.recordedAtMs = state.newestMs;',
    replace:
      "  folding.recordedAtMs = state.newestMs;\n  const isLast = folding.outputs.at(-1)?.topic === 'exceptions';\n  if (folding.to > folding.from && isLast && reached()) folding.outputs.pop();",
    caughtBy: ['M4: does not send the awards and exceptions'],
  },
];
