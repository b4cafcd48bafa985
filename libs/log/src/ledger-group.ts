import type { Admin, Kafka } from 'kafkajs';
import { groupType, storeOf } from './group-protocol.js';
import { withAdmin } from './kafka.js';
import type { LogSink } from './log-sink.js';

/** Longer than the session of a killed instance, which Kafka still counts as a member. */
const waitForOthersMs = 10_000;
const page = 'deploy/operations/foreign-members.md';

/** Handles the refusals of an instance by its group. */
export class LedgerGroup {
  private hasJoined = false;
  private refusedAtMs: number | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly groupId: string,
    private readonly sink: LogSink,
  ) {}

  /** True if members of another ledger hold the group, as far as this instance knows. */
  get isForeign(): boolean {
    return this.refusedAtMs !== undefined;
  }

  joined(): void {
    this.hasJoined = true;
    this.refusedAtMs = undefined;
  }

  /**
   * Must be called after each refusal by the group. An instance that was in the group before keeps
   * trying, so that it serves again as soon as the others have gone. A new one gives up.
   * @returns the sentence to end with, or undefined to try again.
   */
  async refused(storeId: string): Promise<string | undefined> {
    const isFirst = this.refusedAtMs === undefined;
    this.refusedAtMs ??= performance.now();
    const isOver = !this.hasJoined && performance.now() - this.refusedAtMs >= waitForOthersMs;
    if (!isFirst && !isOver) return undefined;
    const sentence = await this.describe(storeId);
    if (isOver) return sentence;
    this.sink.warn({ event: 'group-foreign' }, sentence);
    return undefined;
  }

  private async describe(storeId: string): Promise<string> {
    const { groupId } = this;
    const asked = withAdmin(this.kafka, (admin) => readHolder(admin, groupId));
    const holder = await asked.catch(() => 'members that Kafka does not name now');
    return (
      `The Kafka group ${groupId} is held by ${holder}; this instance is of the store ${storeId} ` +
      'and stays out of it. Correct KAFKA_GROUP_ID, TOPIC_PREFIX or the address of Redis of ' +
      `the one that does not belong here (${page}).`
    );
  }
}

const membersNamed = 5;

/** The members of a group, as part of a sentence. */
async function readHolder(admin: Admin, groupId: string): Promise<string> {
  const { groups } = await admin.describeGroups([groupId]);
  const { protocolType = '', protocol = '', members = [] } = groups[0] ?? {};
  // This request lists no members of a group with Kafka's newer protocols.
  if (members.length === 0) return 'members of a kind that this service cannot list';
  const others = members.map(({ clientId, clientHost }) => `${clientId} at ${clientHost}`);
  const named = [...new Set(others)].slice(0, membersNamed).join(', ');
  const more = members.length > membersNamed ? ` and others, ${members.length} in all` : '';
  return `${kindOf(protocolType, protocol)} (${named}${more})`;
}

function kindOf(protocolType: string, protocol: string): string {
  if (protocolType !== groupType) return `clients that are no ledger, of the type ${protocolType}`;
  const id = storeOf(protocol);
  // While the partitions are being assigned Kafka does not name the protocol.
  return id === '' ? 'another ledger' : `the ledger in the store ${id}`;
}
