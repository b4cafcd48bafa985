import { createRequire } from 'node:module';
import type { Kafka } from 'kafkajs';
import { clusterOf } from '../kafka.js';

const require = createRequire(import.meta.url);

interface Encoder {
  writeInt32(value: number): Encoder;
  writeString(value: string): Encoder;
  writeDouble(value: number): Encoder;
  writeBoolean(value: boolean): Encoder;
}

interface BrokerInside {
  readonly connectionPool: { send(asked: object): Promise<unknown> };
}

const NewEncoder = require('kafkajs/src/protocol/encoder') as new () => Encoder;

/**
 * Limits what a client id may fetch: AlterClientQuotas, which kafkajs does not have.
 * @param bytesPerSecond of each broker
 * @throws Error if the broker refuses it
 */
export async function limitFetching(
  kafka: Kafka,
  clientId: string,
  bytesPerSecond: number,
): Promise<void> {
  const encode = (): Promise<Encoder> => {
    const entity = new NewEncoder().writeInt32(1).writeInt32(1);
    const named = entity.writeString('client-id').writeString(clientId);
    const quota = named.writeInt32(1).writeString('consumer_byte_rate').writeDouble(bytesPerSecond);
    return Promise.resolve(quota.writeBoolean(false).writeBoolean(false));
  };
  const cluster = clusterOf(kafka);
  await cluster.connect();
  try {
    await cluster.refreshMetadata();
    const { findControllerBroker } = cluster as unknown as {
      findControllerBroker(): Promise<BrokerInside>;
    };
    const broker = await findControllerBroker.call(cluster);
    await broker.connectionPool.send({
      request: { apiKey: 49, apiVersion: 0, apiName: 'AlterClientQuotas', encode },
      response: { decode: (answer: Buffer) => answer.readInt16BE(8), parse: refuse },
    });
  } finally {
    await cluster.disconnect();
  }
}

function refuse(errorCode: number): void {
  if (errorCode !== 0) throw new Error(`AlterClientQuotas is refused: error ${errorCode}`);
}
