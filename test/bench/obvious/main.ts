/**
 * The obvious: a Nest microservice that sends each event to Redis as a call of a small script. No
 * rounds, no rules, no outputs, no journal, so it does less for an event than the ledger does.
 */
import { readFileSync } from 'node:fs';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Redis } from 'ioredis';
import { candidateEnvironment, reportRate } from '../candidate.js';
import { Stopwatch } from '../measures.js';
import { contributionOf, runMicroservice, type PeerEvent } from '../microservice.js';

const env = candidateEnvironment();
const redis = new Redis(env.url);
const lua = readFileSync(new URL('./apply-event.lua', import.meta.url), 'utf8');
redis.defineCommand('applyEvent', { numberOfKeys: 2, lua });
type ApplyEvent = (...args: (string | number)[]) => Promise<number>;
const { applyEvent } = redis as unknown as { applyEvent: ApplyEvent };
const stopwatch = new Stopwatch(env.records);
let done = 0;

@Controller()
class EventsController {
  @EventPattern(env.topic)
  async apply(@Payload() payload: object): Promise<void> {
    const event = payload as PeerEvent;
    const table = `${event.subject}/${event.source}`;
    const args = [event.subject, table, event.sequence, contributionOf(event)];
    await applyEvent.call(redis, 'pools', 'sequences', ...args);
    done += 1;
    const rate = stopwatch.see(done);
    if (rate !== null) reportRate(rate);
  }
}

await runMicroservice(env, EventsController);
