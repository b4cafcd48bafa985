export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One fault put into the source on purpose: a check that does not see it is worth nothing. */
export interface Mutation extends Edit {
  readonly name: string;
  /** Where one guard stands behind another, the fault takes both away. */
  readonly also?: Edit;
}

const model = 'test/simulation/commit-model.ts';
const keeper = 'apps/jackpot/src/ledger/partition-keeper.ts';
const relay = 'apps/jackpot/src/ledger/relay.ts';
const gate = 'libs/log/src/gate.ts';
const consumption = 'libs/log/src/consumption.ts';
const ledger = 'libs/ledger/src/ledger.ts';
const folding = 'libs/bookkeeping/src/folding.ts';

/** Tried in the simulation. */
export const mutants: readonly Mutation[] = [
  {
    name: 'a ledger at rest is not looked at',
    file: consumption,
    find: 'if (!assigned.isQuiet()) return;',
    replace: 'if (partition >= 0) return;',
  },
  {
    name: 'a new leader of a partition is not doubted',
    file: consumption,
    find: 'if (assigned.hasOtherLeader(leaderEpochOf(batch.messages[0]))) gate.doubt();',
    replace: 'void leaderEpochOf;',
  },
  {
    name: 'no compare-and-set: the commit compares neither position nor block',
    file: model,
    find: "  if (currentOffset !== expectedOffset) return ['fenced', currentOffset];\n",
    replace: '  void expectedOffset;\n',
    also: {
      file: model,
      find: "  if (currentHead !== args[9]) return ['fenced', currentOffset];\n",
      replace: '  void currentHead;\n',
    },
  },
  {
    name: 'the commit compares no block',
    file: model,
    find: "  if (currentHead !== args[9]) return ['fenced', currentOffset];\n",
    replace: '  void currentHead;\n',
  },
  {
    name: 'the commit does not know its own repeat, and answers fenced',
    file: ledger,
    find: 'return readReply(await this.answered(reply));',
    replace:
      "const read = readReply(await this.answered(reply));\n          return read.result === 'duplicate' ? { result: 'refused', detail: 'x' } : read;",
  },
  {
    name: 'the commit has no id of its own',
    file: model,
    find: "position.get('commit') === commitId",
    replace: 'commitId',
  },
  {
    name: 'a commit writes before it checks',
    file: model,
    find: '  const fault =\n    whyWrongTypes',
    replace:
      "  state.setFields(positionKey, [['offset', newOffset]]);\n  const fault =\n    whyWrongTypes",
  },
  {
    name: 'the outbox is not in the commit',
    file: model,
    find: '  state.append(outboxKey, outbox.map(streamEntry));\n',
    replace: '  void streamEntry;\n',
  },
  {
    name: 'frames are published before the checks',
    file: model,
    find: "  const positionFault = whyWrongType(state, positionKey, 'hash');",
    replace:
      "  for (const [frame = ''] of frames) publish(framesChannel, frame);\n  const positionFault = whyWrongType(state, positionKey, 'hash');",
  },
  {
    name: 'the last applied record is not compared',
    file: gate,
    find: 'if (anchorOf(first) !== this.anchorToSee) {',
    replace: 'if (anchorOf(first) === null) {',
  },
  {
    name: 'the gate lets everything pass',
    file: gate,
    find: '    if (first.offset !== this.wanted) {',
    replace:
      '    if (first.offset >= 0) return { apply: records };\n    if (first.offset !== this.wanted) {',
  },
  {
    name: 'a gap in the log is passed over',
    file: gate,
    find: '    if (gap === 0) return this.missing((records[0] as LogRecord).offset);\n    return { apply: gap === -1 ? records : records.slice(0, gap) };',
    replace: '    return { apply: gap === -2 ? [] : records };',
  },
  {
    name: 'a second doubt at a position is a gap',
    file: gate,
    find: 'if (found !== this.position || this.hasLookedBack) return false;',
    replace: 'if (found !== -1 || this.hasLookedBack) return false;',
  },
  {
    name: 'silence raises no doubt, nor does a lost place',
    file: gate,
    find: '    this.anchorToSee = this.anchor;',
    replace: '    void this.anchor;',
  },
  {
    name: 'a log that ends before the position opens',
    file: gate,
    find: 'if (log.high < position) {',
    replace: 'if (log.high < -position) {',
    also: {
      file: consumption,
      find: 'assigned.gate && high < position ?',
      replace: 'assigned.gate && high < -position ?',
    },
  },
  {
    name: 'the fold looks at no sequence',
    file: 'libs/pools/src/fold.ts',
    find: "const order = table ? sequenceOrder(table, event) : 'next';",
    replace: "const order = table && event.sequence < 0n ? sequenceOrder(table, event) : 'next';",
  },
  {
    name: 'a withdrawn bet stays in the pool',
    file: 'libs/pools/src/refund.ts',
    find: 'bet.generation === jackpot.generation ?',
    replace: 'bet.generation !== jackpot.generation ?',
  },
  {
    name: 'after fenced memory is kept as if it had been committed',
    file: keeper,
    find: "        return { outcome: 'reload', detail: `fenced: the ledger is at ${result.position}` };",
    replace: '        break;',
  },
  {
    name: 'opening takes the memory of before',
    file: keeper,
    find: '    this.kept.delete(partition);\n    try {',
    replace:
      "    const old = this.kept.get(partition);\n    if (old && partitions > 0) return { outcome: 'opened', position: old.position, anchor: null };\n    try {",
  },
  {
    name: 'a refused commit is taken for done',
    file: keeper,
    find: "      case 'refused':\n",
    replace: "      case 'refused':\n        break;\n",
  },
  {
    name: 'balances are not compared after the commit',
    file: keeper,
    find: 'if (divergence === null) break;',
    replace: "if (divergence !== '') break;",
  },
  {
    name: 'no answer is taken for ok',
    file: ledger,
    find: '          if (!isUnknown(error as Error)) throw error;\n',
    replace: "          if (isUnknown(error as Error)) return { result: 'duplicate' };\n",
  },
  {
    name: 'a commit is sent once, and given up as a bug',
    file: 'libs/ledger/src/answers.ts',
    find: "return error.name !== 'ReplyError' || passing.test(error.message);",
    replace: 'return error.name === passing.source;',
  },
  {
    name: 'a script that Redis forgot is not sent again',
    file: 'libs/ledger/src/script.ts',
    find: "if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;",
    replace: "if ((error as Error).message !== '') throw error;",
  },
  {
    name: 'the relay trims before it sends',
    file: relay,
    find: '    await this.producer.send(\n',
    replace:
      '    await this.ledger.trimOutbox(partition, fitting);\n    await this.producer.send(\n',
  },
  {
    name: 'the relay trims what stands in the place',
    file: 'test/simulation/redis-model.ts',
    find: 'return id === fields[5];',
    replace: 'return id !== undefined;',
  },
  {
    name: 'the relay forgets what it could not send',
    file: relay,
    find: '        work.pending = true;\n',
    replace: '',
  },
  {
    name: 'the relay sends no exceptions',
    file: relay,
    find: '      entries.map(({ place, topic, key, id, value }) => ({',
    replace:
      "      entries.filter(({ topic }) => topic !== 'exceptions').map(({ place, topic, key, id, value }) => ({",
  },
  {
    name: 'records that were not applied are passed over',
    file: consumption,
    find: '        return this.reopen(assigned);\n      }\n      await heartbeat();',
    replace:
      '        assigned.advance(Number(batch.lastOffset()) + 1, null);\n        return;\n      }\n      await heartbeat();',
  },
  {
    name: 'a commit that waited long raises no doubt',
    file: consumption,
    find: 'assigned.doneAt = now - assigned.heardAt < doubtInLagAfterMs ? now : assigned.heardAt;',
    replace: 'assigned.doneAt = assigned.heardAt = now;',
  },
  {
    name: 'while records wait the time of a commit is no silence',
    file: consumption,
    find: 'return moreWaited ? now - heardAt >',
    replace: 'return moreWaited ? now - doneAt >',
  },
  {
    name: 'a partition is never opened again',
    file: consumption,
    find: '    const again = assigned.again();\n',
    replace: '    if (assigned.partition >= 0) return;\n    const again = assigned.again();\n',
  },
  {
    name: 'an exception is lost at the end of a batch',
    file: folding,
    find: '  for (const record of records) foldRecord(state, record, context, folded);',
    replace:
      "  for (const record of records) foldRecord(state, record, context, folded);\n  if (records.length > 1 && folded.outputs.at(-1)?.topic === 'exceptions') folded.outputs.pop();",
  },
];

/** Tried on a real Redis: the same comparison that holds the model to the script. */
export const luaMutants: readonly Mutation[] = [
  {
    name: 'no compare-and-set',
    find: "if currentOffset ~= expectedOffset then return { 'fenced', currentOffset } end\n",
    replace: '\n',
  },
  {
    name: 'no comparison of the block before',
    find: "if currentHead ~= expectedHead then return { 'fenced', currentOffset } end\n",
    replace: '\n',
  },
  {
    name: 'a mark is not seen',
    find: "if position[4] then return { 'refused', 'the partition is marked as halted: ' .. position[4] } end\n",
    replace: '\n',
  },
  {
    name: 'no commit id',
    find: 'if currentOffset == newOffset and position[2] == commitId then',
    replace: 'if currentOffset == newOffset then',
  },
  {
    name: 'a write before the checks',
    find: '-- Two magnitudes of up to half',
    replace:
      "redis.call('HSET', positionKey, 'offset', newOffset)\n-- Two magnitudes of up to half",
  },
  {
    name: 'no outbox in the commit',
    find: 'for index = outbox.first, outbox.last, 5 do\n  redis.call',
    replace: 'for index = outbox.first, -1, 5 do\n  redis.call',
  },
  {
    name: 'accounts changed twice',
    find: "if isChanged[field] then return { 'refused', field .. ' would be changed twice' } end\n",
    replace: '\n',
  },
  {
    name: 'amounts compared as texts only',
    find: 'if #a ~= #b then return #a < #b end\n',
    replace: '\n',
  },
].map((mutant) => ({ file: 'libs/ledger/src/commit.lua', ...mutant }));

/** All that a mutation edits. */
export function editsOf({ file, find, replace, also }: Mutation): Edit[] {
  return [{ file, find, replace }, ...(also ? [also] : [])];
}

/** @throws Error when the text does not hold exactly once what is to be edited. */
export function edited(text: string, { find, replace }: Edit): string {
  if (text.split(find).length !== 2) throw new Error(`not found exactly once: ${find}`);
  return text.replace(find, () => replace);
}
