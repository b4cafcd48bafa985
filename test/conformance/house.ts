import type { WrittenConfiguration } from '#contract';
import type { SigningKey } from '#pools';
import { jackpot } from '#testing/jackpot';
import type { Settings } from './instructions.js';
import { keyFileOf, newKey, signingKey } from '#testing/test-keys';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';

/** The jackpots of a kit, and the purpose of each. */
export type KitJackpot = 'main' | 'paused' | 'strict' | 'hold' | 'forfeit' | 'signed';

const lawOf: Readonly<Record<KitJackpot, (tables: readonly string[]) => object>> = {
  main: () => ({}),
  /** Separate, because all of its tables take no bets while it is suspended. */
  paused: () => ({}),
  strict: (tables) => ({
    tables: tables.map((id) => ({ id, seats: 5, rounds: 'ascending', dealt: 'seats' })),
  }),
  hold: () => ({ policies: { carriedJackpotWithoutBase: 'hold' } }),
  forfeit: () => ({ policies: { carriedJackpotWithoutBase: 'forfeit' } }),
  signed: (tables) => ({ tables: tables.map((id) => ({ id, kid: kidOf(id), signs: 'all' })) }),
};

function kidOf(table: string): string {
  return `key-${table}`;
}

/** The kit's own ledger and table gateway, and the people in charge of them. */
export class House {
  readonly stack = new TestStack();
  private readonly keys = new Map<string, SigningKey>();
  /** Key files by table. */
  private readonly keyFiles = new Map<string, object>();
  private keysVersion = 1;
  /** Commands run one after the other, because each needs a higher sequence than the last one. */
  private acting: Promise<unknown> = Promise.resolve();
  private ledger = '';
  private readonly ending = Promise.withResolvers<string>();
  /** Address of the table gateway. */
  gateway = '';

  /** @param tables all names that a table may have; `signing`: those that sign */
  async open(tables: readonly string[], signing: readonly string[]): Promise<void> {
    const { stack } = this;
    const ledger = await stack.startJackpot();
    this.ledger = ledger.url;
    for (const table of signing) {
      const key = newKey(kidOf(table));
      this.keys.set(table, signingKey(key, { roles: ['table'] }));
      this.keyFiles.set(table, JSON.parse(keyFileOf(key)) as object);
    }
    await stack.setKeys(this.ledger, [...this.keys.values()]);
    const gateway = await stack.startTables(tables);
    this.gateway = gateway.url;
    for (const { child } of [ledger, gateway]) {
      void child.exit().then(() => this.ending.resolve(`${child.program} of the kit has ended.`));
    }
  }

  /** Seed MOP 10,000.00, stakes of 50.00 to 200.00, and a royal flush waits for people. */
  async configure(id: string, kind: KitJackpot, tables: readonly string[]): Promise<void> {
    const configuration: Partial<WrittenConfiguration> = {
      stake: { min: 5_000, max: 20_000 },
      verifyAbove: 100_000,
      ...lawOf[kind](tables),
    };
    await this.act(() => this.stack.configure(this.ledger, jackpot(id, configuration)));
  }

  /** The private key of a table that signs. */
  keyOf(table: string): object | null {
    return this.keyFiles.get(table) ?? null;
  }

  /** Sends a command of the people; it is in the log when this returns. */
  async command(type: string, jackpotId: string, data: object): Promise<void> {
    await this.act(async () => {
      await this.stack.producer.send([this.stack.operator.command(type, jackpotId, data)]);
    });
  }

  /** Revokes the key of a table. */
  async revoke(table: string): Promise<void> {
    this.keys.delete(table);
    await this.act(async () => {
      this.keysVersion += 1;
      const records = this.stack.operator.keys([...this.keys.values()], this.keysVersion);
      await this.stack.producer.send(records);
    });
  }

  /** The award of a table in which this seat waits for people; with its slip once it has one. */
  async claimOf(settings: Settings, seat: number, isVerified = false): Promise<ClaimOfSeat> {
    const { jackpot: id, table, token } = settings;
    const headers = { authorization: `Bearer ${token}` };
    return until(`a claim of seat ${seat} of ${table}`, async () => {
      const answer = await fetch(`${this.gateway}/v1/tables/${id}/${table}`, { headers });
      for (const claim of ((await answer.json()) as StateOfGateway).claims) {
        const slip = claim.states.find((each) => each.seat === seat)?.slip ?? null;
        const amount = claim.payouts.find((each) => each.seat === seat)?.amount;
        if (amount !== undefined && (slip !== null || !isVerified)) {
          return { award: claim.id, slip, amount };
        }
      }
      return undefined;
    });
  }

  /** Sends a heartbeat in the name of a table, as another controller would. */
  async intrude({ jackpot: subject, table, token }: Settings, sequence: bigint): Promise<void> {
    const own = { specversion: '1.0', type: 'table.heartbeat', source: table, subject };
    const event = { ...own, id: `other/${sequence}`, sequence: String(sequence), data: {} };
    const response = await fetch(`${this.gateway}/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/cloudevents+json',
        prefer: 'wait=30',
      },
      body: JSON.stringify(event),
    });
    if (!response.ok) throw new Error(`the intruder was not let in: ${await response.text()}`);
  }

  /** Resolves with a sentence when the ledger or the gateway has ended. */
  get ended(): Promise<string> {
    return this.ending.promise;
  }

  close(): Promise<void> {
    return this.stack.close();
  }

  private act<T>(work: () => Promise<T>): Promise<T> {
    const done = this.acting.then(work);
    this.acting = done.catch(() => undefined);
    return done;
  }
}

interface StateOfGateway {
  readonly claims: readonly {
    readonly id: string;
    readonly payouts: readonly { readonly seat: number; readonly amount: number }[];
    readonly states: readonly { readonly seat: number; readonly slip: number | null }[];
  }[];
}

interface ClaimOfSeat {
  readonly award: string;
  readonly slip: number | null;
  readonly amount: number;
}
