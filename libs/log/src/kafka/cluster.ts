import type { Kafka, KafkaMessage } from 'kafkajs';

/** kafkajs' own client of a cluster, with which its consumers fetch. */
export interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addTargetTopic(topic: string): Promise<void>;
  refreshMetadata(): Promise<void>;
  findTopicPartitionMetadata(topic: string): readonly { partitionId: number }[];
  findLeaderForPartitions(topic: string, partitions: readonly number[]): Record<string, number[]>;
  findBroker(wanted: { nodeId: string }): Promise<Broker>;
  fetchTopicsOffset(
    topics: readonly {
      topic: string;
      partitions: readonly { partition: number }[];
      fromBeginning: boolean;
    }[],
  ): Promise<{ partitions: readonly { partition: number; offset: string }[] }[]>;
}

interface Broker {
  fetch(asked: object): Promise<{
    responses: readonly { partitions: readonly { messages: readonly KafkaMessage[] }[] }[];
  }>;
}

type MakeCluster = (options: { allowAutoTopicCreation: boolean }) => Cluster;

/**
 * A separate client, not connected. `applyKafkajsPatches` checks the version of kafkajs, so the
 * symbol exists.
 */
export function clusterOf(kafka: Kafka): Cluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  );
  const make = (kafka as unknown as Record<symbol, MakeCluster>)[symbol as symbol] as MakeCluster;
  return make({ allowAutoTopicCreation: false });
}
