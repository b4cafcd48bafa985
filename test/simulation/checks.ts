import type { Echo, ValueMessage } from '#contract';
import {
  digestOf,
  entryKinds,
  fieldKinds,
  ledgerKeys,
  StateDigest,
  type JournalBlock,
  placeOfAward,
} from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { PoolBoard } from '../../apps/signs/src/pools/pool-board.js';
import { momentsUpTo, type Moment, type Oracle } from './oracle.js';
import type { RedisServer } from './redis-model.js';
import type { RedisState } from './redis-state.js';

/** Receives a violated property and the observation. */
export type Report = (property: string, detail: string) => void;

/** Checks the invariants after every step that could break one. */
export class Checks {
  commits = 0;
  frames = 0;
  /** Partitions whose ledger somebody edited by hand, so it is not a fold. */
  readonly spoiled = new Map<number, { readonly field: string | null; commits: number }>();
  private readonly board = new PoolBoard();
  /** Every state that a commit has reached: partition, position and anchor. */
  private readonly reached = new Set<string>();
  private readonly commitIds = new Set<string>();
  private readonly shown = new Map<string, number>();

  constructor(
    private readonly oracles: readonly Oracle[],
    private readonly report: Report,
  ) {
    this.board.listen(({ message }) => {
      const known = this.shown.get(message.jackpot) ?? -1;
      if (message.version < known) {
        this.report('M5', `a sign shows version ${message.version} after ${known}`);
      }
      this.shown.set(message.jackpot, message.version);
    });
  }

  /** Checks right after a commit, in exactly the state that it left. */
  committed(server: RedisServer, keys: readonly string[], args: readonly string[]): void {
    this.commits += 1;
    const partition = partitionOf(keys[0] as string);
    this.reached.add(`${partition}/${args[2]}/${args[3]}`);
    this.commitIds.add(args[1] as string);
    const spoiled = this.spoiled.get(partition);
    if (spoiled !== undefined) {
      if (spoiled.field !== null && args.includes(spoiled.field)) spoiled.commits += 1;
      return;
    }
    const moment = this.whereIs(partition, server.state);
    if (!moment) {
      return this.report('M3', `partition ${partition} has a last record that is in no log`);
    }
    this.compare(partition, server.state, moment);
    this.checkOutbox(partition, args, moment);
  }

  /** M4: everything that the service reports as applied has been committed. */
  applied(partition: number, position: number, last: LogRecord | undefined): void {
    if (last && this.reached.has(`${partition}/${position}/${anchorOf(last)}`)) return;
    const detail = `partition ${partition} was said to be applied up to ${position}`;
    this.report('M4', `${detail}, and no commit took it there`);
  }

  /** The moment of the log at the ledger's position; null if there is none. */
  whereIs(partition: number, state: RedisState): Moment | null {
    const position = state.hash(ledgerKeys('jackpot.', partition).position);
    const anchor = position.get('anchor');
    const oracle = this.oracles[partition] as Oracle;
    if (anchor === undefined) return oracle.start;
    const moment = oracle.byAnchor.get(anchor);
    return moment && String(moment.position) === position.get('offset') ? moment : null;
  }

  /** M1, M2, M3: every account and every text is that of the plain fold. */
  compare(partition: number, state: RedisState, moment: Moment): void {
    const keys = ledgerKeys('jackpot.', partition);
    const at = `partition ${partition} at ${moment.position}`;
    const sums = new Map<string, bigint>();
    for (const [field, balance] of state.hash(keys.accounts)) {
      const jackpot = field.slice(0, field.lastIndexOf('/'));
      sums.set(jackpot, (sums.get(jackpot) ?? 0n) + BigInt(balance));
    }
    for (const [jackpot, sum] of sums) {
      if (sum !== 0n) this.report('M1', `${at}: the accounts of ${jackpot} sum to ${sum}`);
    }
    for (const name of entryKinds) {
      const difference = whyOther(state.hash(keys[name]), moment.content[name]);
      if (difference) this.report('M3', `${at}: ${name} differ from the fold: ${difference}`);
    }
    const refusals = state.hash(keys.position).get('refusals') ?? '';
    if (refusals !== moment.refusals) this.report('M3', `${at}: its refusals are ${refusals}`);
    const authority = state.hash(keys.position).get('authority') ?? '';
    if (authority !== moment.authority) this.report('M3', `${at}: its keys are ${authority}`);
    const newest = state.hash(keys.position).get('newestMs') ?? '0';
    if (newest !== String(moment.newestMs)) {
      const detail = `${at}: its newest time is ${newest}, not ${moment.newestMs}`;
      this.report('M3', `${detail}: other than the fold`);
    }
    const listed = [...state.keys].flatMap(([key, entry]) =>
      key.startsWith(keys.awards('')) && entry.type === 'zset' ? [...entry.members] : [],
    );
    const remembered = [...state.hash(keys.claims).keys()];
    const places = remembered.map((award) => [award, placeOfAward(award).offset] as const);
    if (JSON.stringify(listed.toSorted()) !== JSON.stringify(places.toSorted())) {
      this.report('M4', `${at}: the lists have ${listed.length} awards of ${places.length}`);
    }
  }

  /** Whether every account, every text, the keys and the time are those of the plain fold. */
  isFold(partition: number, state: RedisState, moment: Moment): boolean {
    const keys = ledgerKeys('jackpot.', partition);
    const { content, authority, newestMs } = moment;
    const position = state.hash(keys.position);
    return (
      (position.get('authority') ?? '') === authority &&
      (position.get('newestMs') ?? '0') === String(newestMs) &&
      entryKinds.every((name) => whyOther(state.hash(keys[name]), content[name]) === null)
    );
  }

  /** A refused commit leaves no trace. */
  refused(reply: readonly string[], args: readonly string[], isUnchanged: boolean): void {
    if (!isUnchanged) this.report('M4', `a commit answered ${reply[0]} and left traces`);
    if (reply[0] === 'duplicate' && !this.commitIds.has(args[1] as string)) {
      this.report('M4', 'a commit that was never done is taken for one that was');
    }
  }

  /** M5: a frame's value was right for its version, and the ledger has reached it. */
  published(server: RedisServer, channel: string, frame: string): string {
    const partition = partitionOf(channel);
    if (frame.startsWith('{"echo"')) return this.echoed(server, partition, frame);
    this.frames += 1;
    const { jackpot, version } = JSON.parse(frame) as ValueMessage;
    const position = server.state.hash(ledgerKeys('jackpot.', partition).position).get('offset');
    if (Number(position ?? '0') < version) {
      this.report('M5', `a frame of ${jackpot} shows ${version}, the ledger is at ${position}`);
    }
    const right = (this.oracles[partition] as Oracle).everRight.has(frame);
    if (!right) this.report('M5', `a frame that was never right: ${frame}`);
    return frame;
  }

  /** Checks that a table gets messages only about records that the ledger has. */
  private echoed(server: RedisServer, partition: number, text: string): string {
    const { position } = JSON.parse(text) as Echo;
    const reached = server.state.hash(ledgerKeys('jackpot.', partition).position).get('offset');
    if (Number(reached ?? '0') < position) {
      this.report('M2', `an echo says ${position}, the ledger is at ${reached}`);
    }
    return text;
  }

  /** Delivers a frame to a sign's gateway. */
  showOnSign(frame: string): void {
    this.board.post(frame);
  }

  /** M4: the outputs of records are in the commit that applied them, with its block. */
  private checkOutbox(partition: number, args: readonly string[], moment: Moment): void {
    const from = Number(args[0]);
    const sent = outboxOf(args);
    const at = `the commit of partition ${partition} from ${from} to ${moment.position}`;
    const oracle = this.oracles[partition] as Oracle;
    const expected = momentsUpTo(moment, from).flatMap(({ outputs }) =>
      outputs.filter(({ topic }) => topic !== 'pool-values'),
    );
    const words = sent.filter(({ topic }) => topic !== 'pool-values' && topic !== 'journal');
    const expectedText = expected.map(({ id, value }) => `${id} ${value}`).join('\n');
    if (words.map(({ id, value }) => `${id} ${value}`).join('\n') !== expectedText) {
      this.report('M4', `${at} does not send the awards and exceptions of its records`);
    }
    for (const { topic, id, value } of sent) {
      if (topic === 'pool-values' && oracle.values.get(id)?.has(value) !== true) {
        this.report('M5', `${at} sends ${id} with another value than the fold`);
      }
    }
    const last = sent.at(-1);
    const block = last?.topic === 'journal' ? (JSON.parse(last.value) as JournalBlock) : null;
    if (block?.hash !== args[4] || block?.from !== from || block.to !== moment.position - 1) {
      this.report('M4', `${at} does not end with its journal block`);
    }
    if (block && block.digest !== digestOf(sent.slice(0, -1))) {
      this.report('M4', `${at} has a block of other outputs`);
    }
    if (block && block.state !== stateOf(moment)) {
      this.report('M3', `${at} has a block of another ledger`);
    }
  }
}

/** The digest of the ledger at a moment, calculated from the beginning. */
function stateOf({ content, newestMs, refusals, authority }: Moment): string {
  const digest = new StateDigest();
  digest.setCounts({ newestMs, refusals });
  digest.setAuthority(authority);
  digest.setAllAccounts(Object.fromEntries(content.accounts));
  for (const kind of fieldKinds) {
    for (const [key, text] of content[kind]) digest.set(kind, key, text);
  }
  return digest.root();
}

export function partitionOf(key: string): number {
  return Number(/\{(\d+)\}/.exec(key)?.[1]);
}

interface SentEntry {
  readonly topic: string;
  readonly key: string;
  readonly id: string;
  readonly value: string;
}

function outboxOf(args: readonly string[]): SentEntry[] {
  let cursor = 14;
  // Accounts, jackpots, tables, claims, values, meters.
  for (const width of [2, 2, 2, 4, 2, 2]) cursor += 1 + width * Number(args[cursor]);
  const count = Number(args[cursor]);
  return Array.from({ length: count }, (_, index) => {
    const [, topic = '', key = '', id = '', value = ''] = args.slice(cursor + 1 + 5 * index);
    return { topic, key, id, value };
  });
}

function whyOther(
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string | null {
  for (const [key, text] of expected) {
    if (found.get(key) !== text) return `${key} is ${found.get(key)} and not ${text}`;
  }
  if (found.size === expected.size) return null;
  return `there are ${found.size} and not ${expected.size}`;
}
