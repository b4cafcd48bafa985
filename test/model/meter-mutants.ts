/** Faults in what the meters count (contract 6.1). */
export const meterMutants = [
  {
    name: 'a meter does not sum',
    file: 'libs/pools/src/postings.ts',
    find: 'meter[account] += micros;',
    replace: 'meter[account] = micros;',
  },
  {
    name: 'meters are reset by a restart',
    file: 'libs/pools/src/restart.ts',
    find: 'jackpot.pooled = [jackpot.generation];',
    replace: 'jackpot.pooled = [jackpot.generation];\n  jackpot.causes.clear();',
  },
  {
    name: 'what a ceiling cuts counts as a contribution to the reserve',
    file: 'libs/pools/src/bets.ts',
    find: "post(step, 'overflow', {",
    replace: "post(step, 'contribution', {",
  },
  {
    name: 'a rehearsed act stays in the meters',
    file: 'libs/pools/src/proposals.ts',
    find: 'causes: new Map(jackpot.causes),',
    replace: 'causes: jackpot.causes,',
  },
  {
    name: 'a rehearsed act counts at its table',
    file: 'libs/pools/src/proposals.ts',
    find: '[[key, { ...table }]]',
    replace: '[[key, table]]',
  },
  {
    name: 'what a slip pays counts as paid at the table',
    file: 'libs/pools/src/prize-meters.ts',
    find: "more('paidBySlipMicros')",
    replace: "more('paidAtTableMicros')",
  },
  {
    name: 'what the table had paid and people took back counts as not paid',
    file: 'libs/pools/src/prize-meters.ts',
    find: "from === 'awarded' ? 'returnedMicros'",
    replace: "from === 'paid' ? 'returnedMicros'",
  },
  {
    name: 'a table does not count the stakes that it gives back',
    file: 'libs/pools/src/refund.ts',
    find: 'refundedMicros: meter.refundedMicros + bet.stakeMicros,',
    replace: 'refundedMicros: meter.refundedMicros,',
  },
  {
    name: 'a running amount is taken over after a bet',
    file: 'libs/pools/src/commands.ts',
    find: "cause !== 'seed' && cause !== 'adjustment'",
    replace: "cause === 'opening'",
  },
  {
    name: 'one person takes over a running amount',
    file: 'libs/pools/src/proposals.ts',
    find: "isOpening ? ['approve'] : by",
    replace: 'isOpening ? [] : by',
  },
  {
    name: 'a running amount is taken over as an adjustment',
    file: 'libs/pools/src/commands.ts',
    find: "opening ? 'opening' : 'adjustment', {",
    replace: "opening ? 'adjustment' : 'adjustment', {",
  },
];
