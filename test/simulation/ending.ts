import { journalGenesis, ledgerKeys, type JournalBlock } from '#ledger';
import { anchorOf, type HaltReason } from '#log';
import { partitionOf } from './checks.js';
import { momentsUpTo, type Moment } from './oracle.js';
import type { SimulatedCluster } from './simulated-cluster.js';
import { forgedId } from './strikes.js';

/** Whether there is nothing more to wait for. */
export function isSettled(cluster: SimulatedCluster): boolean {
  const { master } = cluster.redis;
  return cluster.broker.logs.every((log, partition) => {
    if (cluster.checks.spoiled.has(partition)) return !isServedWrong(cluster, partition);
    const reason = whyStuck(cluster, partition);
    if (reason !== null) return isHalted(cluster, partition, reason);
    const { outbox } = ledgerKeys('jackpot.', partition);
    const isSent = master.state.stream(outbox).entries.length === 0;
    return cluster.position(partition) === log.high && isSent;
  });
}

/** Checks the conditions after recovery. */
export function checkEnd(cluster: SimulatedCluster): void {
  for (const [partition, log] of cluster.broker.logs.entries()) {
    if (checkSpoiled(cluster, partition)) continue;
    const { state } = cluster.redis.master;
    const position = cluster.position(partition);
    const moment = cluster.checks.whereIs(partition, state);
    if (!moment) return cluster.fail('M3', `partition ${partition} is at a record of no log`);
    cluster.checks.compare(partition, state, moment);
    const reason = whyStuck(cluster, partition);
    if (reason !== null && !isHalted(cluster, partition, reason)) {
      cluster.fail('M7', `partition ${partition} at ${position} should be halted: ${reason}`);
    }
    if (reason === null && position !== log.high) {
      cluster.fail('liveness', `partition ${partition} is at ${position} of ${log.high}`);
    }
    if (reason === null) checkOutputs(cluster, partition, moment);
  }
}

/** An edited ledger accepts at most one more commit from each instance that has not noticed. */
function checkSpoiled(cluster: SimulatedCluster, partition: number): boolean {
  const spoiled = cluster.checks.spoiled.get(partition);
  if (spoiled === undefined) return false;
  const { commits } = spoiled;
  if (isServedWrong(cluster, partition)) {
    cluster.fail('M7', `the edited ledger of partition ${partition} goes on`);
  }
  for (const kind of ['awards', 'events']) {
    if (cluster.outputs.topic(kind).every(({ id }) => id !== forgedId)) continue;
    cluster.fail('outputs', `a forged message is on the topic of ${kind}`);
  }
  const undone = ['redis-rollback', 'redis-fail-over', 'redis-split'];
  const isUndone = undone.some((name) => cluster.counts.has(name));
  if (commits > 1 && !isUndone) {
    cluster.fail('M7', `the edited ledger of partition ${partition} took ${commits} commits`);
  }
  return true;
}

/** Whether an instance continues with a ledger, or an outbox, that is not what the log gives. */
function isServedWrong(cluster: SimulatedCluster, partition: number): boolean {
  const { state } = cluster.redis.master;
  const moment = cluster.checks.whereIs(partition, state);
  const { outbox } = ledgerKeys('jackpot.', partition);
  const isForged = state.stream(outbox).entries.some(({ fields }) => fields.includes(forgedId));
  const isRight = moment !== null && cluster.checks.isFold(partition, state, moment);
  if (isRight && !isForged) return false;
  return !cluster.instances.some(({ server }) =>
    server
      ?.report()
      .partitions.some((status) => status.partition === partition && status.reason !== undefined),
  );
}

/** Why a partition cannot continue with this log and this ledger; null if it can. */
function whyStuck(cluster: SimulatedCluster, partition: number): HaltReason | null {
  const log = cluster.broker.log(partition);
  const position = cluster.position(partition);
  // Redis has forgotten a partition completely; only an operator may let it start again.
  if (isHalted(cluster, partition, 'ledger-lost')) return 'ledger-lost';
  if (position < log.low) return 'log-trimmed';
  if (position > log.high) return 'log-behind-ledger';
  const keys = ledgerKeys('jackpot.', partition);
  const anchor = cluster.redis.master.state.hash(keys.position).get('anchor');
  const last = position > log.low ? log.at(position - 1) : undefined;
  if (anchor !== undefined && last && anchorOf({ partition, ...last }) !== anchor) {
    return 'log-replaced';
  }
  // A halt for a gap lasts, even if Redis has gone back to a position before it.
  const gap = [...log.gaps].find((offset) => offset >= position && offset < log.high);
  if (gap !== undefined) {
    return gap === position || isHalted(cluster, partition, 'log-gap') ? 'log-gap' : null;
  }
  const { damagedAt = -1 } = log;
  if (damagedAt < position || damagedAt >= log.high) return null;
  const isMet = damagedAt === position || isHalted(cluster, partition, 'log-damaged');
  return isMet ? 'log-damaged' : null;
}

function isHalted(cluster: SimulatedCluster, partition: number, reason: HaltReason): boolean {
  return cluster.instances.some(({ server }) =>
    server
      ?.report()
      .partitions.some((status) => status.partition === partition && status.reason === reason),
  );
}

const branching = new Set(['log-truncated', 'log-overwritten', 'log-recreated']);

/** Checks that the outputs without repeats are those of the plain fold, in its order. */
function checkOutputs(cluster: SimulatedCluster, partition: number, moment: Moment): void {
  const expectedOutputs = momentsUpTo(moment).flatMap(({ outputs }) => outputs);
  for (const kind of ['awards', 'exceptions', 'statements']) {
    const expected = expectedOutputs.filter(({ topic }) => topic === kind);
    const ids = new Set(expected.map(({ id }) => id));
    const seen = new Set<string>();
    const found = cluster.outputs.topic(kind).filter(({ id, partition: of }) => {
      const isNew = of === partition && ids.has(id) && !seen.has(id);
      seen.add(id);
      return isNew;
    });
    // If a log got other records at the same offsets, both may use the same id.
    const isOther = branching.has(cluster.damaged.get(partition) ?? 'rebalance');
    const texts = (all: readonly { id: string; value: string }[]) =>
      isOther ? all.length : all.map(({ id, value }) => `${id} ${value}`).join('\n');
    if (texts(found) !== texts(expected)) {
      cluster.fail(
        'outputs',
        `${kind} of partition ${partition}: ${found.length} of ${expected.length}`,
      );
    }
  }
  checkValues(cluster, partition, moment);
  checkJournal(cluster, partition);
}

function checkValues(cluster: SimulatedCluster, partition: number, moment: Moment): void {
  const oracle = cluster.oracles[partition];
  const sent = cluster.outputs.topic('pool-values').filter((each) => each.partition === partition);
  for (const { id, value } of sent) {
    if (!oracle?.values.get(id)?.has(value)) cluster.fail('outputs', `${id} was never right`);
  }
  const ids = new Set(sent.map(({ id }) => id));
  for (const [jackpot, text] of moment.content.values) {
    const { version } = JSON.parse(text) as { version: number };
    const id = `${partition}/${version - 1}/value/${jackpot}/${version}`;
    if (!ids.has(id)) cluster.fail('outputs', `the newest value of ${jackpot} was not sent`);
  }
}

/**
 * Checks that the chain leads from the ledger's head back to the first record through sent blocks.
 */
function checkJournal(cluster: SimulatedCluster, partition: number): void {
  const blocks = new Map<string, JournalBlock>();
  for (const { partition: of, value } of cluster.outputs.topic('journal')) {
    const block = JSON.parse(value) as JournalBlock;
    if (of === partition) blocks.set(block.hash, block);
  }
  const keys = ledgerKeys('jackpot.', partition);
  const position = cluster.redis.master.state.hash(keys.position);
  let hash = position.get('head') ?? journalGenesis;
  let end = Number(position.get('offset') ?? '0');
  while (hash !== journalGenesis) {
    const block = blocks.get(hash);
    if (!block || block.to !== end - 1 || partitionOf(keys.position) !== block.partition) {
      const detail = `the block of partition ${partition} that ends at ${end - 1} was not sent`;
      return cluster.fail('journal', detail);
    }
    const stepped = (block.steppedOver ?? []).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    const expected = cluster.broker.log(partition).steppedOver(block.from, block.to);
    if (String(stepped) !== String(expected)) {
      const detail = `block ${block.block} of partition ${partition} steps over ${stepped}, the log over ${expected}`;
      return cluster.fail('journal', detail);
    }
    hash = block.previous;
    end = block.from;
  }
  if (end !== 0) cluster.fail('journal', `the chain of partition ${partition} ends at ${end}`);
}
