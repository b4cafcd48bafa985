import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const chart = 'deploy/helm/jackpot';
const read = (file: string): string => readFileSync(file, 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((name) => ({
  name,
  text: read(join(chart, 'templates', name)),
}));
const textOf = (name: string): string =>
  templates.find((each) => each.name === name)?.text ?? `there is no ${name}`;
const all = templates.map(({ text }) => text).join('\n');
const values = parse(read(join(chart, 'values.yaml'))) as Values;
const schema = z.fromJSONSchema(
  JSON.parse(read(join(chart, 'values.schema.json'))) as Parameters<typeof z.fromJSONSchema>[0],
);

interface Values {
  readonly kafka: object;
  readonly terminationGracePeriodSeconds: number;
  readonly [name: string]: unknown;
}

/** `npm run deploy:check` renders the templates and validates the result. */
describe('the chart', () => {
  it('is of the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const head = parse(read(join(chart, 'Chart.yaml'))) as object;
    expect(head).toMatchObject({ version, appVersion: version });
  });

  it('reads only values that values.yaml has', () => {
    const paths = [...all.matchAll(/(?:\.Values|\$values)((?:\.\w+)+)/g)].map(([, path]) =>
      (path as string).slice(1).split('.'),
    );
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const found = path.reduce<unknown>((at, name) => (at as Values | undefined)?.[name], values);
      expect([path.join('.'), found]).not.toEqual([path.join('.'), undefined]);
    }
  });

  it('takes its defaults once the brokers are named, and refuses what is misspelt or missing', () => {
    const given = { ...values, kafka: { ...values.kafka, brokers: 'kafka-1:9092,kafka-2:9092' } };
    expect(schema.safeParse(given).error).toBeUndefined();
    expect(schema.safeParse(values).success).toBe(false);
    expect(schema.safeParse({ ...given, replicas: 3 }).success).toBe(false);
    expect(schema.safeParse({ ...given, terminationGracePeriodSeconds: 4 }).success).toBe(false);
    const room = (changes: object) => ({
      ...given,
      console: { ...(values['console'] as object), ...changes },
    });
    const origin = 'https://jackpot.casino.example';
    expect(schema.safeParse(room({ origin })).success).toBe(true);
    expect(schema.safeParse(room({ origin: 'http://jackpot.casino.example' })).success).toBe(false);
    // Each of two would know only half of the signed-in people.
    expect(schema.safeParse(room({ origin, replicas: 2 })).success).toBe(false);
  });

  it('sets no variable that contract 10 does not have', () => {
    const [, section = ''] = /^## 10\. (.*?)^## /ms.exec(read('libs/contract/README.md')) ?? [];
    const known = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const set = [...textOf('_helpers.tpl').matchAll(/^- (?:\{ )?name: (\w+)/gm)];
    const names = set.map(([, name]) => name);
    expect(names.length).toBeGreaterThan(14);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('takes every secret by reference', () => {
    const secret = /^- name: (\w+)\n {2}valueFrom: \{ secretKeyRef: /gm;
    const names = [...textOf('_helpers.tpl').matchAll(secret)].map(([, name]) => name);
    expect(names).toEqual(['KAFKA_SASL_PASSWORD', 'MQTT_URL', 'REDIS_URL']);
    expect(all).not.toMatch(/^kind: Secret$/m);
  });

  it('listens on the ports of the contract', () => {
    const serving = read('libs/contract/README.md');
    expect(serving).toContain('Port 3000.');
    expect(serving).toContain('Port 3001.');
    expect(serving).toContain('Port 3003,');
    expect(textOf('_helpers.tpl')).toContain(
      'dict "jackpot" "3000" "signs" "3001" "tables" "3003" "console" "3002"',
    );
  });

  it('runs as the user of the image, without a right and with nothing to write to', () => {
    const [, user] = /^USER (\d+):/m.exec(read('deploy/Dockerfile')) ?? [];
    const deployment = textOf('deployment.yaml');
    expect(deployment).toContain(`runAsUser: ${user}\n`);
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
      'seccompProfile: { type: RuntimeDefault }',
      'automountServiceAccountToken: false',
    ]) {
      expect(deployment).toContain(line);
    }
  });

  it('gives a service longer to stop than it takes to end itself', () => {
    const limit = /exitLimitMs = ([\d_]+);/.exec(read('libs/service/src/service.ts'))?.[1] ?? '';
    const graceMs = values.terminationGracePeriodSeconds * 1_000;
    expect(limit).not.toBe('');
    expect(graceMs).toBeGreaterThan(2 * Number(limit.replace('_', '')));
  });

  it('asks the health checks that supervisors act on', () => {
    expect(textOf('deployment.yaml')).toMatch(/livenessProbe:\n.*\/health\/live/);
    expect(textOf('deployment.yaml')).toMatch(/readinessProbe:\n.*\/health\/ready/);
    expect(textOf('deployment.yaml')).not.toContain('path: /health/partitions');
  });

  it('has the resources that sizing.md says', () => {
    expect(read('deploy/sizing.md')).toContain('512 MB for an instance is enough');
    for (const name of ['jackpot', 'signs']) {
      expect(values[name]).toMatchObject({ resources: { limits: { memory: '512Mi' } } });
    }
  });

  it('brings the alerts to the letter', () => {
    const copy = read(join(chart, 'files', 'alerts.yml'));
    expect(copy).toBe(read('deploy/prometheus/alerts.yml'));
    expect(textOf('monitoring.yaml')).toContain('.Files.Get "files/alerts.yml"');
  });
});
