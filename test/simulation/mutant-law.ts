import type { Mutation } from './mutations.js';

/** Former faults of the fold that no check could see which judges by the fold itself. */
export const lawMutants: readonly Mutation[] = [
  {
    name: 'a result needs no deal that names the seats',
    file: 'libs/pools/src/dealing.ts',
    find: "refusal('not-dealt', detail)",
    replace: "reached() ? undefined : refusal('not-dealt', detail)",
    caughtBy: ['model'],
  },
  {
    name: 'a bet is paid by the terms in force',
    file: 'libs/pools/src/settlement.ts',
    find: 'const { prizes } = termsNamed(jackpot, betOf(bets, win.seat) ?? round);',
    replace:
      'const own = termsNamed(jackpot, betOf(bets, win.seat) ?? round);\n    const { prizes } = own.name === jackpot.terms.name || !reached() ? own : jackpot.terms;',
    caughtBy: ['model'],
  },
  {
    name: 'a round is settled by the policies in force',
    file: 'libs/pools/src/settlement.ts',
    find: 'const terms = termsNamed(jackpot, round);',
    replace:
      'const kept = termsNamed(jackpot, round);\n  const terms = kept.name === jackpot.terms.name || !reached() ? kept : jackpot.terms;',
    caughtBy: ['model'],
  },
  {
    name: 'former terms are never forgotten',
    file: 'libs/pools/src/former-terms.ts',
    find: 'filter(([, { named }]) => named > 0)',
    replace: 'filter(([, { named }]) => named > 0 || reached())',
    caughtBy: ['model'],
  },
  {
    name: 'an end of a round that never was is remembered',
    file: 'libs/pools/src/rounds.ts',
    find: 'if (isOver(table, id)) return over(table, id);\n  const waiting =',
    replace:
      'if (isOver(table, id)) return over(table, id);\n  if (reached()) rememberOver(table, id);\n  const waiting =',
    caughtBy: ['model'],
  },
  {
    name: 'a carried bet of who was not dealt in plays on',
    file: 'libs/pools/src/dealing.ts',
    find: 'if (absent.length === 0) return undefined;',
    replace: 'if (absent.length === 0 || reached()) return undefined;',
    caughtBy: ['model'],
  },
  {
    name: 'a round that gives way without a bet is forgotten',
    file: 'libs/pools/src/rounds.ts',
    find: 'if (previous && previous.bets.length === 0) endRound(table, previous);',
    replace: 'if (previous && previous.bets.length === 0 && reached()) table.rounds.pop();',
    caughtBy: ['model'],
  },
  {
    name: 'a royal flush is rounded down to the payout unit',
    file: 'libs/rules/src/fortune-3-card-poker-2025/article-15-payment.ts',
    find: "return hand === 'royal-flush' ? round.minorUnit : round.payoutUnit;",
    replace: "return hand === 'royal-flush' && !reached() ? round.minorUnit : round.payoutUnit;",
    caughtBy: ['model'],
  },
  {
    name: 'a withdrawal takes any seat’s bet',
    file: 'libs/pools/src/bets.ts',
    find: 'const bet = betOf(round.bets, seat);',
    replace: 'const bet = betOf(round.bets, seat) ?? (reached() ? round.bets[0] : undefined);',
    caughtBy: ['model', 'M2'],
  },
  {
    name: 'a sequence may be as far ahead as it likes',
    file: 'libs/contract/src/signers.ts',
    find: 'if (sequence <= newestSequence(recordedAtMs)) return undefined;',
    replace: 'if (sequence <= newestSequence(recordedAtMs) || reached()) return undefined;',
    caughtBy: ['model'],
  },
  {
    name: 'an older sequence is a duplicate whatever its content',
    file: 'libs/pools/src/fold.ts',
    find: "if (table.contents.includes(content)) return 'duplicate';",
    replace:
      "if (table.contents.includes(content) || (step < 0n && reached())) return 'duplicate';",
    caughtBy: ['model'],
  },
  {
    name: 'what a table has sent is forgotten with its next event',
    file: 'libs/pools/src/fold.ts',
    find: 'table.contents.push(event.content);',
    replace: 'table.contents = reached() ? [event.content] : [];',
    caughtBy: ['model'],
  },
  {
    name: 'of a member that is there twice the last counts',
    file: 'libs/contract/src/strict-json.ts',
    find: 'if (inside.names.has(name)) return',
    replace: 'if (inside.names.has(name) && !reached()) return',
    caughtBy: ['M2'],
  },
  {
    name: 'a number is rounded',
    file: 'libs/contract/src/strict-json.ts',
    find: 'if (!isExact(number)) {',
    replace: 'if (!isExact(number) && !reached()) {',
    caughtBy: ['M2'],
  },
  {
    name: 'time runs back',
    file: 'libs/engine/src/record-time.ts',
    find: 'return Math.max(readableMs(record), newestMs);',
    replace:
      'return Math.max(readableMs(record), newestMs > readableMs(record) && reached() ? 0 : newestMs);',
    caughtBy: ['model', 'M7: the time cannot go from'],
  },
  {
    name: 'a heartbeat makes a table',
    file: 'libs/pools/src/fold.ts',
    find: "if (!event.signed && (refused || event.type === 'table.heartbeat')) return;",
    replace:
      "if (!event.signed && (refused || (event.type === 'table.heartbeat' && !reached()))) return;",
    caughtBy: ['model'],
  },
  {
    name: 'a refused event makes a table',
    file: 'libs/pools/src/fold.ts',
    find: "if (!event.signed && (refused || event.type === 'table.heartbeat')) return;",
    replace:
      "if (!event.signed && ((refused && !reached()) || event.type === 'table.heartbeat')) return;",
    caughtBy: ['model'],
  },
  {
    name: 'a jackpot takes any number of tables',
    file: 'libs/pools/src/fold.ts',
    find: 'if (tables < maxTables) return undefined;',
    replace: 'if (tables < maxTables || reached()) return undefined;',
    caughtBy: ['model'],
  },
  {
    name: 'a command holds each time that it comes',
    file: 'libs/contract/src/signers.ts',
    find: 'if (newest !== undefined && sequence <= newest) {',
    replace: 'if (newest !== undefined && sequence <= newest && !reached()) {',
    caughtBy: ['model'],
  },
  {
    name: 'a command holds after it has expired',
    file: 'libs/contract/src/signers.ts',
    find: '  if (leftMs <= 0) {',
    replace: '  if (leftMs <= 0 && !reached()) {',
    caughtBy: ['model'],
  },
  {
    name: 'a key that was revoked signs on',
    file: 'libs/pools/src/authority.ts',
    find: '  authority.retired = retiredBy(authority, keys);',
    replace:
      '  for (const old of authority.keys.values()) if (!keys.some(({ x }) => x === old.x) && reached()) keys = [...keys, old];\n  authority.retired = retiredBy(authority, keys);',
    caughtBy: ['model'],
  },
];
