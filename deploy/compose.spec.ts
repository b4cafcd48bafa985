import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly build?: object;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
}

const read = (file: string): string => readFileSync(file, 'utf8');
const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const { version } = JSON.parse(read('package.json')) as { version: string };
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

/** The variables of contract 10. */
const [, section = ''] = /^## 10\. (.*?)^## /ms.exec(read('libs/contract/README.md')) ?? [];
const variables = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

describe('deploy/compose.yaml', () => {
  it('starts the services, and the simulated tables only on request', () => {
    const always = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
    expect(always.map(([name]) => name)).toEqual([
      ...['kafka', 'redis', 'key', 'jackpot', 'key-in-force', 'signs', 'tables', 'console'],
      ...['prometheus', 'node', 'grafana'],
    ]);
    expect(services['pit']?.profiles).toEqual(['pit']);
  });

  it('lets Kafka and Redis be started alone, as the local stack does', () => {
    for (const name of ['kafka', 'redis']) {
      expect(services[name]).toMatchObject({ image: expect.stringMatching(/:\d/) });
      expect(services[name]?.depends_on).toBeUndefined();
      expect(services[name]?.build).toBeUndefined();
    }
    // A variable without a default would stop the local stack.
    expect(read('deploy/compose.yaml')).not.toMatch(/[^$]\$\{\w+(\}|:?\?)/);
  });

  it.each(ours)('runs %s from our image, with nothing to write to and no right', (_name, each) => {
    expect(each.image).toBe(`progressive-jackpot:${version}`);
    expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const set = Object.keys(each.environment ?? {});
    expect(set.filter((name) => !variables.includes(name))).toEqual([]);
  });

  it('names every image by a version and every port on the loopback', () => {
    for (const [name, { image, ports = [] }] of Object.entries(services)) {
      expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('waits only for services that there are', () => {
    for (const { depends_on: waitsFor = {} } of Object.values(services)) {
      expect(Object.keys(waitsFor).filter((name) => !(name in services))).toEqual([]);
    }
  });

  it('gives a service longer to stop than it takes to end itself', () => {
    const limit = /exitLimitMs = ([\d_]+);/.exec(read('libs/service/src/service.ts'))?.[1] ?? '';
    const limitSeconds = Number(limit.replace('_', '')) / 1000;
    expect(limitSeconds).toBeGreaterThan(0);
    for (const name of ['jackpot', 'signs']) {
      const graceSeconds = parseInt(services[name]?.stop_grace_period ?? '', 10);
      expect(graceSeconds).toBeGreaterThan(2 * limitSeconds);
    }
  });

  it('shows the services the public half of the root alone, and signs with the other one keys alone', () => {
    expect(services['jackpot']?.volumes).toEqual(['keys:/keys:ro']);
    expect(services['signs']?.volumes).toBeUndefined();
    const signing = ours.filter(([, { environment }]) =>
      /root/.test(environment?.['COMMAND_KEY'] ?? ''),
    );
    expect(signing.map(([name]) => name)).toEqual(['key-in-force']);
  });

  it('puts the key in force before anything is signed with it', () => {
    expect(services['configure']?.depends_on).toEqual({
      'key-in-force': { condition: 'service_completed_successfully' },
    });
  });
});
