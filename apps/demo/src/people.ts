import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  encodeEvent,
  kafkaEnvironment,
  kafkaOptions,
  readEnvironment,
  signRecord,
  topicName,
  type AwardMessage,
} from '#contract';
import { LogProducer, openKafka } from '#log';
import { UserError } from '#tools/process/process.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { getClaims, getJackpots } from './api.js';
import { nextStep, type Manner, type ClaimStep } from './claims.js';
import { demoLedger, people, type KeyFiles, type DemoPerson } from './keys.js';

const lookEveryMs = 500;
/** Minimum time before signing the same act again: the ledger may lag. */
const repeatAfterMs = 15_000;
const goodForMs = 15 * 60_000;
const verifiedWithinMs = 120_000;

/**
 * The people who serve the tables: a supervisor verifies each waiting win, or reverses a false one,
 * a manager approves if two must sign, and a cashier pays.
 */
export class People {
  private readonly keys: Record<DemoPerson, KeyObject>;
  private readonly producer: LogProducer;
  private readonly topic: string;
  /** Time of the last step signed for an award in its present state, ms. */
  private readonly signed = new Map<string, number>();
  private lastSequence = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> = Promise.resolve();
  private isBusy = false;
  /** Number of locked awards at the last look. */
  private locked = 0;

  /**
   * @param api address of the ledger service.
   * @param manner by the number of locked awards.
   */
  constructor(
    env: NodeJS.ProcessEnv,
    private readonly api: string,
    files: KeyFiles,
    private readonly manner: (locked: number) => Manner,
  ) {
    const read = readEnvironment(kafkaEnvironment, env);
    this.producer = new LogProducer(openKafka(kafkaOptions(read, 'jackpot-demo-people')));
    this.topic = topicName(read.TOPIC_PREFIX, 'events');
    this.keys = Object.fromEntries(
      people.map((kid) => [kid, readKey(files.people[kid].privateKey)]),
    ) as Record<DemoPerson, KeyObject>;
  }

  /** Starts regular looks at the waiting awards, until `end`. */
  begin(): void {
    this.timer = setInterval(() => {
      if (this.isBusy) return;
      this.isBusy = true;
      // A service that does not answer is asked again; the screen's health line says so.
      this.looking = this.look(this.manner(this.locked))
        .catch(() => undefined)
        .finally(() => (this.isBusy = false));
    }, lookEveryMs);
  }

  /**
   * Verifies or reverses every locked award; pays nothing more. For the end of a play, after
   * `pause`.
   * @throws UserError if an award still waits after some seconds
   */
  async verifyAll(): Promise<void> {
    const atOnce = { ...this.manner(this.locked), verifyAfterMs: 0, payAfterMs: Infinity };
    const isDone = async () => (await this.look(atOnce)) === 0 || undefined;
    if (await waitFor(isDone, { limitMs: verifiedWithinMs, everyMs: 200 })) return;
    throw new UserError('Some wins could not be verified: npm run jackpot -- status says more.');
  }

  /** Stops the looks; steps under way are signed to their end. */
  async pause(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  async end(): Promise<void> {
    await this.pause();
    await this.producer.close();
  }

  /** @returns the number of awards seen locked */
  private async look(manner: Manner): Promise<number> {
    let locked = 0;
    for (const jackpot of await getJackpots(this.api)) {
      for (const award of await getClaims(this.api, jackpot.id)) {
        if (award.states.some(({ state }) => state === 'locked')) locked += 1;
        const step = nextStep(jackpot, award, Date.now(), manner);
        if (step && this.isNew(award)) await this.take(jackpot.id, step);
      }
    }
    this.locked = locked;
    return locked;
  }

  /** Returns whether nothing was signed for an award in its present state. */
  private isNew({ id, states }: AwardMessage): boolean {
    const now = Date.now();
    for (const [known, atMs] of this.signed) {
      if (now - atMs > repeatAfterMs) this.signed.delete(known);
    }
    const key = `${id} ${states.map(({ state }) => state).join()}`;
    if (this.signed.has(key)) return false;
    this.signed.set(key, now);
    return true;
  }

  private async take(jackpot: string, { person, act, needsApproval }: ClaimStep): Promise<void> {
    if (!needsApproval) {
      await this.sign(person, jackpot, act.type, act.data);
      return;
    }
    const expires = new Date(Date.now() + goodForMs).toISOString();
    const proposed = { act, expires, note: 'Seen at the table, with the recording.' };
    const proposal = await this.sign(person, jackpot, 'act.proposed', proposed);
    await this.sign('manager', jackpot, 'act.approved', { proposal, act });
  }

  /** @returns the offset of the record */
  private async sign(
    kid: DemoPerson,
    subject: string,
    type: string,
    data: object,
  ): Promise<number | undefined> {
    const sequence = Math.max(Date.now() * 1_000, this.lastSequence + 1);
    this.lastSequence = sequence;
    const event = { type, id: `${kid}/${sequence}`, source: kid, sequence, subject, data };
    const expires = new Date(Date.now() + goodForMs);
    const value = JSON.stringify(encodeEvent({ ...event, time: new Date(), expires }));
    const signature = signRecord(demoLedger, Buffer.from(value), kid, this.keys[kid]);
    const headers = { 'content-type': 'application/cloudevents+json', signature };
    const [written] = await this.producer.send([
      { topic: this.topic, key: subject, value, headers },
    ]);
    return written?.baseOffset;
  }
}

function readKey(file: string): KeyObject {
  const key = JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey;
  return createPrivateKey({ key, format: 'jwk' });
}
