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
/** What was signed is not signed again before: the ledger may be behind. */
const repeatAfterMs = 15_000;
const goodForMs = 15 * 60_000;
const verifiedWithinMs = 120_000;

/**
 * The people behind the tables: a supervisor verifies each win that waits, or takes back a false
 * one, a manager approves where two must sign, and a cashier pays.
 */
export class People {
  private readonly keys: Record<DemoPerson, KeyObject>;
  private readonly producer: LogProducer;
  private readonly topic: string;
  /** When the last step was signed for an award as it is, ms. */
  private readonly signed = new Map<string, number>();
  private lastSequence = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> = Promise.resolve();
  private isBusy = false;
  /** How many awards were locked at the last look. */
  private locked = 0;

  /**
   * @param api address of the ledger service.
   * @param manner by how many awards are locked.
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

  /** They look at what waits again and again, until `end`. */
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
   * Everything that is locked is verified or taken back; nothing more is paid. For the end of a
   * play, after `pause`.
   * @throws UserError when something still waits after some seconds
   */
  async verifyAll(): Promise<void> {
    const atOnce = { ...this.manner(this.locked), verifyAfterMs: 0, payAfterMs: Infinity };
    const isDone = async () => (await this.look(atOnce)) === 0 || undefined;
    if (await waitFor(isDone, { limitMs: verifiedWithinMs, everyMs: 200 })) return;
    throw new UserError('Some wins could not be verified: npm run jackpot -- status says more.');
  }

  /** They look no more; what is under way is signed to its end. */
  async pause(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  async end(): Promise<void> {
    await this.pause();
    await this.producer.close();
  }

  /** @returns how many awards were seen to be locked */
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

  /** Whether nothing was signed for an award as it is. */
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
