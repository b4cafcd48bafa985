/**
 * The obvious design: a Nest microservice on the stock Kafka transport, as its documentation sets
 * one up, that sends each event to Redis as a call of a small script. It has no rounds, no rules,
 * no outputs and no journal, so it does less per event than the ledger does.
 */
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload, Transport, type KafkaOptions } from '@nestjs/microservices';
import { Redis } from 'ioredis';
import { logLevel } from 'kafkajs';
import { Stopwatch } from '../clock.js';
import { candidateEnvironment, report } from './candidate.js';

interface PeerEvent {
  readonly type: string;
  readonly subject: string;
  readonly source: string;
  readonly sequence: string;
  readonly data: { readonly stake?: number };
}

const env = candidateEnvironment();
const redis = new Redis(env.url);
/** Adds one contribution to its pool, unless the table's sequence is known already. */
const lua = `
local last = redis.call('HGET', KEYS[2], ARGV[2])
if last and tonumber(last) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[4])
return 1`;
redis.defineCommand('applyEvent', { numberOfKeys: 2, lua });
type ApplyEvent = (...args: (string | number)[]) => Promise<number>;
const { applyEvent } = redis as unknown as { applyEvent: ApplyEvent };
const stopwatch = new Stopwatch(env.records);
let done = 0;

/** The contribution: 70 % of a bet, in micro-units; the other events change nothing here. */
function contributionOf({ type, data }: PeerEvent): number {
  return type === 'bet.placed' ? (data.stake ?? 0) * 7_000 : 0;
}

@Controller()
class EventsController {
  @EventPattern(env.topic)
  async apply(@Payload() payload: object): Promise<void> {
    const event = payload as PeerEvent;
    const table = `${event.subject}/${event.source}`;
    const args = [event.subject, table, event.sequence, contributionOf(event)];
    await applyEvent.call(redis, 'pools', 'sequences', ...args);
    done += 1;
    const found = stopwatch.see(done);
    if (found !== null) report(found);
  }
}

@Module({ controllers: [EventsController] })
class AppModule {}

const app = await NestFactory.createMicroservice<KafkaOptions>(AppModule, {
  logger: ['error'],
  transport: Transport.KAFKA,
  options: {
    client: { clientId: 'peer', brokers: env.brokers, logLevel: logLevel.ERROR },
    consumer: { groupId: env.groupId, allowAutoTopicCreation: false },
    subscribe: { fromBeginning: true },
    run: { partitionsConsumedConcurrently: env.concurrently },
  },
});
await app.listen();
