import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';

/** Returns the answer of a Redis to a client made for this question. */
export async function askRedis<T>(
  url: string,
  question: (client: Redis) => Promise<T>,
): Promise<T> {
  const client = new Redis(url);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** Returns the answer of a Kafka to an administrator made for this question. */
export async function askKafka<T>(
  brokers: string,
  question: (admin: ReturnType<Kafka['admin']>) => Promise<T>,
): Promise<T> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await question(admin);
  } finally {
    await admin.disconnect();
  }
}
