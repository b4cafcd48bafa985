import { commandTimeoutMs, type RedisConnection } from '../../libs/ledger/src/redis.js';
import { Random } from '#pit/random';
import type { Life } from './life.js';
import type { RedisModel, RedisServer } from './redis-model.js';
import type { RedisState } from './redis-state.js';

/**
 * A connection to the model like ioredis with the ledger's settings: a command is sent once and
 * given up after its time-out; the server may still execute it, even much later.
 */
export class RedisClient {
  private server: RedisServer;
  private readonly random: Random;

  constructor(
    private readonly redis: RedisModel,
    private readonly life: Life,
    seed: string,
  ) {
    this.server = redis.master;
    this.random = new Random(`${seed}/client/${life.name}`);
  }

  asConnection(): RedisConnection {
    return this as unknown as RedisConnection;
  }

  hset(key: string, fields: Record<string, string>): Promise<number> {
    return this.send('hset', true, (_, state) => {
      state.setFields(key, Object.entries(fields));
      return 0;
    });
  }

  hget(key: string, field: string): Promise<string | null> {
    return this.send('hget', false, (_, state) => state.hash(key).get(field) ?? null);
  }

  hmget(key: string, ...fields: string[]): Promise<(string | null)[]> {
    return this.send('hmget', false, (_, state) =>
      fields.map((field) => state.hash(key).get(field) ?? null),
    );
  }

  hkeys(key: string): Promise<string[]> {
    return this.send('hkeys', false, (_, state) => [...state.hash(key).keys()]);
  }

  hvals(key: string): Promise<string[]> {
    return this.send('hvals', false, (_, state) => [...state.hash(key).values()]);
  }

  info(): Promise<string> {
    const { policy } = this.redis;
    const text = `maxmemory:1000\r\nmaxmemory_policy:${policy}\r\naof_enabled:1\r\n`;
    return this.send('info', false, () => `loading:0\r\n${text}`);
  }

  multi() {
    const reads: ((state: RedisState) => unknown)[] = [];
    const chain = {
      hlen: (key: string) => {
        reads.push((state) => state.hash(key).size);
        return chain;
      },
      hgetall: (key: string) => {
        reads.push((state) => Object.fromEntries(state.hash(key)));
        return chain;
      },
      hmget: (key: string, ...fields: string[]) => {
        reads.push((state) => fields.map((field) => state.hash(key).get(field) ?? null));
        return chain;
      },
      hkeys: (key: string) => {
        reads.push((state) => [...state.hash(key).keys()]);
        return chain;
      },
      /** All members, the lowest first, each with its score. */
      zrange: (key: string) => {
        reads.push((state) => {
          const entry = state.keys.get(key);
          const members = entry?.type === 'zset' ? [...entry.members] : [];
          return members.flatMap(([member, score]) => [member, String(score)]);
        });
        return chain;
      },
      exec: () =>
        this.send('multi', false, (_, state) => reads.map((read) => [null, read(state)] as const)),
    };
    return chain;
  }

  call(name: string, args: readonly string[]): Promise<unknown> {
    return this.send(name, true, (server) => this.redis.evaluate(server, name, args));
  }

  xrange(key: string, from: string, _to: string, _word: string, count: number) {
    return this.send('xrange', false, (_, state) =>
      state
        .stream(key)
        .entries.filter(({ place }) => from === '-' || isAfter(place, from.slice(1)))
        .slice(0, count)
        .map(({ place, fields }) => [place, [...fields]] as const),
    );
  }

  private send<T>(
    name: string,
    isWrite: boolean,
    run: (server: RedisServer, state: RedisState) => T,
  ): Promise<T> {
    const { clock, faults, witness } = this.redis;
    return new Promise<T>((resolve, reject) => {
      const answer = (delayMs: number, give: () => void) => this.life.after(delayMs, give);
      const timeOut = () => answer(commandTimeoutMs, () => reject(new Error('Command timed out')));
      if (this.hasLostServer()) {
        return void answer(5, () => reject(new Error('Connection is closed.')));
      }
      const { server } = this;
      const { life } = server;
      if (faults.happens('redis-request-lost')) return void this.loseRequest(answer, reject);
      const isReplyLost = faults.happens('redis-reply-lost');
      const isLate = faults.happens('redis-late');
      if (isLate || isReplyLost) timeOut();
      const wayMs = isLate ? commandTimeoutMs + this.random.between(1, 4_000) : this.wayMs();
      clock.after(wayMs, () => {
        if (server.isDown || server.life !== life) {
          return void answer(1, () => reject(new Error('Connection is closed.')));
        }
        const back = isReplyLost || isLate ? commandTimeoutMs * 3 : this.wayMs();
        try {
          const value = this.redis.execute(server, isWrite, (state) => run(server, state));
          if (isReplyLost && name.startsWith('eval')) witness.count('reply of a commit lost');
          answer(back, () => resolve(value));
        } catch (error) {
          answer(back, () => reject(error as Error));
        }
      });
    });
  }

  private wayMs(): number {
    return this.random.between(0.1, 1.5);
  }

  private loseRequest(
    answer: (delayMs: number, give: () => void) => void,
    reject: (error: Error) => void,
  ): void {
    if (this.random.chance(0.5)) answer(3, () => reject(new Error('Connection is closed.')));
    else answer(commandTimeoutMs, () => reject(new Error('Command timed out')));
  }

  /**
   * Whether a client must find the new master: the old one is gone, refuses writes, or by chance.
   */
  private hasLostServer(): boolean {
    const { master } = this.redis;
    if (this.server !== master) {
      const isUseless = this.server.isDown || this.server.isReadOnly;
      if (isUseless || this.random.chance(0.03)) this.server = master;
    }
    return this.server.isDown;
  }
}

/** Whether a place `<offset>-<n>` of a stream is after another. */
function isAfter(place: string, other: string): boolean {
  const [[offset = 0, index = 0], [otherOffset = 0, otherIndex = 0]] = [place, other].map((text) =>
    text.split('-').map(Number),
  ) as [number[], number[]];
  return offset === otherOffset ? index > otherIndex : offset > otherOffset;
}
