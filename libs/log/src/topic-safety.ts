import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import { withAdmin } from './kafka.js';
import type { LogSink } from './log-sink.js';

/** The topics whose settings decide whether the log is reliable. */
export interface WatchedTopics {
  readonly events: string;
  readonly journal: string;
}

/** Faults in the settings of topics, as sentences (contract 2.4). */
export interface TopicFindings {
  /** Settings that would lose records, or let their producer date them. */
  readonly unsafe: readonly string[];
  readonly warnings: readonly string[];
}

/** A topic as the brokers describe it. */
export interface TopicFacts {
  readonly topic: string;
  readonly partitions: number;
  /** Number of replicas of the partition with the fewest. */
  readonly replicas: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** Judges the two topics; depends on the given facts alone. */
export function judgeTopics(events: TopicFacts, journal: TopicFacts): TopicFindings {
  const dated = unlessValue(events, 'message.timestamp.type', 'LogAppendTime');
  // A lost journal proves nothing any more, neither a ledger nor an archive.
  const unsafe = [...losses(events), ...dated, ...losses(journal)];
  const warnings: string[] = [];
  for (const { topic, replicas } of [events, journal]) {
    if (replicas < 3) warnings.push(`${topic} has ${replicas} of 3 copies of each record.`);
  }
  if (journal.partitions !== events.partitions) {
    const counts = `${journal.partitions} partitions, and ${events.topic} ${events.partitions}`;
    warnings.push(`${journal.topic} has ${counts}.`);
  }
  return { unsafe, warnings };
}

/** Settings that let the brokers delete records, or lose acknowledged ones. */
function losses(facts: TopicFacts): string[] {
  const inSync = Number(facts.settings['min.insync.replicas']);
  const mostlyOnOne = `${facts.topic} has min.insync.replicas=${inSync} of ${facts.replicas} copies, which must be 2: a record may be acknowledged that one disk alone has.`;
  return [
    ...unlessValue(facts, 'retention.ms', '-1'),
    ...unlessValue(facts, 'retention.bytes', '-1'),
    ...unlessValue(facts, 'cleanup.policy', 'delete'),
    ...unlessValue(facts, 'unclean.leader.election.enable', 'false'),
    ...(facts.replicas >= 3 && inSync < 2 ? [mostlyOnOne] : []),
  ];
}

function unlessValue({ topic, settings }: TopicFacts, name: string, value: string): string[] {
  const found = settings[name];
  if (found === undefined || found === value) return [];
  return [`${topic} has ${name}=${found}, which must be ${value}.`];
}

/**
 * Asks the brokers for the settings of the topics and judges them.
 * @throws kafkajs' error, but not for a missing right: that is a warning.
 */
export function readTopicFindings(kafka: Kafka, topics: WatchedTopics): Promise<TopicFindings> {
  return withAdmin(kafka, async (admin) => {
    try {
      const [events, journal] = await readFacts(admin, [topics.events, topics.journal]);
      if (!events || !journal) return { unsafe: [], warnings: [] };
      return judgeTopics(events, journal);
    } catch (error) {
      const { type = '', message } = error as { type?: string; message: string };
      if (!type.endsWith('AUTHORIZATION_FAILED')) throw error;
      const what = `The settings of ${topics.events} and ${topics.journal} are unknown`;
      const right = 'the right DescribeConfigs is missing (deploy/kafka-acls.yaml)';
      return { unsafe: [], warnings: [`${what}: ${right}: ${message}.`] };
    }
  });
}

async function readFacts(admin: Admin, names: readonly string[]): Promise<TopicFacts[]> {
  const { resources } = await admin.describeConfigs({
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    includeSynonyms: false,
  });
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
  return names.map((topic) => {
    const partitions = topics.find(({ name }) => name === topic)?.partitions ?? [];
    const entries = resources.find(({ resourceName }) => resourceName === topic)?.configEntries;
    const settings = (entries ?? []).map(({ configName, configValue }) => [
      configName,
      configValue,
    ]);
    return {
      topic,
      partitions: partitions.length,
      replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      settings: Object.fromEntries(settings) as Record<string, string>,
    };
  });
}

const lookEveryMs = 3_600_000;
const lookAgainEveryMs = 10_000;

/** Checks the topics at the start, then every hour; every ten seconds while they are unsafe. */
export class TopicSafety {
  private unsafe: string | undefined;
  private nextLookAtMs = -Infinity;
  private looking: Promise<void> | undefined;
  private readonly warned = new Set<string>();

  constructor(
    private readonly kafka: Kafka,
    private readonly topics: WatchedTopics,
    private readonly sink: LogSink,
  ) {}

  /** Says why the log is not reliable; the last known answer while the brokers do not answer. */
  async whyUnsafe(): Promise<string | undefined> {
    if (performance.now() >= this.nextLookAtMs) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    return this.unsafe;
  }

  private async look(): Promise<void> {
    let isKnown = false;
    try {
      const { unsafe, warnings } = await readTopicFindings(this.kafka, this.topics);
      isKnown = true;
      this.unsafe = unsafe.length > 0 ? unsafe.join(' ') : undefined;
      for (const warning of warnings.filter((each) => !this.warned.has(each))) {
        this.sink.warn({ event: 'topic-settings' }, warning);
        this.warned.add(warning);
      }
    } catch (error) {
      const fields = { event: 'offsets-unknown', error: String(error) } as const;
      this.sink.debug(fields, 'the brokers did not report the settings of the topics');
    }
    const isWell = isKnown && this.unsafe === undefined;
    this.nextLookAtMs = performance.now() + (isWell ? lookEveryMs : lookAgainEveryMs);
  }
}
