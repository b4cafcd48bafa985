import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { homePartition, signCommand } from '#contract';
import { jackpot } from '#testing/jackpot';
import type { Random } from '#pit/random';
import type { JudgeKey } from './judge.js';

/** The healthy jackpots, and the wild ones of the hostile records, which share their partitions. */
export const healthyJackpots = ['main', 'mini'] as const;
export const wildJackpots = healthyJackpots.map((id) => besides(id, 'wild'));
/** Nobody configures it; it shares a partition with the others. */
export const unheardJackpot = besides('main', 'unheard');

function besides(id: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${name}-${number}`;
    if (homePartition(candidate, 12) === homePartition(id, 12)) return candidate;
  }
}

/** Keys of hostile commands: with all roles, with one role, and expired. */
export class WildKeys {
  private readonly pairs = new Map(
    ['ops-all', 'ops-view', 'ops-late', 'ops-unknown'].map((kid) => [
      kid,
      generateKeyPairSync('ed25519'),
    ]),
  );

  /** Members of the key set that the services read. */
  jwks(): object[] {
    return [...this.judged()].map(([kid, { publicKey, roles, notAfter }]) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      roles,
      notBefore: null,
      notAfter: notAfter === Infinity ? null : new Date(notAfter).toISOString(),
    }));
  }

  judged(): Map<string, JudgeKey> {
    const key = (kid: string, roles: string[], notAfter = Infinity): [string, JudgeKey] => [
      kid,
      { publicKey: this.pairs.get(kid)?.publicKey as KeyObject, roles, notAfter },
    ];
    const all = ['configure', 'operate', 'adjust'];
    return new Map([
      key('ops-all', all),
      key('ops-view', ['operate']),
      key('ops-late', all, Date.UTC(2001, 0)),
    ]);
  }

  sign(value: Buffer, kid: string): string {
    return signCommand(value, kid, this.pairs.get(kid)?.privateKey as KeyObject);
  }

  pick(random: Random): string {
    return random.pick(['ops-all', 'ops-all', 'ops-view', 'ops-late', 'ops-unknown']);
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

  constructor(private readonly random: Random) {}

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
    });
    const isCommand = /^(jackpot|pool)\./.test(type);
    const table = isCommand ? 'ops-wild' : source;
    const key = `${subject}/${table}`;
    const sequence = (this.sequences.get(key) ?? 0) + 1;
    this.sequences.set(key, sequence);
    const data = this.data(type, subject, key);
    return {
      specversion: '1.0',
      type,
      id: `${table}/${sequence}`,
      source: table,
      sequence: String(sequence),
      time: '2026-11-21T04:00:00.000Z',
      subject,
      data,
    };
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
      'pool.adjusted': () => ({ amount: 1 + random.below(9_999), account: 'pool', reason }),
    };
    return (data[type] as () => object)();
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
