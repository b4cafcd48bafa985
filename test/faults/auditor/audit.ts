import type { AwardMessage, ExceptionMessage } from '#contract';
import type { Accounts, ExpectedJackpot } from './expected.js';

export interface Finding {
  readonly what: 'lost' | 'doubled' | 'differs';
  readonly sentence: string;
}

/** What the service says it has done. */
export interface Service {
  /** Accounts over HTTP, decimal strings of micro-units, by jackpot. */
  readonly accounts: ReadonlyMap<string, Readonly<Record<keyof Accounts, string>>>;
  /** Everything on `jackpot.awards`, repeats included. */
  readonly awards: readonly { readonly id: string; readonly message: AwardMessage }[];
  readonly exceptions: readonly { readonly message: ExceptionMessage }[];
}

/** Compares what the service did with what the pit's acknowledged records must have made. */
export function audit(expected: ReadonlyMap<string, ExpectedJackpot>, service: Service): Finding[] {
  const findings: Finding[] = [];
  for (const [id, { accounts }] of expected) {
    findings.push(...accountFindings(id, accounts, service.accounts.get(id)));
  }
  const claimed = new Map([...expected.values()].flatMap(({ awards }) => [...awards]));
  const { byAward, changed } = withoutRepeats(service.awards, new Set(expected.keys()));
  findings.push(...changed);
  for (const [award, payouts] of claimed) {
    const paid = byAward.get(award) ?? [];
    const [message] = paid;
    if (!message) findings.push({ what: 'lost', sentence: `The award ${award} is missing.` });
    else if (paid.length > 1) {
      findings.push({ what: 'doubled', sentence: `${award} was awarded ${paid.length} times.` });
    } else if (amountsOf(message.payouts) !== amountsOf(payouts)) {
      const sentence = `${award} paid ${amountsOf(message.payouts)}, not ${amountsOf(payouts)}.`;
      findings.push({ what: 'differs', sentence });
    }
  }
  for (const award of byAward.keys()) {
    if (claimed.has(award)) continue;
    findings.push({ what: 'doubled', sentence: `Nobody claimed the award ${award}.` });
  }
  for (const { message } of service.exceptions) {
    if (message.jackpot === null || !expected.has(message.jackpot)) continue;
    const sentence = `${message.jackpot}, offset ${message.offset}: ${message.reason}.`;
    findings.push({ what: 'differs', sentence });
  }
  return findings;
}

/** A stake that was lost leaves the players with more than they have, a doubled one with less. */
function accountFindings(
  id: string,
  expected: Accounts,
  found: Readonly<Record<keyof Accounts, string>> | undefined,
): Finding[] {
  if (!found) return [{ what: 'lost', sentence: `The service knows no jackpot ${id}.` }];
  const differing = (Object.keys(expected) as (keyof Accounts)[])
    .filter((account) => BigInt(found[account]) !== expected[account])
    .map((account) => `${account} is ${found[account]}, not ${expected[account]}`);
  if (differing.length === 0) return [];
  const surplus = BigInt(found.players) - expected.players;
  const what = surplus > 0n ? 'lost' : surplus < 0n ? 'doubled' : 'differs';
  return [{ what, sentence: `${id}: ${differing.join('; ')} (micro-units).` }];
}

/** A consumer drops an id that it has seen; a repeat that says something else is a finding. */
function withoutRepeats(
  awards: Service['awards'],
  jackpots: ReadonlySet<string>,
): { byAward: Map<string, AwardMessage[]>; changed: Finding[] } {
  const texts = new Map<string, string>();
  const byAward = new Map<string, AwardMessage[]>();
  const changed: Finding[] = [];
  for (const { id, message } of awards) {
    if (!jackpots.has(message.jackpot)) continue;
    const text = JSON.stringify(message);
    const known = texts.get(id);
    if (known === undefined) {
      texts.set(id, text);
      byAward.set(message.id, [...(byAward.get(message.id) ?? []), message]);
    } else if (known !== text) {
      changed.push({ what: 'differs', sentence: `${id} was said twice: ${known} and ${text}` });
    }
  }
  return { byAward, changed };
}

function amountsOf(
  payouts: readonly {
    seat: number;
    hand: string;
    amount: number | bigint;
    fromPool: number | bigint;
  }[],
): string {
  return payouts
    .map(({ seat, hand, amount, fromPool }) => `seat ${seat} ${hand} ${amount}/${fromPool}`)
    .sort()
    .join(', ');
}
