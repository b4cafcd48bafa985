/**
 * The database: the same microservice with a transaction of PostgreSQL for each event, which is
 * what most write who want to be sure. The same simple pools and sequences as `obvious`.
 */
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import pg from 'pg';
import { candidateEnvironment, reportRate } from '../candidate.js';
import { Stopwatch } from '../measures.js';
import { contributionOf, runMicroservice, type PeerEvent } from '../microservice.js';

const env = candidateEnvironment();
const pool = new pg.Pool({ connectionString: env.url, max: env.partitions });
const stopwatch = new Stopwatch(env.records);
let done = 0;

await pool.query(`
  CREATE TABLE pools (jackpot text PRIMARY KEY, micros bigint NOT NULL);
  CREATE TABLE sequences (source text PRIMARY KEY, sequence numeric NOT NULL);`);

async function applyEvent(event: PeerEvent): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query({
      name: 'see',
      text: `INSERT INTO sequences VALUES ($1, $2) ON CONFLICT (source) DO UPDATE
        SET sequence = excluded.sequence WHERE sequences.sequence < excluded.sequence`,
      values: [`${event.subject}/${event.source}`, event.sequence],
    });
    if (rowCount === 1) {
      await client.query({
        name: 'add',
        text: `INSERT INTO pools VALUES ($1, $2) ON CONFLICT (jackpot) DO UPDATE
          SET micros = pools.micros + excluded.micros`,
        values: [event.subject, contributionOf(event)],
      });
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

@Controller()
class EventsController {
  @EventPattern(env.topic)
  async apply(@Payload() payload: object): Promise<void> {
    await applyEvent(payload as PeerEvent);
    done += 1;
    const rate = stopwatch.see(done);
    if (rate !== null) reportRate(rate);
  }
}

await runMicroservice(env, EventsController);
