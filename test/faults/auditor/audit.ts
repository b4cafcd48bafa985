import type { AwardMessage, ExceptionMessage } from '#contract';
import type { Accounts, Award } from '../../model/events.js';
import { awardKey, exceptionKey, type Expected } from './expected.js';

export interface Finding {
  readonly what: 'lost' | 'doubled' | 'differs';
  readonly sentence: string;
}

/** The results that the service reports. */
export interface Service {
  /** Accounts over HTTP, decimal strings of micro-units, by jackpot. */
  readonly accounts: ReadonlyMap<string, Readonly<Record<keyof Accounts, string>>>;
  /** Everything on `jackpot.awards`, repeats included. */
  readonly awards: readonly { readonly id: string; readonly message: AwardMessage }[];
  readonly exceptions: readonly { readonly message: ExceptionMessage }[];
}

/** Compares the service's results with those that the pit's acknowledged records must give. */
export function audit(expected: Expected, service: Service): Finding[] {
  const findings = [...expected.jackpots].flatMap((id) =>
    accountFindings(id, expected.accounts(id), service.accounts.get(id)),
  );
  const { byAward, changed } = withoutRepeats(service.awards, expected.jackpots);
  findings.push(...changed);
  for (const [award, claimed] of expected.awards) {
    const paid = byAward.get(award) ?? [];
    const [message] = paid;
    if (!message) findings.push({ what: 'lost', sentence: `The award ${award} is missing.` });
    else if (paid.length > 1) {
      findings.push({ what: 'doubled', sentence: `${award} was awarded ${paid.length} times.` });
    } else if (sumsOf(message) !== sumsOf(claimed)) {
      const sentence = `${award} was ${sumsOf(message)}, not ${sumsOf(claimed)}.`;
      findings.push({ what: 'differs', sentence });
    }
  }
  for (const award of byAward.keys()) {
    if (expected.awards.has(award)) continue;
    findings.push({ what: 'doubled', sentence: `Nobody claimed the award ${award}.` });
  }
  return [...findings, ...exceptionFindings(expected, service)];
}

/**
 * Compares the number of events that the pit reports as acknowledged, or judged, with the number in
 * its books.
 * @param output of the pit, with its summary
 */
export function auditCount(output: string, records: number): Finding[] {
  const summary = /^\{.*\}$/m.exec(output)?.[0] ?? '{"events":null}';
  const { events } = JSON.parse(summary) as { events: number | null };
  if (events === records) return [];
  const sentence = `The pit counts ${events} events, and its books have ${records}.`;
  return [{ what: events !== null && events < records ? 'doubled' : 'lost', sentence }];
}

/**
 * Compares the accounts: after a lost stake the players' account is too high, after a doubled one
 * too low.
 */
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

/** A consumer drops a known id; a repeat with other content is a finding. */
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
      const key = awardKey(message);
      byAward.set(key, [...(byAward.get(key) ?? []), message]);
    } else if (known !== text) {
      changed.push({ what: 'differs', sentence: `${id} was said twice: ${known} and ${text}` });
    }
  }
  return { byAward, changed };
}

/** An award without its offset and time in the log. */
function sumsOf({ poolBefore, poolAfter, payouts, restart }: Award | AwardMessage): string {
  const paid = payouts.map(
    ({ order, seat, hand, basis, amount, fromPool, fromHouse }) =>
      `${order} seat ${seat} ${hand} ${basis} ${amount}=${fromPool}+${fromHouse}`,
  );
  const anew = restart && `, restart at ${restart.fromReserve}+${restart.fromHouse}`;
  return `${poolBefore} → ${poolAfter}: ${paid.join(', ')}${anew ?? ''}`;
}

/** Checks that the refusals and remarks are exactly those that the records deserve. */
function exceptionFindings(expected: Expected, service: Service): Finding[] {
  const said = new Set<string>();
  for (const { message } of service.exceptions) {
    const { jackpot, source, sequence, id, reason } = message;
    if (jackpot === null || !expected.jackpots.has(jackpot)) continue;
    said.add(
      exceptionKey({
        subject: jackpot,
        reason,
        ...(source !== null && { source }),
        ...(sequence !== null && { sequence }),
        ...(id !== null && { id }),
      }),
    );
  }
  const unsaid = [...expected.exceptions].filter((key) => !said.has(key));
  const unmeant = [...said].filter((key) => !expected.exceptions.has(key));
  return [
    ...unsaid.map((key): Finding => ({ what: 'differs', sentence: `Not said: ${key}.` })),
    ...unmeant.map((key): Finding => ({
      what: 'differs',
      sentence: `Said without cause: ${key}.`,
    })),
  ];
}
