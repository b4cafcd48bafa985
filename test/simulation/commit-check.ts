import { fc } from '#testing/laws';
import { journalGenesis, ledgerKeys } from '#ledger';
import type { RedisConnection } from '#testing/redis';
import { commitInModel } from './commit-model.js';
import { RedisState } from './redis-state.js';

/** The keys of one commit; two of them hold the awards of two jackpots. */
export function commitKeys(prefix: string): string[] {
  const keys = ledgerKeys(prefix, 7);
  const { position, accounts, jackpots, tables, claims, values, meters, outbox, frames } = keys;
  const fixed = [position, accounts, jackpots, tables, claims, values, meters, outbox, frames];
  return [...fixed, keys.awards('main'), keys.awards('mini')];
}

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
/**
 * Usually what a service sends, so that a sequence gets far; sometimes what it would never send.
 */
const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: bad });

const half = '4611686018427387903';
const amount = mostly(
  oneOf('0', '5', '-5', '1000000', half, `-${half}`),
  oneOf('4611686018427387904', '-4611686018427387904', '1.5', '-0', '007', '', 'x', '+5'),
);
const account = oneOf('main/pool', 'main/house', 'mini/pool', 'mini/house', 'a/b/pool', 'alone');
const delta = fc.tuple(account, amount);
const fields = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), oneOf('{}', '{"n":1}', '')), { maxLength: 3 });
const badPlaces = ['0-0', 'x-1', '019-1', '18446744073709551616-1', '5', '1-2-3', '-1-1', '9-01'];
const entry = fc.record({
  place: mostly(
    fc.nat(2).map((step) => `+${step}`),
    oneOf(...badPlaces, '3-1'),
  ),
  words: fc.tuple(oneOf('awards', 'journal'), oneOf('main', ''), oneOf('id1', 'id2'), oneOf('{}')),
});
const claim = fc.tuple(
  mostly(oneOf('10', '11'), oneOf('9', '1', '12', 'x', '', '10.5', ' 10', '-10')),
  mostly(oneOf('0', '9', '12'), oneOf('-1', '012', '1.5', '')),
  oneOf('main/T1/1/0', 'main/T1/1/9', 'mini/T1/1/12'),
  oneOf('{"award":1}', '{"award":2}', ''),
);
const commit = fc.record({
  kind: fc.constant('commit' as const),
  from: mostly(fc.constant(0), fc.constantFrom(-1, 1, -5)),
  step: mostly(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0, -3)),
  oddPosition: mostly(fc.constant(null), oneOf('', '007', '1e3', '99999999999999999999')),
  id: oneOf('a', 'b', 'c', 'd'),
  deltas: fc.uniqueArray(delta, { maxLength: 4, selector: ([field]) => field }),
  refusals: oneOf('', '[1,1,[]]'),
  authority: oneOf('', '{"version":1}', '{"version":2}'),
  build: oneOf('', '0.1.0+1', '0.1.0+2'),
  time: mostly(oneOf('700', '701', '1000', '1001'), oneOf('', '0', '-1', '07', '9', 'x')),
  isOtherChain: mostly(fc.constant(false), fc.constant(true)),
  twice: mostly(fc.constant(false), fc.constant(true)),
  jackpots: fields(['main', 'mini']),
  tables: fields(['main/T1', 'main/T2']),
  claims: fc.array(claim, { maxLength: 3 }),
  values: fields(['main']),
  meters: fields(['main']),
  outbox: fc.array(entry, { maxLength: 3 }),
  frames: fc.array(oneOf('{"version":1}'), { maxLength: 2 }),
  spoil: mostly(
    fc.constant(null),
    fc.record({ at: fc.nat(60), text: fc.option(oneOf('', '-1', '2', 'x', '9'), { nil: null }) }),
  ),
});
/** Actions of another client on the keys meanwhile. */
const meddling = fc.record({
  kind: fc.constant('meddling' as const),
  act: oneOf('text', 'delete', 'account', 'missing', 'position', 'mark'),
  key: fc.nat(9).filter((index) => index !== 7),
  text: oneOf('much', '9223372036854775807', '-7', '1.5', half, '0'),
});
const repeat = fc.constant({ kind: 'repeat' as const });
const steps = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: commit },
    { weight: 2, arbitrary: repeat },
    { weight: 1, arbitrary: meddling },
  ),
  { minLength: 1, maxLength: 12 },
);
type CommitStep = typeof commit extends fc.Arbitrary<infer T> ? T : never;
type Meddling = typeof meddling extends fc.Arbitrary<infer T> ? T : never;

export interface Comparison {
  readonly redis: RedisConnection;
  readonly script: string;
  readonly runs: number;
  readonly seed?: number;
  /** Counts the answers, to show that the runs reach every one. */
  readonly answered?: (reply: readonly string[]) => void;
}

/**
 * Plays sequences of commits, good and bad, on a real Redis with the real script and on the model.
 * @throws Error with the shortest sequence after which reply or contents differ
 */
export async function compareWithModel(comparison: Comparison): Promise<void> {
  const { redis, script, runs, seed, answered } = comparison;
  let run = 0;
  const property = fc.asyncProperty(steps, async (sequence) => {
    run += 1;
    const keys = commitKeys(`model${process.pid}-${run}.`);
    const state = new RedisState();
    let lastArgs: string[] | null = null;
    try {
      for (const step of sequence) {
        if (step.kind === 'meddling') {
          await meddle(redis, state, keys, step);
          continue;
        }
        const args: string[] =
          step.kind === 'repeat' ? (lastArgs ?? []) : argumentsOf(step, state, keys);
        lastArgs = args;
        const expected = commitInModel(state, keys, args);
        const reply = (await redis.call('eval', [
          script,
          String(keys.length),
          ...keys,
          ...args,
        ])) as string[];
        same('the reply', reply, expected);
        same('the contents', await contentsOf(redis, keys), contentsInModel(state, keys));
        answered?.(reply);
      }
    } finally {
      await redis.del(...keys);
    }
  });
  await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
}

function argumentsOf(step: CommitStep, state: RedisState, keys: readonly string[]): string[] {
  const position = state.hash(keys[0] as string).get('offset') ?? '0';
  const at = /^\d{1,15}$/.test(position) ? Number(position) : 0;
  const to = step.oddPosition ?? String(at + step.step);
  const from = step.from === 0 ? position : String(at + step.from);
  const head = state.hash(keys[0] as string).get('head') ?? journalGenesis;
  const previous = step.isOtherChain ? 'another' : head;
  const about = [`anchor ${to}`, `head ${to}`, '1', '12', 'c', previous];
  const single = [
    from,
    step.id,
    to,
    ...about,
    step.refusals,
    step.time,
    step.authority,
    step.build,
    '0/7',
  ];
  const { deltas } = step;
  const posted = step.twice ? [...deltas, ...deltas] : deltas;
  let index = 0;
  const placed = step.outbox.map(({ place, words }) => {
    if (!place.startsWith('+')) return [place, ...words];
    index += 1;
    return [`${at + Number(place.slice(1))}-${index}`, ...words];
  });
  const sections: (readonly (readonly string[])[])[] = [
    posted,
    step.jackpots,
    step.tables,
    step.claims,
    step.values,
    step.meters,
    placed,
    step.frames.map((frame) => [frame]),
  ];
  const args = [...single, ...sections.flatMap((rows) => [String(rows.length), ...rows.flat()])];
  if (!step.spoil) return args;
  const { at: place, text } = step.spoil;
  if (text === null) return args.slice(0, place);
  return place < args.length ? args.with(place, text) : [...args, text];
}

async function meddle(
  redis: RedisConnection,
  state: RedisState,
  keys: readonly string[],
  { act, key, text }: Meddling,
): Promise<void> {
  const name = keys[key] as string;
  const [position = '', accounts = ''] = keys;
  const isHash = (hash: string) => (state.keys.get(hash)?.type ?? 'hash') === 'hash';
  if (act === 'text') {
    await redis.set(name, text);
    state.keys.set(name, { type: 'string', text });
  } else if (act === 'delete') {
    await redis.del(name);
    state.keys.delete(name);
  } else if (act === 'account' && isHash(accounts)) {
    await redis.hset(accounts, { 'main/pool': text });
    state.setFields(accounts, [['main/pool', text]]);
  } else if (act === 'position' && isHash(position)) {
    await redis.hset(position, { offset: '50' });
    state.setFields(position, [['offset', '50']]);
  } else if (act === 'mark' && isHash(position)) {
    await redis.hset(position, { halted: text });
    state.setFields(position, [['halted', text]]);
  } else if (act === 'missing' && state.hash(accounts).has('main/pool')) {
    await redis.hdel(accounts, 'main/pool');
    const left = new Map(state.hash(accounts));
    left.delete('main/pool');
    if (left.size === 0) state.keys.delete(accounts);
    else state.keys.set(accounts, { type: 'hash', fields: left });
  }
}

async function contentsOf(redis: RedisConnection, keys: readonly string[]) {
  return Promise.all(keys.map((key) => contentOf(redis, key)));
}

async function contentOf(redis: RedisConnection, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'hash':
      return [type, Object.entries(await redis.hgetall(key)).sort()];
    case 'string':
      return [type, await redis.get(key)];
    case 'zset':
      return [type, await redis.zrange(key, '0', '-1', 'WITHSCORES')];
    case 'stream': {
      const info = (await redis.call('xinfo', ['STREAM', key])) as unknown[];
      const last = info[info.indexOf('last-generated-id') + 1];
      return [type, last, await redis.xrange(key, '-', '+')];
    }
    default:
      return [type];
  }
}

function contentsInModel(state: RedisState, keys: readonly string[]): unknown[] {
  return keys.map((key) => {
    const entry = state.keys.get(key);
    switch (entry?.type) {
      case undefined:
        return ['none'];
      case 'hash':
        return ['hash', [...entry.fields].sort()];
      case 'string':
        return ['string', entry.text];
      case 'zset':
        return ['zset', [...entry.members].flatMap(([name, score]) => [name, String(score)])];
      case 'stream':
        return ['stream', entry.last, entry.entries.map(({ place, fields: all }) => [place, all])];
    }
  });
}

function same(what: string, found: unknown, expected: unknown): void {
  const [real, model] = [JSON.stringify(found), JSON.stringify(expected)];
  if (real !== model) throw new Error(`${what} in Redis is ${real} and in the model ${model}`);
}
