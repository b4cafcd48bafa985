import { topicName } from '#contract';
import { blocksSearched, checkHead, JournalTopic, OutboxReader, type Checked } from '#engine';
import { Ledger, type JournalPlace, type LedgerSnapshot, type StateDigest } from '#ledger';
import type { Opened, TopicReader } from '#log';
import { Inject, Injectable } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { ENV, OPEN_TOPIC } from '../ledger/injection-tokens.js';

const entriesPerRead = 500;
const looks = 3;

/** Makes readers of topics; the simulation has its own. */
export type OpenTopic = (topic: string) => Pick<TopicReader, 'read' | 'marks' | 'close'>;

/** The ledger matches its last block. */
type Sound = Exclude<Checked, { outcome: 'halt' }> & { readonly outcome: 'sound' };

/** Compares a partition in Redis with the journal, before anything is built on it. */
@Injectable()
export class LedgerCheck {
  private readonly events: ReturnType<OpenTopic>;
  private readonly blocks: ReturnType<OpenTopic>;
  private readonly journal: JournalTopic;

  constructor(
    @Inject(ENV) env: Pick<JackpotEnv, 'TOPIC_PREFIX'>,
    private readonly ledger: Ledger,
    @Inject(OPEN_TOPIC) openTopic: OpenTopic,
  ) {
    this.events = openTopic(topicName(env.TOPIC_PREFIX, 'events'));
    this.blocks = openTopic(topicName(env.TOPIC_PREFIX, 'journal'));
    this.journal = new JournalTopic(this.blocks);
  }

  /**
   * Checks a partition. An apparent fault is checked again: another instance that believes it owns
   * the partition may commit, or trim the outbox, between the reads.
   * @throws kafkajs' error, or that of the connection to Redis.
   */
  async check(
    partition: number,
    snapshot: LedgerSnapshot,
    digest: StateDigest,
  ): Promise<Sound | Exclude<Opened, { outcome: 'opened' }>> {
    for (let look = 1; ; look += 1) {
      const checked = await this.look(partition, snapshot, digest);
      if (!('outcome' in checked)) return { outcome: 'sound', ...checked };
      const { position, head } = await this.ledger.readPlace(partition);
      if (position !== snapshot.position || head !== snapshot.head) {
        return { outcome: 'wait', detail: 'the ledger moved while it was read' };
      }
      if (look === looks) return checked;
    }
  }

  /**
   * Returns whether the journal's topic has a block, searched among its newest if it is not at its
   * place.
   * @throws kafkajs' error.
   */
  async hasBlock(partition: number, hash: string, sent: JournalPlace | null): Promise<boolean> {
    return (await this.journal.find(partition, hash, sent, blocksSearched)) !== undefined;
  }

  private look(partition: number, snapshot: LedgerSnapshot, digest: StateDigest): Promise<Checked> {
    const outbox = new OutboxReader(partition, (after) =>
      this.ledger.readOutbox(partition, entriesPerRead, after),
    );
    const isLogEmpty = async (): Promise<boolean> =>
      ((await this.events.marks())[partition]?.high ?? 0) === 0;
    const tip = { ...snapshot, state: digest.root() };
    return checkHead(partition, tip, outbox, this.journal, isLogEmpty);
  }

  async close(): Promise<void> {
    await Promise.all([this.events.close(), this.blocks.close()]);
  }
}
