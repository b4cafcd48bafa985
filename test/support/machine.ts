import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { findRedisServer } from '../../deploy/local/prerequisites.mjs';
import { root } from '../../deploy/local/paths.mjs';

/** What a measurement was made on, in one line for a report. */
export async function describeMachine(): Promise<string> {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const redis = execFileSync(await findRedisServer(), ['--version'], { encoding: 'utf8' });
  const pom = readFileSync(join(root, 'deploy/local/kafka/pom.xml'), 'utf8');
  const kafka = /<kafka\.version>([^<]+)</.exec(pom)?.[1];
  return [
    `${first?.model.trim()}, ${cpus().length} cores, ${memory}`,
    `Node ${process.versions.node}`,
    `Kafka ${kafka}`,
    `Redis ${/v=([\d.]+)/.exec(redis)?.[1]}`,
  ].join('; ');
}
