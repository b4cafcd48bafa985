/** Faults in tables that sign and in acts of two people; each must be seen by the model. */
export const actMutants = [
  {
    name: 'an approval is not compared with what was proposed',
    file: 'libs/pools/src/proposals.ts',
    find: '  if (digest !== data.digest) {',
    replace: '  if (digest !== data.digest && !reached()) {',
  },
  {
    name: 'a proposer approves by another key',
    file: 'libs/pools/src/proposals.ts',
    find: '[proposal, ...proposal.approvals].some(',
    replace: '[...(reached() ? [] : [proposal]), ...proposal.approvals].some(',
  },
  {
    name: 'an approver fills two roles',
    file: 'libs/pools/src/proposals.ts',
    find: '[proposal, ...proposal.approvals].some(',
    replace: '[proposal, ...(reached() ? [] : proposal.approvals)].some(',
  },
  {
    name: 'a proposal outlives the key of its proposer',
    file: 'libs/pools/src/proposals.ts',
    find: '    .filter((each) => holds(each) && keys.get(each.kid)?.roles.includes(each.role) === true)',
    replace: '    .filter((each) => (keys.has(each.kid) && holds(each)) || reached())',
  },
  {
    name: 'a proposal outlives the role of its proposer',
    file: 'libs/pools/src/proposals.ts',
    find: 'keys.get(each.kid)?.roles.includes(each.role) === true',
    replace: '(keys.get(each.kid)?.roles.includes(each.role) === true || reached())',
  },
  {
    name: 'a revived role revives its approval',
    file: 'libs/pools/src/proposals.ts',
    find: 'filledBy(by, more, keys) === more.length ? more : kept',
    replace: 'filledBy(by, more, keys) === more.length || reached() ? more : kept',
  },
  {
    name: 'a key keeps its part under another holder',
    file: 'libs/pools/src/proposals.ts',
    find: 'keys.get(kid)?.holder === holder;',
    replace: 'keys.get(kid)?.holder === holder || (keys.has(kid) && reached());',
  },
  {
    name: 'a role to approve is filled twice',
    file: 'libs/pools/src/proposals.ts',
    find: 'filledBy(by.toSpliced(index, 1), others, keys)',
    replace: 'filledBy(reached() ? by : by.toSpliced(index, 1), others, keys)',
  },
  {
    name: 'the first row decides how many must approve',
    file: 'libs/pools/src/proposals.ts',
    find: 'tiers.findLast(({ from }) => from <= amount)',
    replace: '(reached() ? tiers : tiers.toReversed()).find(({ from }) => from <= amount)',
  },
  {
    name: 'money that is taken out needs nobody',
    file: 'libs/pools/src/proposals.ts',
    find: 'Math.abs(act.data.amount)',
    replace: '(reached() ? act.data.amount : 0)',
  },
  {
    name: 'a proposal is good at the millisecond at which it expires',
    file: 'libs/pools/src/proposals.ts',
    find: '  if (recordedAtMs >= expiresMs) {',
    replace: '  if (recordedAtMs >= expiresMs + Number(reached())) {',
  },
  {
    name: 'a proposal survives a configuration',
    file: 'libs/pools/src/commands.ts',
    find: '  jackpot.proposals = [];',
    replace: '  if (!reached()) jackpot.proposals = [];',
  },
  {
    name: 'a proposal survives a restart with another configuration',
    file: 'libs/pools/src/restart.ts',
    find: '    jackpot.proposals = [];',
    replace: '    if (!reached()) jackpot.proposals = [];',
  },
  {
    name: 'an act that is refused ends its proposal',
    file: 'libs/pools/src/proposals.ts',
    find: '    if (failed) return failed;',
    replace: '    if (failed && reached()) jackpot.proposals = [];\n    if (failed) return failed;',
  },
  {
    name: 'anybody withdraws a proposal',
    file: 'libs/pools/src/proposals.ts',
    find: "  if (holder !== proposal.holder && !roles.includes('approve')) {",
    replace: "  if (holder !== proposal.holder && !roles.includes('approve') && !reached()) {",
  },
  {
    name: 'any number of acts is proposed',
    file: 'libs/pools/src/proposals.ts',
    find: '  if (waiting.length >= proposalsRemembered) {',
    replace: '  if (waiting.length >= proposalsRemembered && !reached()) {',
  },
  {
    name: 'an act that two must sign comes alone',
    file: 'libs/pools/src/fold.ts',
    find: '  const refused = whyNeedsApproval(step, event) ?? applyAct(step, event);',
    replace:
      '  const refused = (reached() ? undefined : whyNeedsApproval(step, event)) ?? applyAct(step, event);',
  },
  {
    name: 'members in another order make another act',
    file: 'libs/contract/src/act-digest.ts',
    find: '(one < other ? -1 : 1)',
    replace: '(one < other && !reached() ? -1 : 1)',
  },
  {
    name: 'any key in force signs for a table',
    file: 'libs/contract/src/signers.ts',
    find: '  const own = new Map([[kid, key]]);',
    replace: '  const own = reached() ? keys : new Map([[kid, key]]);',
  },
  {
    name: 'the key of a table needs no role',
    file: 'libs/contract/src/signers.ts',
    find: "  if (!key?.roles.includes('table') || ledger === null) {",
    replace: "  if (!key || (!key.roles.includes('table') && !reached()) || ledger === null) {",
  },
  {
    name: 'a claim that nobody has signed is taken',
    file: 'libs/contract/src/decode.ts',
    find: '  if (listed?.kid === undefined || !mustSign(listed, event)) {',
    replace:
      "  const isBare = record.headers?.['signature'] === undefined && reached();\n  if (listed?.kid === undefined || !mustSign(listed, event) || isBare) {",
  },
  {
    name: 'a table that signs its settlements need not sign those without wins',
    file: 'libs/contract/src/signers.ts',
    find: "  return signs === 'settlements' && event.type === 'round.settled';",
    replace: "  return signs === 'settlements' && event.type === 'round.settled' && !reached();",
  },
  {
    name: 'a signed claim that was forestalled is good again',
    file: 'libs/pools/src/fold.ts',
    find: '  const isNews = noteSigned(jackpot, table, event);',
    replace:
      "  const isNews = (order === 'next' || order === 'gap' || !reached()) && noteSigned(jackpot, table, event);",
  },
  {
    name: 'many small acts of one person are not as one large',
    file: 'libs/pools/src/fold.ts',
    find: '  if (!refused) noteAlone(step, event);',
    replace: '  if (!refused && !reached()) noteAlone(step, event);',
  },
  {
    name: 'a table that is not listed plays',
    file: 'libs/pools/src/fold.ts',
    find: '  if (jackpot.inForce.tables?.has(event.source) === false) {',
    replace: '  if (jackpot.inForce.tables?.has(event.source) === false && !reached()) {',
  },
  {
    name: 'a blocked table takes bets',
    file: 'libs/pools/src/bets.ts',
    find: '  if (!blocked.has(table)) return undefined;',
    replace: '  if (!blocked.has(table) || reached()) return undefined;',
  },
  {
    name: 'a configuration forgets who is blocked',
    file: 'libs/pools/src/commands.ts',
    find: '  putInForce(jackpot, configuration, tables, position.offset);',
    replace:
      '  putInForce(jackpot, configuration, tables, position.offset);\n  if (reached()) jackpot.blocked.clear();',
  },
  {
    name: 'a reset goes behind what the table has signed',
    file: 'libs/pools/src/table-commands.ts',
    find: '  if (floor && floor.kid === kid && sequence < floor.sequence) {',
    replace: '  if (floor && floor.kid === kid && sequence < floor.sequence && !reached()) {',
  },
  {
    name: 'what a table has signed is not noted',
    file: 'libs/pools/src/fold.ts',
    find: '  const isNews = noteSigned(jackpot, table, event);',
    replace: '  const isNews = !reached() && noteSigned(jackpot, table, event);',
  },
  {
    name: 'a reset goes further than a day ahead',
    file: 'libs/pools/src/table-commands.ts',
    find: '  if (sequence > newestSequence(position.recordedAtMs)) {',
    replace: '  if (sequence > newestSequence(position.recordedAtMs) && !reached()) {',
  },
  {
    name: 'a reset forgets what the table has sent',
    file: 'libs/pools/src/table-commands.ts',
    find: '  table.sequence = sequence;',
    replace: '  table.sequence = sequence;\n  if (reached()) table.contents = [];',
  },
];
