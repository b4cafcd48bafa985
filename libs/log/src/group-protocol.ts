import kafkajs, { type PartitionAssigner } from 'kafkajs';

/**
 * The instances of one ledger share the partitions in a Kafka group whose protocol is named after
 * the store that the ledger is in. Kafka lets nobody into a group who does not know its protocol.
 * So the broker itself keeps another ledger or an ordinary consumer out, and who is in the group
 * does not notice (contract 10.1).
 */
export const groupType = 'jackpot-ledger';

/** The id of the store that a protocol is named after; empty where it names none. */
export function storeOf(protocol: string): string {
  return protocol.startsWith(`${groupType}/`) ? protocol.slice(groupType.length + 1) : '';
}

/** Deals the partitions in turns, under the store's name. */
export function assignerOf(storeId: string): PartitionAssigner {
  const name = `${groupType}/${storeId}`;
  return (config) => ({ ...kafkajs.PartitionAssigners.roundRobin(config), name });
}

/** Whether an error of kafkajs says that the group has another protocol. */
export function isGroupRefusal(error: unknown): boolean {
  const { type, cause } = (error ?? {}) as { type?: string; cause?: unknown };
  return type === 'INCONSISTENT_GROUP_PROTOCOL' || (cause !== undefined && isGroupRefusal(cause));
}
