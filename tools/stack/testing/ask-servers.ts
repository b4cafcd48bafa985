import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';

/** What a Redis answers to a client that is there for this alone. */
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

/** What a Kafka answers to an administrator that is there for this alone. */
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
