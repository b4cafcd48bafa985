import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { redisProgram } from '../../tools/stack/prerequisites.mjs';

/** The machine of a measurement. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
}

export function describeMachine(): Machine {
  const { devDependencies, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };
  const known = { ...dependencies, ...devDependencies };
  const pom = readFileSync('tools/stack/pom.xml', 'utf8');
  const redis = execFileSync(redisProgram(), ['--version'], { encoding: 'utf8' });
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()} ${arch()}`,
    versions: {
      Node: process.versions.node,
      Kafka: /<kafka.version>([^<]+)/.exec(pom)?.[1] ?? 'unknown',
      Redis: /v=(\S+)/.exec(redis)?.[1] ?? 'unknown',
      kafkajs: known['kafkajs'] ?? '',
      ioredis: known['ioredis'] ?? '',
      NestJS: known['@nestjs/core'] ?? '',
    },
  };
}

/** The machine in one line, for a report. */
export function machineLine({ cpu, cores, memoryGigabytes, versions }: Machine): string {
  const names = ['Node', 'Kafka', 'Redis'].map((name) => `${name} ${versions[name]}`);
  return [`${cpu}, ${cores} cores, ${memoryGigabytes} GiB`, ...names].join('; ');
}
