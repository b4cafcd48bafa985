import { canonical, doneAlone, noteAlone, rolesToApprove } from './approvals.js';
import { configuredOf } from './configuration.js';
import { claimOf } from './claims.js';
import type { Act, Award, Configuration, ModelEvent, ModelOutcome } from './events.js';
import type { Violation } from './laws.js';

/** An applied record, by names alone. */
export interface Witnessed {
  event: ModelEvent;
  /** The kid of the signing key, by its header; null without one. */
  kid: string | null;
  outcome: ModelOutcome;
  /** The act that the record carried out, if it was a command or the last approval. */
  act: Act | null;
  offset: number;
  nowMs: number;
}

/** The laws' view of a jackpot: what was applied last. */
export interface Believed {
  configuration: Configuration;
  pending: Configuration | null;
  /** The number of configurations that have come into force. */
  edition: number;
  suspended: boolean;
  blocked: Set<string>;
  /** The awards in their last messages. */
  claims: { award: Award }[];
  /** In the form of the model. */
  alone: Map<string, number>;
}

interface Proposed {
  text: string;
  edition: number;
  expiresMs: number;
  /** The number of people that it needed when it was proposed. */
  needed: number;
  /** The kid with which each holder has signed it. */
  signers: Map<string, string>;
}

/**
 * Laws for any implementation: the number of people who signed for each act that was carried out.
 * They rely on the applied records and their acts, and compare names alone.
 */
export class ActLaws {
  readonly jackpots = new Map<string, Believed>();
  /** The holders of the last set of keys, by kid. */
  private holders = new Map<string, string>();
  private readonly proposed = new Map<string, Proposed>();

  check(seen: Witnessed): Violation[] {
    const { event, outcome, act } = seen;
    const broken: Violation[] = [];
    const found = (law: string, said: string) => broken.push(`${law}: ${said} (${event.id})`);
    const jackpot = this.jackpots.get(event.subject);
    if (outcome.effect === 'applied') {
      if (event.type === 'keys.set') this.holders = holdersIn(event);
      if (event.type.startsWith('act.')) this.sign(seen, found);
      else if (act && jackpot) this.alone(jackpot, act, seen, found);
      if (act) this.follow(event.subject, act);
    }
    if (outcome.award && jackpot) noteAward(jackpot, outcome.award);
    return broken;
  }

  private alone(jackpot: Believed, act: Act, { kid, nowMs }: Witnessed, found: Found): void {
    const signed = { holder: this.holders.get(kid ?? '') ?? '', atMs: nowMs };
    if (rolesToApprove(jackpot, act, doneAlone(jackpot, act, signed)).length > 0) {
      found('two-people', `${act.type} came alone`);
    }
    noteAlone(jackpot, act, signed);
  }

  private sign({ event, kid, act, offset, nowMs }: Witnessed, found: Found): void {
    const { data, subject } = event;
    const jackpot = this.jackpots.get(subject);
    const said = data as { act: Act; expires: string; proposal: number };
    const name = `${subject}/${event.type === 'act.proposed' ? offset : said.proposal}`;
    const holder = this.holders.get(kid ?? '') ?? null;
    if (!jackpot) return void found('unknown-jackpot', name);
    if (holder === null || kid === null) return void found('signer', `${kid} is not in force`);
    if (event.type === 'act.withdrawn') return void this.proposed.delete(name);
    const text = canonical(said.act);
    if (event.type === 'act.proposed') {
      const signers = new Map([[holder, kid]]);
      const expiresMs = Date.parse(said.expires);
      const done = doneAlone(jackpot, said.act, { holder, atMs: nowMs });
      const needed = rolesToApprove(jackpot, said.act, done).length + 1;
      this.proposed.set(name, { text, edition: jackpot.edition, expiresMs, signers, needed });
      if (act) found('two-people', `a proposal has carried out ${act.type}`);
      return;
    }
    const proposed = this.proposed.get(name);
    if (!proposed) return void found('unknown-proposal', name);
    if (proposed.text !== text) found('same-act', `${name} is another act`);
    if (proposed.edition !== jackpot.edition) found('ended', `${name} is of another configuration`);
    if (nowMs >= proposed.expiresMs) found('expired', `${name} is over`);
    proposed.signers.set(holder, kid);
    if (!act) return;
    this.proposed.delete(name);
    const people = [...proposed.signers].filter(([who, by]) => this.holders.get(by) === who);
    const { needed } = proposed;
    if (people.length < needed)
      found('two-people', `${people.length} of ${needed} sign ${act.type}`);
  }

  private follow(subject: string, { type, data }: Act): void {
    const jackpot = this.jackpots.get(subject);
    const { table } = data as { table: string };
    if (type === 'jackpot.configured') {
      const configuration = configuredOf(data);
      if (!jackpot) this.jackpots.set(subject, firstOf(configuration));
      else if (configuration.effective === 'next-restart') jackpot.pending = configuration;
      else putInForce(jackpot, configuration);
    } else if (jackpot) {
      if (type === 'jackpot.suspended') jackpot.suspended = true;
      if (type === 'jackpot.resumed') jackpot.suspended = false;
      if (type === 'table.blocked') jackpot.blocked.add(table);
      if (type === 'table.unblocked') jackpot.blocked.delete(table);
    }
  }
}

type Found = (law: string, seen: string) => unknown;

function holdersIn({ data }: ModelEvent): Map<string, string> {
  const { keys } = data as { keys: { kid: string; holder: string }[] };
  return new Map(keys.map(({ kid, holder }) => [kid, holder]));
}

function firstOf(configuration: Configuration): Believed {
  const claims: Believed['claims'] = [];
  const alone = new Map<string, number>();
  const begun = { configuration, pending: null, edition: 1, suspended: false };
  return { ...begun, blocked: new Set(), claims, alone };
}

function noteAward(jackpot: Believed, award: Award): void {
  const known = claimOf(jackpot.claims, award.id);
  if (known) known.award = award;
  else jackpot.claims.push({ award });
  if (!known && award.restart && jackpot.pending) putInForce(jackpot, jackpot.pending);
}

function putInForce(jackpot: Believed, configuration: Configuration): void {
  jackpot.configuration = configuration;
  jackpot.pending = null;
  jackpot.edition += 1;
}
