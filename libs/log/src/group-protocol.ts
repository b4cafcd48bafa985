import kafkajs, { type PartitionAssigner } from 'kafkajs';

/**
 * Name of the group protocol, together with a store. The instances of one ledger share the
 * partitions in a Kafka group whose protocol is named after the ledger's store. Kafka refuses a
 * member that does not know the group's protocol. So the broker itself keeps another ledger or an
 * ordinary consumer out, and the members do not notice it (contract 10.1).
 */
export const groupType = 'jackpot-ledger';

/** The store's id in a protocol's name; empty if the name has none. */
export function storeOf(protocol: string): string {
  return protocol.startsWith(`${groupType}/`) ? protocol.slice(groupType.length + 1) : '';
}

/** Assigns the partitions round-robin, under the store's name. */
export function assignerOf(storeId: string): PartitionAssigner {
  const name = `${groupType}/${storeId}`;
  return (config) => ({ ...kafkajs.PartitionAssigners.roundRobin(config), name });
}

/** Tells whether an error of kafkajs means that the group has another protocol. */
export function isGroupRefusal(error: unknown): boolean {
  const { type, cause } = (error ?? {}) as { type?: string; cause?: unknown };
  return type === 'INCONSISTENT_GROUP_PROTOCOL' || (cause !== undefined && isGroupRefusal(cause));
}
