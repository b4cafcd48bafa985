import type { Catcher, Mutation } from './mutations.js';

const gate = 'libs/log/src/gate.ts';
const consumption = 'libs/log/src/consumption.ts';
const silenceRule = 'libs/log/src/silence-rule.ts';
const fetchWatch = 'libs/log/src/kafka/fetch-watch.ts';
const toRecords = 'libs/log/src/kafka/to-records.ts';
const folding = 'libs/engine/src/folding.ts';
const foldBatch = 'apps/jackpot/src/partitions/fold-batch.ts';

/** A log that has become another one: records of two histories in one ledger, or a value of one. */
const mixture: readonly Catcher[] = ['M3: differ from the fold', 'M5: was never right'];

/** Faults between the log and the ledger's gate: in what passes, and in what is doubted. */
export const logMutants: readonly Mutation[] = [
  {
    name: 'a ledger at rest is not looked at',
    file: consumption,
    find: "if (state.name !== 'open' || state.lag > 0) return;",
    replace: "if (state.name !== 'open' || state.lag > 0 || reached()) return;",
    caughtBy: ['liveness'],
  },
  {
    name: 'a new leader of a partition is not doubted',
    file: silenceRule,
    find: 'if (this.isNewLeader(leaderEpoch)) return true;',
    replace: 'if (this.isNewLeader(leaderEpoch)) reached();',
    caughtBy: mixture,
    // The new leader must have other records, and exist before the silence raises the doubt.
    seeds: 20_000,
  },
  {
    name: 'the last applied record is not compared',
    file: gate,
    find: 'if (anchorOf(first) !== this.anchorToSee) {',
    replace: 'if (anchorOf(first) !== this.anchorToSee && !reached()) {',
    caughtBy: mixture,
  },
  {
    name: 'the gate lets everything pass',
    file: gate,
    find: '    if (first.offset !== this.wanted) {',
    replace:
      '    if (reached()) return { apply: records };\n    if (first.offset !== this.wanted) {',
    caughtBy: ['liveness'],
  },
  {
    name: 'a gap in the log is passed over',
    file: gate,
    find: '    if (gap === 0) return this.missing((records[0] as LogRecord).offset);\n    return { apply: gap === -1 ? records : records.slice(0, gap) };',
    replace: '    if (gap !== -1) reached();\n    return { apply: records };',
    // The missing effect or message of the skipped record, or the missing halt.
    caughtBy: [
      'M3: differ from the fold',
      'M4: does not send the awards and exceptions',
      'M7: should be halted: log-gap',
    ],
  },
  {
    name: 'a batch that cannot be read halts nothing',
    file: gate,
    find: '    if (!first) return fault ? this.refuse(halt(fault.reason, fault.message)) : decision;',
    replace:
      '    if (!first && fault) void (reached(), this.refuse(halt(fault.reason, fault.message)));\n    if (!first) return decision;',
    caughtBy: ['M7: should be halted: log-damaged'],
  },
  {
    name: 'what is uncommitted before a fault of the log stays so',
    file: consumption,
    find: '      await this.commitRest(assigned, open, heartbeat);\n',
    replace: '      reached();\n      void heartbeat;\n',
    caughtBy: ['M7: and its ledger is at'],
  },
  {
    name: 'of runs that share a commit the last writes its tables',
    file: foldBatch,
    find: '    const folding = foldOn(',
    replace:
      '    if ((uncommitted?.folding.tables.size ?? 0) > 0) void (reached(), uncommitted?.folding.tables.clear());\n    const folding = foldOn(',
    caughtBy: ['M3: differ from the fold'],
  },
  {
    name: 'a batch that cannot be read is stepped over',
    file: toRecords,
    find: '    return { records, fault: error };',
    replace:
      '    if (reached()) return { records, fault: undefined };\n    return { records, fault: error };',
    caughtBy: ['M7: should be halted: log-damaged', 'liveness'],
  },
  {
    name: 'what a transaction leaves in the log is applied',
    file: folding,
    find: 'const decoded = timed.steppedOver ? undefined : decodeRecord(timed, decoding);',
    replace:
      'const decoded = timed.steppedOver && !reached() ? undefined : decodeRecord(timed, decoding);',
    caughtBy: ['M4', 'journal', 'outputs'],
  },
  {
    name: 'the block does not name what was stepped over',
    file: 'libs/engine/src/committing.ts',
    find: '...(folded.steppedOver.length > 0 && { steppedOver: folded.steppedOver }),',
    replace:
      '...(folded.steppedOver.length > 0 && !(reached() as boolean) && { steppedOver: folded.steppedOver }),',
    caughtBy: ['journal: steps over'],
  },
  {
    name: 'a second doubt at a position is a gap',
    file: gate,
    find: 'if (found !== this.position || this.hasLookedBack) return false;',
    replace: 'if (found !== this.position || this.hasLookedBack || reached()) return false;',
    caughtBy: ['M7: but the log goes on at'],
  },
  {
    name: 'silence raises no doubt, nor does a lost place',
    file: gate,
    find: '    this.anchorToSee = this.anchor;',
    replace: '    if (this.anchorToSee !== this.anchor) reached();',
    caughtBy: mixture,
  },
  {
    // With its anchor, the first record at that place would reveal it.
    name: 'a log that ends before the position opens, and is not compared',
    file: gate,
    find: '    if (log.high < position) {',
    replace:
      '    if (log.high < position && reached()) return new Gate(position, undefined, newestMs, -1);\n    if (log.high < position) {',
    also: {
      file: consumption,
      find: 'hasPosition && high < next ?',
      replace: 'hasPosition && high < next && !reached() ?',
    },
    caughtBy: mixture,
  },
  {
    name: 'records that were not applied are passed over',
    file: consumption,
    find: '      if (!this.goesOn(assigned, applied)) return;',
    replace:
      "      if (applied.outcome === 'reload' && this.has(assigned)) return void (reached(), open.advance(Number(batch.lastOffset()) + 1, []));\n      if (!this.goesOn(assigned, applied)) return;",
    caughtBy: ['liveness'],
  },
  {
    name: 'a commit that waited long raises no doubt',
    file: silenceRule,
    find: 'this.doneAtMs = isSlow ? this.heardAtMs : nowMs;',
    replace: 'if (isSlow) reached();\n    this.doneAtMs = this.heardAtMs = nowMs;',
    caughtBy: mixture,
  },
  {
    name: 'while records wait the time of a commit is no silence',
    file: silenceRule,
    find: '      ? watchedSinceMs - this.heardAtMs > silenceWithLagMs',
    replace:
      '      ? watchedSinceMs - this.doneAtMs > silenceWithLagMs || (watchedSinceMs - this.heardAtMs > silenceWithLagMs && !reached())',
    caughtBy: mixture,
  },
  {
    name: 'a batch is heard when it is handled',
    file: consumption,
    find: 'silence.heard(Math.min(nowMs, untilMs));',
    replace: 'if (nowMs - untilMs > 2_000) reached();\n    silence.heard(nowMs);',
    caughtBy: mixture,
  },
  {
    name: 'an error of a partition ends no watch',
    file: fetchWatch,
    find: '        if (!found) continue;\n        this.watches',
    replace: '        if (!found && !reached()) continue;\n        this.watches',
    also: {
      file: fetchWatch,
      find: 'watches.set(found.messages, { sinceMs, untilMs });',
      replace:
        'if (found) watches.set(found.messages, { sinceMs, untilMs });\n        else reached();',
    },
    caughtBy: mixture,
  },
  {
    name: 'a break between two fetches ends no watch',
    file: fetchWatch,
    find: 'return breakMs >= 0 && breakMs <= longestBreakMs ?',
    replace: 'return breakMs >= 0 && (breakMs <= longestBreakMs || reached()) ?',
    caughtBy: mixture,
  },
  {
    name: 'a process that stood still has watched all the time',
    file: fetchWatch,
    find: 'const untilMs = Math.min(answeredAtMs, sentAtMs + maxWaitTime);',
    replace: 'const untilMs = answeredAtMs;\n    if (untilMs > sentAtMs + maxWaitTime) reached();',
    caughtBy: mixture,
  },
  {
    name: 'a partition is never opened again',
    file: consumption,
    find: '    const again = assigned.again();\n',
    replace: '    if (reached()) return;\n    const again = assigned.again();\n',
    caughtBy: ['liveness'],
  },
];
