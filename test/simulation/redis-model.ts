import { createHash } from 'node:crypto';
import { journalGenesis } from '#ledger';
import { Random } from '#pit/random';
import { scriptText } from '../../libs/ledger/src/script.js';
import type { VirtualClock } from './clock.js';
import { commitInModel } from './commit-model.js';
import type { InjectedFaults } from './faults.js';
import { RedisState } from './redis-state.js';

/** The reports of a Redis to the simulation. */
export interface RedisWitness {
  committed(server: RedisServer, keys: readonly string[], args: readonly string[]): void;
  refused(reply: readonly string[], args: readonly string[], isUnchanged: boolean): void;
  published(server: RedisServer, channel: string, frame: string): void;
  count(name: string): void;
  tell(text: string): void;
}

const movesRemembered = 60;

/** One Redis process: its keys, its earlier states, and whether it answers. */
export class RedisServer {
  /** Its states before each of the last writes, newest last: the unsynced tail can be lost. */
  readonly before: RedisState[] = [];
  readonly scripts = new Set<string>();
  loadingUntil = 0;
  isDown = false;
  isReadOnly = false;
  /** Commands in flight to a process that died never reach it. */
  life = 0;

  constructor(
    readonly name: string,
    public state: RedisState,
  ) {}

  goBack(writes: number): void {
    const found = this.before.splice(Math.max(0, this.before.length - writes))[0];
    if (found) this.state = found;
  }

  remember(before: RedisState): void {
    this.before.push(before);
    if (this.before.length > movesRemembered) this.before.shift();
  }
}

/**
 * The Redis of the cluster: a master, and sometimes an old one that still believes it is the
 * master.
 */
export class RedisModel {
  master = new RedisServer('redis-1', new RedisState());
  policy = 'noeviction';
  private made = 1;
  private readonly random: Random;

  constructor(
    seed: number,
    readonly clock: VirtualClock,
    readonly faults: InjectedFaults,
    readonly witness: RedisWitness,
  ) {
    this.random = new Random(`${seed}/redis`);
  }

  /** Kills the process and restarts it, with or without its last writes. */
  crash(loses: boolean): void {
    const server = this.master;
    const lost = loses ? 1 + this.random.below(Math.min(40, 1 + server.before.length)) : 0;
    const downMs = this.random.between(50, 6_000);
    server.life += 1;
    server.isDown = true;
    server.goBack(lost);
    server.scripts.clear();
    this.witness.tell(`${server.name} dies, ${lost} writes are lost`);
    if (lost > 0) this.witness.count('redis-rollback');
    this.clock.after(downMs, () => {
      server.isDown = false;
      // After the restart another process may be the master.
      if (server !== this.master) server.isReadOnly = true;
      server.loadingUntil = this.clock.now + this.random.below(800);
      this.witness.tell(`${server.name} is back`);
    });
  }

  /** Makes a lagging replica the master; for `splitMs` the old master still accepts writes. */
  failOver(splitMs: number): void {
    const old = this.master;
    const replica = new RedisServer(`redis-${(this.made += 1)}`, old.state.copy());
    for (const state of old.before) replica.before.push(state);
    const lost = this.random.below(25);
    replica.goBack(lost);
    this.master = replica;
    this.witness.tell(`${replica.name} takes over from ${old.name}, ${lost} writes behind`);
    if (splitMs === 0) this.demote(old);
    else this.clock.after(splitMs, () => this.demote(old));
  }

  /** Executes a command completely, or not at all. */
  execute<T>(server: RedisServer, isWrite: boolean, run: (state: RedisState) => T): T {
    if (server.loadingUntil > this.clock.now) {
      throw replyError('LOADING Redis is loading the dataset in memory');
    }
    if (isWrite && server.isReadOnly) {
      throw replyError("READONLY You can't write against a read only replica.");
    }
    if (!isWrite) return run(server.state);
    const before = server.state.copy();
    const result = run(server.state);
    if (!server.state.isSameAs(before)) server.remember(before);
    return result;
  }

  evaluate(server: RedisServer, name: string, args: readonly string[]): string[] {
    const [script = '', count = '0', ...rest] = args;
    const sha = name === 'eval' ? createHash('sha1').update(script).digest('hex') : script;
    if (name === 'eval') server.scripts.add(sha);
    if (!server.scripts.has(sha)) {
      this.witness.count('script forgotten');
      throw replyError('NOSCRIPT No matching script. Please use EVAL.');
    }
    const keys = rest.slice(0, Number(count));
    if (sha === trimSha) return this.trim(server, keys, rest.slice(1));
    if (sha === markSha) return markHalted(server.state, keys[0] as string, rest.slice(1));
    if (sha === probeSha) return ['allowed'];
    const before = server.state.copy();
    const values = rest.slice(Number(count));
    const reply = commitInModel(server.state, keys, values, (channel, frame) =>
      this.witness.published(server, channel, frame),
    );
    this.witness.count(`answered ${reply[0]}`);
    if (reply[0] === 'ok') this.witness.committed(server, keys, values);
    else this.witness.refused(reply, values, server.state.isSameAs(before));
    return reply;
  }

  /** Does the same as `trim.lua`. */
  private trim({ state }: RedisServer, keys: readonly string[], args: readonly string[]): string[] {
    const [key = ''] = keys;
    const [lastPlace, lastId, ...places] = args;
    const last = state.stream(key).entries.find((entry) => entry.place === lastPlace);
    const stands = last !== undefined && last.fields[5] === lastId;
    if (last && !stands) this.witness.count('another message in the place');
    if (!stands) return ['0'];
    const found = new Set(state.stream(key).entries.map((entry) => entry.place));
    const taken = new Set(places.filter((each) => found.has(each)));
    state.removePlaces(key, taken);
    return [String(taken.size)];
  }

  private demote(server: RedisServer): void {
    if (this.random.chance(0.5)) server.isReadOnly = true;
    else server.isDown = true;
    server.life += 1;
    this.witness.tell(`${server.name} is no master any more`);
  }
}

const shaOf = (file: string): string => createHash('sha1').update(scriptText(file)).digest('hex');
const [trimSha, markSha, probeSha] = ['trim.lua', 'mark-halted.lua', 'probe.lua'].map(shaOf);

/** Does the same as `mark-halted.lua`. */
function markHalted(state: RedisState, key: string, args: readonly string[]): string[] {
  const [offset, head, mark = ''] = args;
  const position = state.hash(key);
  if ((position.get('offset') ?? '0') !== offset) return ['0'];
  if ((position.get('head') ?? journalGenesis) !== head) return ['0'];
  if (!position.has('halted')) state.setFields(key, [['halted', mark]]);
  return ['1'];
}

export function replyError(message: string): Error {
  const error = new Error(message);
  error.name = 'ReplyError';
  return error;
}
