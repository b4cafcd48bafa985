import { journalGenesis, ledgerKeys, type JournalBlock } from '#ledger';
import { anchorOf, type HaltReason } from '#log';
import { partitionOf } from './checks.js';
import { momentsUpTo, type Moment } from './oracle.js';
import type { World } from './world.js';

/** Whether everything that has to happen has: then nothing more is waited for. */
export function isSettled(world: World): boolean {
  const { master } = world.redis;
  return world.broker.logs.every((log, partition) => {
    if (world.checks.spoiled.has(partition)) return true;
    const reason = whyStuck(world, partition);
    if (reason !== null) return isHalted(world, partition, reason);
    const { outbox } = ledgerKeys('jackpot.', partition);
    const isSent = master.state.stream(outbox).entries.length === 0;
    return world.position(partition) === log.high && isSent;
  });
}

/** What must be true of a world that is well again. */
export function checkEnd(world: World): void {
  for (const [partition, log] of world.broker.logs.entries()) {
    if (checkSpoiled(world, partition)) continue;
    const { state } = world.redis.master;
    const position = world.position(partition);
    const moment = world.checks.whereIs(partition, state);
    if (!moment) return world.fail('M3', `partition ${partition} is at a record of no log`);
    world.checks.compare(partition, state, moment);
    const reason = whyStuck(world, partition);
    if (reason !== null && !isHalted(world, partition, reason)) {
      world.fail('M7', `partition ${partition} at ${position} should be halted: ${reason}`);
    }
    if (reason === null && position !== log.high) {
      world.fail('liveness', `partition ${partition} is at ${position} of ${log.high}`);
    }
    if (reason === null) checkOutputs(world, partition, moment);
  }
}

/** A ledger that was edited takes one commit more at the most from each that did not know. */
function checkSpoiled(world: World, partition: number): boolean {
  const spoiled = world.checks.spoiled.get(partition);
  if (spoiled === undefined) return false;
  const { commits } = spoiled;
  const undone = ['redis-rollback', 'redis-fail-over', 'redis-split'];
  const isUndone = undone.some((name) => world.counts.has(name));
  if (commits > 1 && !isUndone) {
    world.fail('M7', `the edited ledger of partition ${partition} took ${commits} commits`);
  }
  return true;
}

/** Why a partition cannot go on by the log as it is and the ledger as it stands; null if it can. */
function whyStuck(world: World, partition: number): HaltReason | null {
  const log = world.broker.log(partition);
  const position = world.position(partition);
  if (position < log.low) return 'log-trimmed';
  if (position > log.high) return 'log-behind-ledger';
  const keys = ledgerKeys('jackpot.', partition);
  const anchor = world.redis.master.state.hash(keys.position).get('anchor');
  const last = position > log.low ? log.at(position - 1) : undefined;
  if (anchor !== undefined && last && anchorOf({ partition, ...last }) !== anchor) {
    return 'log-replaced';
  }
  // A halt for a gap lasts, also where Redis has gone back to before it since.
  const gap = [...log.gaps].find((offset) => offset >= position && offset < log.high);
  if (gap === undefined) return null;
  return gap === position || isHalted(world, partition, 'log-gap') ? 'log-gap' : null;
}

function isHalted(world: World, partition: number, reason: HaltReason): boolean {
  return world.instances.some(({ server }) =>
    server
      ?.report()
      .partitions.some((status) => status.partition === partition && status.reason === reason),
  );
}

const branching = new Set(['log-truncated', 'log-overwritten', 'log-recreated']);

/** What went out, repeats left out, is what the plain fold says, in its order. */
function checkOutputs(world: World, partition: number, moment: Moment): void {
  const wanted = momentsUpTo(moment).flatMap(({ outputs }) => outputs);
  for (const kind of ['awards', 'exceptions']) {
    const expected = wanted.filter(({ topic }) => topic === kind);
    const ids = new Set(expected.map(({ id }) => id));
    const seen = new Set<string>();
    const found = world.outputs.topic(kind).filter(({ id, partition: of }) => {
      const isNew = of === partition && ids.has(id) && !seen.has(id);
      seen.add(id);
      return isNew;
    });
    // Where a log got other records at the same offsets, an id may have been used by both.
    const isOther = branching.has(world.damaged.get(partition) ?? 'rebalance');
    const texts = (all: readonly { id: string; value: string }[]) =>
      isOther ? all.length : all.map(({ id, value }) => `${id} ${value}`).join('\n');
    if (texts(found) !== texts(expected)) {
      world.fail(
        'outputs',
        `${kind} of partition ${partition}: ${found.length} of ${expected.length}`,
      );
    }
  }
  checkValues(world, partition, moment);
  checkJournal(world, partition);
}

function checkValues(world: World, partition: number, moment: Moment): void {
  const oracle = world.oracles[partition];
  const sent = world.outputs.topic('pool-values').filter((each) => each.partition === partition);
  for (const { id, value } of sent) {
    if (!oracle?.values.get(id)?.has(value)) world.fail('outputs', `${id} was never right`);
  }
  const ids = new Set(sent.map(({ id }) => id));
  for (const [jackpot, text] of moment.content.values) {
    const { version } = JSON.parse(text) as { version: number };
    const id = `${partition}/${version - 1}/value/${jackpot}/${version}`;
    if (!ids.has(id)) world.fail('outputs', `the newest value of ${jackpot} was not sent`);
  }
}

/** The chain leads from the ledger's head back to the first record, over blocks that were sent. */
function checkJournal(world: World, partition: number): void {
  const blocks = new Map<string, JournalBlock>();
  for (const { partition: of, value } of world.outputs.topic('journal')) {
    const block = JSON.parse(value) as JournalBlock;
    if (of === partition) blocks.set(block.hash, block);
  }
  const keys = ledgerKeys('jackpot.', partition);
  const position = world.redis.master.state.hash(keys.position);
  let wanted = position.get('head') ?? journalGenesis;
  let behind = Number(position.get('offset') ?? '0');
  while (wanted !== journalGenesis) {
    const block = blocks.get(wanted);
    if (!block || block.to !== behind - 1 || partitionOf(keys.position) !== block.partition) {
      const detail = `the block of partition ${partition} that ends at ${behind - 1} was not sent`;
      return world.fail('journal', detail);
    }
    wanted = block.previous;
    behind = block.from;
  }
  if (behind !== 0) world.fail('journal', `the chain of partition ${partition} ends at ${behind}`);
}
