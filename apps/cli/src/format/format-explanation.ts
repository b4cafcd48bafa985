import { formatPercent, type GrantDoubt, houseTime } from '#acts';
import { currencyExponent, formatMicros, formatMinor } from '#contract';
import { accountNames, microsPerMinor, type Terms } from '#pools';
import type {
  JudgedHand,
  KindSum,
  LifeRecord,
  ExplainedPayment,
  Payments,
  TracedAward,
} from '#proof';
import { jackpotHands, type JackpotHand } from '#rules';
import { table } from './table.js';
import { formatGrant, formatLife, type FormatMoney } from './format-life.js';

export type Explanation = TracedAward &
  Payments & {
    readonly hands: readonly JudgedHand[];
    readonly life: readonly LifeRecord[];
    readonly partition: number;
    /** For a granted award, the doubts that people could have seen at the grant. */
    readonly doubts: readonly GrantDoubt[];
  };

type Chapter = [title: string, text: string];

/** The award as a text: the configuration, the pool, the bets, the wins, the payouts. */
export function formatExplanation(explanation: Explanation): string {
  const { award, partition, block, before, after } = explanation;
  const money: FormatMoney = (micros) => formatMicros(micros, award.currency);
  const chapters: Chapter[] = [
    ['Configuration in force', configuration(explanation)],
    ['Terms', terms(explanation)],
    [`Pool of generation ${explanation.generation.generation}`, pool(explanation, money)],
    [`Jackpot bets of round ${award.round} at table ${award.table}`, bets(explanation, money)],
    ...(explanation.grant
      ? ([['Grant', formatGrant(award, explanation.grant, explanation.doubts)]] satisfies Chapter[])
      : chaptersOfTable(explanation, money)),
    ['Pool after', poolAfter(explanation, money)],
    [
      'Accounts',
      table(
        ['account', 'before', 'after', 'change'],
        accountNames.map((name) => {
          const amounts = [before[name], after[name], after[name] - before[name]];
          return [name, ...amounts.map(money)];
        }),
      ),
    ],
    [
      'What became of it',
      formatLife(award, explanation.life, { money, zone: explanation.configuration.zone }),
    ],
    [
      'Journal',
      `Block ${block.block} of partition ${partition}, offsets ${block.from}-${block.to}\nSHA-256 ${block.hash}\n`,
    ],
  ];
  const head = `Award ${award.id}\n${houseTime(award.recordedAt, explanation.configuration.zone)}, offset ${award.offset} of partition ${partition}\n`;
  const body = chapters.map(([title, text]) => `\n${title}\n${'='.repeat(title.length)}\n${text}`);
  return head + body.join('');
}

/** A table's declaration, and its payment by the rules. */
function chaptersOfTable(explanation: Explanation, money: FormatMoney): Chapter[] {
  const { payments } = explanation;
  return [
    ['Declaration', declaration(explanation)],
    ['Order of payment', `${orderOfPayment(explanation)}\n`],
    ['Payouts', payments.map((each) => explainedPayment(each, explanation, money)).join('\n')],
  ];
}

function configuration({ configuration: set, configuredBy }: Explanation): string {
  const by = configuredBy
    ? `Set by the record at offset ${configuredBy.offset} (${houseTime(configuredBy.time, set.zone)}, source ${configuredBy.source}, signed by ${configuredBy.kid})`
    : 'Set before the checkpoint';
  const amount = (minor: number): string => formatMinor(minor, set.currency);
  return [
    `${by}.`,
    `Ruleset ${set.ruleset}; seed ${amount(set.seed)}; of each stake ${formatPercent(set.rates.pool)} to the pool, ${formatPercent(set.rates.reserve)} to the reserve;`,
    `ceiling ${set.ceiling === null ? 'none' : amount(set.ceiling)}; ${waitsFrom(set)}.\n`,
  ].join('\n');
}

/** The amount from which an award waits for people (contract 4.8). */
function waitsFrom(set: Explanation['configuration']): string {
  const { verifyAbove, verifyAboveWithCards, currency } = set;
  if (verifyAbove === null) return 'no award of a table waits for people (verifyAbove none)';
  const from = `an award waits for people from ${formatMinor(verifyAbove, currency)} on (verifyAbove)`;
  if (verifyAboveWithCards === null) return from;
  return `${from}, with judged cards from ${formatMinor(verifyAboveWithCards, currency)} on`;
}

/** The terms at the beginning of the round, and other terms at the time of a bet. */
function terms({ award, terms: ofRound, bets: all }: Explanation): string {
  const { payoutUnit, policies } = ofRound.posted;
  const readings = Object.entries(policies).map(([name, reading]) => `${name}: ${reading}`);
  const others = new Map(all.map((each) => [each.terms.name, each.terms]));
  others.delete(ofRound.name);
  const ofBets = [...others.values()].map((each) => {
    const seats = all.filter((bet) => bet.terms.name === each.name).map(({ bet }) => bet.seat);
    return `Bets of seat ${seats.join(', ')} are paid by the terms of offset ${each.name}:\n\n${prizes(each, award.currency)}`;
  });
  return [
    `The round has the terms of offset ${ofRound.name}: payout unit ${formatMinor(payoutUnit, award.currency)}.`,
    `Policies: ${readings.join(', ')}.\n`,
    prizes(ofRound, award.currency),
    ...ofBets,
  ].join('\n');
}

function prizes({ posted }: Terms, currency: string): string {
  const rows = jackpotHands.map((hand) => {
    const { fixed, share } = posted.prizes[hand];
    const part = share === undefined ? '' : formatPercent(share);
    return [clauseOf(hand), hand, formatMinor(fixed, currency), part];
  });
  return table(['article', 'hand', 'fixed', 'share of the pool'], rows);
}

function pool({ generation, before }: Explanation, money: FormatMoney): string {
  const { opening, contributions, refunds, payouts, adjustments, reversals } = generation;
  const row = (what: string, sum: KindSum) => [what, sum.count, money(sum.pool)];
  const sums = [contributions, refunds, payouts, reversals, adjustments];
  const total = sums.reduce((sum, each) => sum + each.pool, opening.pool);
  const begin = opening.what === 'seed' ? 'seed' : 'brought forward from the checkpoint';
  const rows = [
    [`${begin}, offset ${opening.offset}`, '', money(opening.pool)],
    row('contributions of bets', contributions),
    row('refunds', refunds),
    row('payouts', payouts),
    row('reversals of awards', reversals),
    row('adjustments', adjustments),
    ['pool before the award', '', money(before.pool)],
  ];
  const note = total === before.pool ? '' : `These sum to ${money(total)}.\n`;
  return table(['what', 'records', 'to the pool'], rows) + note;
}

function bets({ bets: all }: Explanation, money: FormatMoney): string {
  const rows = all.map(({ bet, placed, terms: { name } }) => [
    bet.seat,
    placed ? placed.offset : 'before the checkpoint',
    money(bet.stakeMicros),
    money(bet.poolMicros),
    money(bet.reserveMicros),
    money(bet.stakeMicros - bet.poolMicros - bet.reserveMicros),
    name,
    bet.carriedSinceMs === null ? '' : `carried from round ${placed?.round ?? '?'} (Art. 17(3))`,
  ]);
  return table(['seat', 'offset', 'stake', 'pool', 'reserve', 'house', 'terms', ''], rows);
}

function declaration({ declaration: declared, hands, configuration: set }: Explanation): string {
  const { offset, time, hash, wins, community } = declared;
  const record = `Record at offset ${offset}, ${houseTime(time, set.zone)}\nSHA-256 ${hash}\n`;
  const claims = wins.map(({ seat, hand }) => `seat ${seat} a ${hand}`).join(', ');
  const declaredWins = `The table declared ${claims}.\n`;
  if (hands.length === 0) return `${record}${declaredWins}It declared no cards.\n`;
  const rows = hands.map(({ seat, cards, combination, hasBet }) => {
    return [seat, cards.join(' '), combination, judgement(hasBet, combination)];
  });
  const header = ['seat', 'cards', 'with the table’s two', 'judged (Art. 15(1), 7(3))'];
  const judged = table(header, rows);
  return `${record}${declaredWins}Community cards ${community?.join(' ')}.\n\n${judged}`;
}

function judgement(hasBet: boolean, combination: string): string {
  if (!hasBet) return 'no jackpot bet';
  return (jackpotHands as readonly string[]).includes(combination) ? 'wins' : 'no prize';
}

function orderOfPayment({ payments, terms: { policies } }: Explanation): string {
  const seats = payments.map(({ payout }) => `seat ${payout.seat}`).join(', then ');
  const won = payments.map(({ payout }) => payout.hand);
  if (payments.length === 1) return `${seats}, the only winner.`;
  if (won.includes('royal-flush') && won.includes('straight-flush')) {
    return `${seats}: a straight flush is paid before the royal flush (Art. 15(5), policy jackpotPayOrder ${policies.jackpotPayOrder}), else from the dealer’s left (Art. 15(3)).`;
  }
  return `${seats}: from the dealer’s left (Art. 15(3)).`;
}

function explainedPayment(
  paid: ExplainedPayment,
  { terms: { policies } }: Explanation,
  money: FormatMoney,
): string {
  const { payout, fixed, base, exact, share, shareBasisPoints, unit } = paid;
  const lines = [`${payout.order}. Seat ${payout.seat}, ${payout.hand}: ${money(paid.amount)}`];
  if (shareBasisPoints === 0) {
    lines.push(`   ${clauseOf(payout.hand)}: the fixed amount ${money(fixed)}`);
  } else {
    lines.push(
      `   ${clauseOf(payout.hand)}: the higher of ${money(fixed)} fixed and ${formatPercent(shareBasisPoints)} of ${money(base)}`,
      `   ${formatPercent(shareBasisPoints)} × ${money(base)} = ${money(exact)}, down to a multiple of ${money(unit)}: ${money(share)}`,
      `   ${money(share)} ${share >= fixed ? '≥' : '<'} ${money(fixed)}: the ${payout.basis} is paid`,
    );
    const policy = payout.hand === 'royal-flush' ? 'royalBase' : 'simultaneousStraightFlushBase';
    lines.push(`   policy ${policy}: ${policies[policy]}`);
  }
  lines.push(
    `   from the pool ${money(paid.fromPool)}, from the house ${money(paid.fromHouse)}; left in the pool ${money(paid.poolLeft)}`,
  );
  if (payout.stakeReturned !== undefined) {
    lines.push('   and the stake is returned by the house (policy jackpotStakeOnWin: returned)');
  }
  return `${lines.join('\n')}\n`;
}

function poolAfter(explanation: Explanation, money: FormatMoney): string {
  const { award, before, after, topUp, remainder } = explanation;
  const lines = [`Before ${money(before.pool)}, after ${money(after.pool)}.`];
  if (topUp > 0n) lines.push(`The house added ${money(topUp)} up to the seed (floorAtSeed).`);
  if (award.restart) {
    const { seed, fromReserve, fromHouse } = award.restart;
    const minor = (amount: number): string => formatMinor(amount, award.currency);
    const stayed =
      after.pool - BigInt(seed) * microsPerMinor(currencyExponent(award.currency) ?? 0);
    lines.push(
      `Paid out in full, so the pool restarts from the seed (Art. 15(6)): ${minor(seed)}, of which`,
      `${minor(fromReserve)} from the reserve and ${minor(fromHouse)} from the house.`,
      stayed > 0n
        ? `${money(stayed)} stayed in the pool, on top of the seed.`
        : `The rest from rounding, ${money(remainder)}, went to the reserve first.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function clauseOf(hand: JackpotHand): string {
  return `Art. 16(3)(${jackpotHands.indexOf(hand) + 1})`;
}
