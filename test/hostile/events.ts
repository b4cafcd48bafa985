import { homePartition, signRecord } from '#contract';
import type { Role, SigningKey } from '#pools';
import { jackpot } from '#testing/jackpot';
import { newKey, signingKey, testLedger, type TestKey } from '#testing/test-keys';
import type { Random } from '#pit/random';

/** The healthy jackpots, and the wild ones of the hostile records, which share their partitions. */
export const healthyJackpots = ['main', 'mini'] as const;
export const wildJackpots = healthyJackpots.map((id) => besides(id, 'wild'));
/** Never configured; it shares a partition with the others. */
export const unheardJackpot = besides('main', 'unheard');

function besides(id: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${name}-${number}`;
    if (homePartition(candidate, 12) === homePartition(id, 12)) return candidate;
  }
}

const allRoles: Role[] = ['configure', 'operate', 'adjust'];
const rolesOf: Readonly<Record<string, Role[]>> = {
  'keys-1': ['keys'],
  'ops-all': allRoles,
  'ops-view': ['operate'],
  'ops-late': allRoles,
};

/**
 * Keys of hostile commands: one for sets of keys, one with all roles, one with a single role, one
 * revoked, and one unknown.
 */
export class WildKeys {
  private readonly pairs = new Map(
    [...Object.keys(rolesOf), 'ops-unknown'].map((kid) => [kid, newKey(kid)]),
  );

  /** The keys in the form of a set; keys that are not named are revoked. */
  named(kids: readonly string[] = Object.keys(rolesOf)): SigningKey[] {
    return kids.map((kid) => signingKey(this.pairOf(kid), { roles: rolesOf[kid] as Role[] }));
  }

  sign(value: Buffer, kid: string, ledger = testLedger): string {
    return signRecord(ledger, value, kid, this.pairOf(kid).privateKey);
  }

  pick(random: Random, type: string): string {
    if (type === 'keys.set' && random.chance(0.7)) return 'keys-1';
    return random.pick(['ops-all', 'ops-all', 'ops-view', 'ops-late', 'ops-unknown']);
  }

  private pairOf(kid: string): TestKey {
    return this.pairs.get(kid) as TestKey;
  }
}

export interface WildEvent {
  type: string;
  subject: string;
  [member: string]: unknown;
}

/**
 * Valid events of every type from a few wild tables. The tables are few because the service
 * remembers each one, and its memory must not grow during the test.
 */
export class WildTables {
  private readonly sequences = new Map<string, number>();
  private readonly rounds = new Map<string, number>();
  /** The number of all commands, by any signer. */
  private commands = 0;
  /** The version of the last set of keys; those at the start have a lower version. */
  private version = 10;

  constructor(
    private readonly random: Random,
    private readonly keys: WildKeys,
  ) {}

  next(): WildEvent {
    const { random } = this;
    const subject = random.chance(0.02) ? unheardJackpot : random.pick(wildJackpots);
    const source = `W${random.below(20)}`;
    const type = random.pickWeighted({
      'bet.placed': 8,
      'bet.withdrawn': 1,
      'round.opened': 1,
      'round.dealt': 2,
      'round.settled': 3,
      'round.voided': 1,
      'table.heartbeat': 1,
      'jackpot.configured': 1,
      'jackpot.suspended': 0.5,
      'jackpot.resumed': 1,
      'pool.adjusted': 1,
      'keys.set': 1,
    });
    if (isCommand(type)) return this.command(type, type === 'keys.set' ? testLedger : subject);
    const key = `${subject}/${source}`;
    const sequence = (this.sequences.get(key) ?? 0) + 1;
    this.sequences.set(key, sequence);
    const data = this.data(type, subject, key);
    return eventOf(type, source, sequence, subject, data);
  }

  private command(type: string, subject: string): WildEvent {
    const { random } = this;
    this.commands += 1;
    const sequence = Math.max(0, this.commands - (random.chance(0.1) ? random.below(9) : 0));
    const event = eventOf(type, 'ops-wild', sequence, subject, this.data(type, subject, ''));
    // A command without `expires` is never valid, nor one with these.
    if (random.chance(0.05)) return event;
    const never = ['2001-01-01T00:00:00Z', '2999-12-31T23:59:59+08:00'];
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    return { ...event, expires: random.chance(0.15) ? random.pick(never) : soon };
  }

  private data(type: string, subject: string, key: string): object {
    const { random } = this;
    const seat = 1 + random.below(7);
    const number = this.rounds.get(key) ?? 1;
    if (type === 'round.settled' || type === 'round.voided') this.rounds.set(key, number + 1);
    const round = `r${number}`;
    const reason = 'as the test wants it';
    const data: Readonly<Record<string, () => object>> = {
      'bet.placed': () => ({ round, seat, stake: 5_000, baseBets: ['ante'], currency: 'MOP' }),
      'bet.withdrawn': () => ({ round, seat }),
      'round.opened': () => ({ round }),
      'round.dealt': () => ({ round }),
      'round.settled': () => this.settled(round, seat),
      'round.voided': () => ({ round, reason: random.pick(['other', 'shuffler-fault']) }),
      'table.heartbeat': () => ({}),
      'jackpot.configured': () => ({ ...jackpot(subject), effective: 'next-restart' }),
      'jackpot.suspended': () => ({ reason }),
      'jackpot.resumed': () => ({ reason }),
      'keys.set': () => this.keySet(),
      'pool.adjusted': () => ({ amount: 1 + random.below(9_999), account: 'pool', reason }),
    };
    return (data[type] as () => object)();
  }

  /** Puts some keys in force, and revokes the others. */
  private keySet(): object {
    const { random } = this;
    this.version += random.chance(0.1) ? 0 : 1;
    const kids = ['ops-all', 'ops-view', 'ops-late'].filter(() => random.chance(0.7));
    const keys = this.keys.named(['keys-1', ...kids]);
    return {
      version: this.version,
      keys: keys.map((key) => ({ kty: 'OKP', crv: 'Ed25519', ...key })),
    };
  }

  private settled(round: string, seat: number): object {
    const { random } = this;
    if (random.chance(0.5)) return { round, wins: [] };
    const hand = random.pick(['royal-flush', 'straight-flush', 'full-house', 'flush']);
    if (random.chance(0.5)) return { round, wins: [{ seat, hand }] };
    const hands = [{ seat, cards: ['As', 'Ks', 'Qs'] }];
    return { round, wins: [{ seat, hand: 'royal-flush' }], hands, community: ['Js', 'Ts'] };
  }
}

export function isCommand(type: string): boolean {
  return /^(jackpot|pool|keys)\./.test(type);
}

function eventOf(
  type: string,
  source: string,
  sequence: number,
  subject: string,
  data: object,
): WildEvent {
  const id = `${source}/${sequence}`;
  const time = '2026-11-21T04:00:00.000Z';
  const envelope = { specversion: '1.0', type, id, source, sequence: String(sequence), time };
  return { ...envelope, subject, data };
}
