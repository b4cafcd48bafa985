import 'reflect-metadata';
import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transport, type KafkaOptions } from '@nestjs/microservices';
import { logLevel } from 'kafkajs';
import type { CandidateEnvironment } from './candidate.js';

/** A Nest microservice on the stock Kafka transport, as its documentation sets one up. */
export async function runMicroservice(
  env: CandidateEnvironment,
  controller: Type<unknown>,
): Promise<void> {
  @Module({ controllers: [controller] })
  class AppModule {}

  const app = await NestFactory.createMicroservice<KafkaOptions>(AppModule, {
    logger: ['error'],
    transport: Transport.KAFKA,
    options: {
      client: { clientId: 'peer', brokers: env.brokers, logLevel: logLevel.ERROR },
      consumer: { groupId: env.groupId, allowAutoTopicCreation: false },
      subscribe: { fromBeginning: true },
      ...(env.concurrently > 1 && { run: { partitionsConsumedConcurrently: env.concurrently } }),
    },
  });
  await app.listen();
}

/** The part of an event that the peers' simple accounting uses. */
export interface PeerEvent {
  readonly type: string;
  readonly subject: string;
  readonly source: string;
  readonly sequence: string;
  readonly data: { readonly stake?: number };
}

/** 70 % of a bet, in micro-units; the other events change nothing in the peers' simple pools. */
export function contributionOf({ type, data }: PeerEvent): number {
  return type === 'bet.placed' ? (data.stake ?? 0) * 7_000 : 0;
}
