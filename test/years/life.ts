import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { homePartition, type AwardMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson } from '#testing/test-stack';
import { Random } from '#pit/random';
import { archivedRecords } from './archived-records.js';
import { Floor } from './floor.js';
import { SecondOpinion } from './second-opinion.js';
import { Site } from './site.js';

export interface LifeOptions {
  readonly seed: string;
  /** Rounds that each table plays in a year. */
  readonly rounds: number;
  /** Gets a line for each step. */
  readonly say: (sentence: string) => void;
}

/** The first two share a partition. */
const jackpots = ['main', 'minor', 'mini'] as const;
/** A third of a bet is not a whole number of minor units, so the rounding of an edition shows. */
const rates = { pool: 3_333, reserve: 500 };
const ledgerId = 'macau-1';

/**
 * Five years of one ledger, each some seconds long: what people do to it in that time, with the
 * program's own commands. Each year ends with a checkpoint and the archive, and Kafka deletes the
 * archived records.
 */
export class Life {
  year = 0;
  /** The newest checkpoint. */
  private last: string | undefined;
  private keysMade = 0;
  private root = 'root-1';
  private readonly floor: Floor;

  private constructor(
    private readonly options: LifeOptions,
    private readonly site: Site,
  ) {
    this.floor = new Floor(site.stack, jackpots, new Random(options.seed));
  }

  /** Starts its own servers, and makes a build of a later release. */
  static async begin(options: LifeOptions): Promise<Life> {
    options.say('starting Kafka and Redis, and making the build of a later release');
    return new Life(options, await Site.open());
  }

  close(): Promise<void> {
    return this.site.close();
  }

  /** The first keys, the first configurations, and the first rounds. */
  async first(): Promise<void> {
    this.begins();
    await this.site.cli(
      '',
      'keys',
      'new',
      '--ledger',
      ledgerId,
      '--kid',
      'root-1',
      '--root',
      ...this.site.files('root-1'),
    );
    this.site.stack.env['COMMAND_ROOT'] = this.site.file('root-1.public.jwk');
    await this.site.startService();
    await this.addKey(this.root);
    for (const id of jackpots) {
      const file = this.site.file(`${id}.json`);
      writeFileSync(file, JSON.stringify(jackpot(id, { rates })));
      await this.site.cli(this.kid, 'apply', '-f', file, '--yes');
    }
    await this.site.brokers.reassignToOld();
    await this.play();
    await this.ends();
  }

  /** The keys change while the floor plays. */
  async second(): Promise<void> {
    this.begins();
    await this.play();
    await this.rotateKeys();
    await this.play();
    await this.ends();
  }

  /** A later release takes over, and then Redis is lost completely. */
  async third(): Promise<void> {
    this.begins();
    await this.upgradeTo(this.site.laterRelease);
    await this.play();
    await this.loseRedis();
    await this.play();
    await this.ends();
  }

  /** The edition is raised, and the root goes to another holder. */
  async fourth(): Promise<void> {
    this.begins();
    await this.site.cli(this.kid, 'upgrade', '--edition', '2', '--yes');
    await this.play();
    await this.site.cli(
      '',
      'keys',
      'new',
      '--ledger',
      ledgerId,
      '--kid',
      'root-2',
      '--root',
      ...this.site.files('root-2'),
    );
    await this.site.cli(this.root, 'keys', 'root', this.site.file('root-2.public.jwk'), '--yes');
    this.root = 'root-2';
    await this.play();
    await this.ends();
  }

  /** Other brokers, another release, and new keys by the new root. */
  async fifth(): Promise<void> {
    this.begins();
    await this.play();
    this.options.say('moving to other brokers');
    await this.site.brokers.startNew();
    await this.site.brokers.reassignToNew();
    await this.site.stack.useBrokers(this.site.brokers.new);
    await this.upgradeTo(this.site.releaseAfter());
    await this.site.brokers.stopOld();
    await this.play();
    await this.rotateKeys();
    await this.play();
    await this.ends();
  }

  /**
   * Checks that the archive alone proves every award since the first day, and that a second opinion
   * agrees.
   */
  async judge(): Promise<{ awards: number; records: number }> {
    this.options.say('proving the archive alone, and asking the second opinion');
    const sent = await this.site.stack.outputs<AwardMessage>('awards');
    const awards = new Map(sent.map(({ message }) => [message.id, message]));
    const alone = { KAFKA_BROKERS: '', REDIS_URL: '', COMMAND_KEY: '' };
    const proof = await this.site.run(['verify', '--archive', this.archive, '--json'], alone);
    const proven = JSON.parse(proof) as { awards: number; records: number; spans: object[] };
    assert.equal(proven.spans.length, this.year);
    assert.equal(proven.awards, awards.size);
    assert.equal(this.floor.wins, awards.size, 'awards of the floor’s own books');
    const rootText = readFileSync(this.site.stack.env['COMMAND_ROOT'] as string, 'utf8');
    for (const id of jackpots) {
      const opinion = new SecondOpinion(rootText);
      const records = archivedRecords(this.archive, homePartition(id, 12));
      for (const record of records) opinion.take(record);
      assert.deepEqual(
        awardsOf(id, opinion.awards),
        awardsOf(id, [...awards.values()]),
        `the awards of ${id}`,
      );
      const { accounts } = await getJson<{ accounts: Record<string, string> }>(
        `${this.site.url}/v1/jackpots/${id}`,
      );
      const expected = Object.entries(opinion.accounts(id)).map(([name, micros]) => {
        return [name, String(micros)];
      });
      // Objects of Jest's own realm, as the expected ones are.
      assert.deepEqual({ ...accounts }, Object.fromEntries(expected), `the accounts of ${id}`);
    }
    return proven;
  }

  private get kid(): string {
    return `ops-${this.keysMade}`;
  }

  get archive(): string {
    return this.site.file('archive');
  }

  private begins(): void {
    this.year += 1;
    this.options.say(`year ${this.year} begins`);
  }

  /** Does the yearly work of deploy/operations/archive.md. */
  private async ends(): Promise<void> {
    const today = this.site.file(`year-${this.year}.json`);
    const offsets = this.site.file(`offsets-${this.year}.json`);
    const from = this.last === undefined ? [] : ['--from', this.last];
    await this.site.cli(this.kid, 'checkpoint', ...from, '-o', today);
    await this.site.cli(this.kid, 'archive', '--to', this.archive, '--until', today);
    await this.site.cli('', 'archive-trim', '--archive', this.archive, '-o', offsets);
    const deleted = await this.site.deleteRecords(offsets);
    await this.site.cli('', 'verify', '--from', today);
    this.last = today;
    this.options.say(`year ${this.year} is archived, and ${deleted} records are deleted`);
  }

  private async play(): Promise<void> {
    await this.floor.play(this.options.rounds);
    await this.site.untilApplied();
  }

  /** Starts an instance of the other build, then stops the older one; the floor plays meanwhile. */
  private async upgradeTo(folder: string): Promise<void> {
    this.options.say('upgrading');
    await this.floor.play(1);
    this.site.stack.root = folder;
    await this.site.startService();
    await this.floor.play(1);
    await this.site.stopOldest();
    await this.site.untilApplied();
  }

  private async addKey(by: string): Promise<void> {
    this.keysMade += 1;
    const roles = ['--roles', 'keys,configure,operate,adjust'];
    await this.site.cli(
      '',
      'keys',
      'new',
      '--ledger',
      ledgerId,
      '--kid',
      this.kid,
      '--holder',
      'operator',
      ...roles,
      ...this.site.files(this.kid),
    );
    await this.site.cli(by, 'keys', 'add', '--yes', this.site.file(`${this.kid}.public.jwk`));
  }

  private async rotateKeys(): Promise<void> {
    this.options.say('changing the keys');
    const old = this.kid;
    await this.addKey(this.root);
    await this.site.cli(this.kid, 'keys', 'revoke', '--yes', old);
  }

  /** Empties Redis while nothing runs, and restores it from the newest checkpoint. */
  private async loseRedis(): Promise<void> {
    this.options.say('losing Redis, and restoring the checkpoint');
    await this.site.loseRedis();
    const { code } = await this.site.stack.cli('recover', '--act', 'rebuild');
    assert.notEqual(code, 0, 'a rebuild of a log without its beginning');
    const act = ['recover', '--act', 'restore', '--from', this.last ?? ''];
    const done = [
      '--yes',
      '--note',
      `lost in year ${this.year}`,
      '--backup',
      this.site.stack.folder,
    ];
    await this.site.cli(this.kid, ...act, ...done);
    await this.site.untilApplied();
  }
}

function awardsOf<T extends { readonly id: string; readonly jackpot: string }>(
  id: string,
  awards: readonly T[],
): unknown {
  const own = awards.filter(({ jackpot: each }) => each === id);
  const inOrder = own.sort((one, other) => (one.id < other.id ? -1 : 1));
  return JSON.parse(JSON.stringify(inOrder)) as unknown;
}
