import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { until } from '#testing/until';
import { root } from '#tools/process/paths.mjs';
import { run } from '#tools/process/process.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { queries } from '../../../deploy/grafana/dashboards.js';
import { names, pictureOf } from '../../../deploy/grafana/picture/dashboard.js';
import { ConsoleVisitor } from '../../../test/support/console-visitor.js';
import { awardAlerts } from './alerts.js';
import { getAwardsSince, getClaims } from './api.js';
import { isReversed } from './claims.js';
import { readMetrics } from './metrics.js';
import { answers, servicesIn, startDemo } from './testing/started-demo.js';

interface Rules {
  readonly data: { groups: { rules: { name: string; lastError?: string }[] }[] };
}

/** Alerts that fire on a slow machine, whatever the demo does. */
const alertsOfSlowness = ['JackpotSignsSlow', 'JackpotSlowCommits', 'JackpotSignLate'];

async function getJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

/**
 * Asks for some scrapes long until this number of series have a number; returns those of the last
 * time.
 */
async function untilAsked(prometheus: string, expr: string, wanted: number): Promise<string[]> {
  type Answer = { status: string; error?: string; data: { result: { value: [number, string] }[] } };
  let found: string[] = [];
  const ask = async () => {
    const url = `${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`;
    const { status, error, data } = await getJson<Answer>(url);
    if (status !== 'success') throw new Error(`${error}: ${expr}`);
    found = data.result.map(({ value }) => value[1]).filter((value) => value !== 'NaN');
    return found.length >= wanted || undefined;
  };
  await waitFor(ask, { limitMs: 120_000, everyMs: 500 });
  return found;
}

describe('a demo that plays on', () => {
  let demo: ReturnType<typeof startDemo>;
  let prometheus: string | undefined;
  let envFile = '';
  let visitor: ConsoleVisitor;
  beforeAll(() => {
    demo = startDemo('--speed', '200', '--luck', '20', '--misbehave', '0.02');
  });
  afterAll(() => demo.kill());

  it('plays, and names Prometheus or says in a sentence why there is none', async () => {
    const paid = () => /pays F3-|stopped in/.exec(demo.output)?.[0];
    expect(await waitFor(paid, { limitMs: 200_000 })).toBe('pays F3-');
    expect(demo.output).toMatch(/s Prometheus +http|without Prometheus: .*\w/);
    prometheus = /s Prometheus +(http\S+)/.exec(demo.output)?.[1];
    envFile = envFileIn(demo.output);
  });

  it('has people who verify and pay a win that waits, and take back a false one', async () => {
    // At this speed most acts are on awards that are no longer among those that the demo prints.
    const [api = ''] = servicesIn(demo.output);
    for (const act of ['verified', 'paid', 'reversed']) {
      const done = new RegExp(`^jackpot_award_acts_total\\{.*act="${act}"\\} [1-9]`, 'm');
      const isDone = async () => done.test(await (await fetch(`${api}/metrics`)).text());
      await until(act, isDone);
    }
    expect(demo.output).toContain('holds the prize of');
  });

  it('scrapes both services by the shipped rules, none of which fails', async () => {
    if (prometheus === undefined) return console.warn('no Prometheus: its rules are not evaluated');
    const up = await untilAsked(prometheus, 'up{job=~"jackpot|signs"} == 1', 2);
    expect(up).toHaveLength(2);
    const { data } = await getJson<Rules>(`${prometheus}/api/v1/rules`);
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.filter(({ lastError }) => lastError)).toEqual([]);
  });

  it.each(queries)('$dashboard, $panel: the query $refId has an answer', async ({ expr }) => {
    if (prometheus === undefined) return console.warn('no Prometheus: no dashboard is asked');
    const found = await untilAsked(prometheus, expr, 1);
    expect({ expr, found: found.length > 0 }).toEqual({ expr, found: true });
  });

  it.each(names)('the dashboard %s is drawn without Grafana', async (name) => {
    if (prometheus === undefined) return console.warn('no Prometheus: nothing is drawn');
    const svg = await pictureOf(name, prometheus, 60);
    expect(svg).toMatch(/^<svg .*<\/svg>$/s);
    for (const { panel, dashboard } of queries) {
      if (dashboard === name && !panel.includes('$')) expect(svg).toContain(`>${panel}</text>`);
    }
    expect(svg).toContain('fortune-main');
  });

  it('gives a second shell Kafka, Redis and the keys', async () => {
    expect(statSync(envFile).mode & 0o777).toBe(0o600);
    const keys = statSync(/COMMAND_KEY='(.*)'/.exec(readFileSync(envFile, 'utf8'))?.[1] as string);
    expect(keys.mode & 0o777).toBe(0o600);
    const { PATH } = process.env;
    const cli = 'dist/apps/cli/src/main.js';
    const script = `. ${envFile} && exec node ${cli} status`;
    const { output } = await run('sh', ['-c', script], { cwd: root, env: { PATH } });
    expect(output).toMatch(/^fortune-main +MOP [\d,.]+ /m);
  });

  it('lets a visitor in, whose proposal the manager of the demo approves', async () => {
    const [, doors = ''] = /control room +(http:\S+)/.exec(demo.output) ?? [];
    const invited = await fetch(doors, { redirect: 'manual' });
    const address = new URL(invited.headers.get('location') ?? '');
    const invitation = address.hash.slice(1);
    const { kid } = JSON.parse(
      Buffer.from(invitation.split('.')[0] ?? '', 'base64url').toString(),
    ) as { kid: string };
    visitor = new ConsoleVisitor(kid, address.origin, 'demo');
    const publicKey = visitor.publicKey();
    const enrolled = await visitor.post('/enrol', { invitation, publicKey });
    expect(enrolled).toMatchObject({ status: 200 });
    await until('to be let in', async () => (await visitor.signIn()).status === 200);
    const [api = ''] = servicesIn(demo.output);
    // From now on the demo's own people leave the wins to the visitor; their begun work continues.
    const verifyOne = async () => {
      const claims = await getClaims(api, 'fortune-main');
      const open = claims.findLast(({ states }) => states.every(({ state }) => state === 'locked'));
      if (!open) return undefined;
      const seats = open.states.map(({ seat }) => String(seat));
      const wish = {
        act: 'verify',
        jackpot: 'fortune-main',
        award: open.id,
        seats,
        deck: 'counted',
        note: 'a test',
      };
      const { preview, value, body } = await visitor.preview(wish);
      if (preview === '') throw new Error(body);
      const sent = await visitor.send(preview, visitor.touch(value));
      if (!/<h2>(Done|Proposed)/.test(sent.body)) throw new Error(sent.body);
      return open;
    };
    let award = await until('a win that the visitor verifies', verifyOne);
    await until('the approval', async () => {
      const { body: page } = await visitor.get(`/claims/fortune-main/${award.offset}`);
      if (page.includes('slip/')) return true;
      // By a step that was already signed when the visitor came, and that the ledger had not read.
      const newest = await getAwardsSince(api, 'fortune-main', award.offset);
      const now = newest.find(({ id }) => id === award.id);
      if (now && isReversed(now)) award = (await verifyOne()) ?? award;
      throw new Error(demo.output.match(/The manager did not approve.*/g)?.at(-1) ?? 'no slip');
    });
  });

  it('shows the visitor what fires, and how the last proof has ended', async () => {
    if (prometheus === undefined) return console.warn('no Prometheus: the floor shows no alert');
    // At this speed and luck there is always a recent win.
    await until('an alert on the floor', async () => {
      const { body } = await visitor.get('/');
      return body.includes('<b>Straight Flush</b>') && body.includes('/manual/royal-flush');
    });
    // A partition that moves this fast is not proven at each look.
    await until('the last proof', async () =>
      /ledger and log (agree|DIFFER)/.test((await visitor.get('/proof')).body),
    );
  });

  it('ends by Ctrl-C with the last values, and leaves neither a process nor the file', async () => {
    demo.kill();
    await demo.succeeds();
    expect(demo.output).toMatch(/prizes; exceptions: /);
    const services = servicesIn(demo.output);
    expect(services).toHaveLength(3);
    expect(await Promise.all(services.map(answers))).toEqual([false, false, false]);
    if (prometheus !== undefined) await expect(fetch(prometheus)).rejects.toThrow();
    expect(existsSync(envFile)).toBe(false);
  });
});

describe('the demo as it is without options, but quicker', () => {
  let demo: ReturnType<typeof startDemo>;
  let api = '';
  beforeAll(() => {
    demo = startDemo('--speed', '60');
  });
  afterAll(() => demo.kill());

  /** Returns the sum of a metric of the ledger service; 0 while it does not answer. */
  async function sumOf(metric: string): Promise<number> {
    const text = await fetch(`${api}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    return readMetrics(text).sum(metric);
  }

  it('fires no alert but of an award, or of a slow machine', async () => {
    await waitFor(() => /a second shell/.exec(demo.output) ?? undefined, { limitMs: 200_000 });
    [api = ''] = servicesIn(demo.output);
    await until('people who pay', async () => (await sumOf('jackpot_award_acts_total')) > 20);
    expect(await sumOf('jackpot_exceptions_total')).toBe(0);
    const prometheus = /s Prometheus +(http\S+)/.exec(demo.output)?.[1];
    if (prometheus === undefined) return console.warn('no Prometheus: its alerts are not asked');
    // This alert would fire after an hour.
    const unproven = 'ALERTS{alertname="JackpotLedgerUnproven"}';
    await until('a proof', async () => (await alertsIn(prometheus, unproven)).length === 0);
    const firing = `max_over_time(ALERTS{alertstate="firing"}[1h])`;
    const faults = (name: string) => ![...awardAlerts, ...alertsOfSlowness].includes(name);
    expect((await alertsIn(prometheus, firing)).filter(faults)).toEqual([]);
  });

  it('plays on after its ledger service was killed', async () => {
    const [, pid] = /ledger (\d+), signs/.exec(demo.output) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    const again = /The service jackpot has ended by itself \(SIGKILL\) and runs again/;
    await until('the restart', () => again.test(demo.output));
    // Counted by the new process alone, from 0.
    await until('bets', async () => (await sumOf('jackpot_bets_total')) > 0);
  });

  it('runs beside a second one, which has a file of its own for a second shell', async () => {
    const first = envFileIn(demo.output);
    const known = readFileSync(first, 'utf8');
    const second = startDemo('--rounds', '60', '--exit');
    expect(await second.code).toEqual([0, null]);
    expect(second.output).toMatch(/beside another demo \(process \d+\)/);
    expect(envFileIn(second.output)).not.toBe(first);
    expect(readFileSync(first, 'utf8')).toBe(known);
  });

  it('leaves its logs, and no key', async () => {
    demo.kill();
    await demo.succeeds();
    const left = readdirSync(logsIn(demo.output), { recursive: true }).map(String);
    expect(left).toContain('jackpot.log');
    expect(left.filter((file) => file.includes('jwk'))).toEqual([]);
  });
});

/** Returns the names of the alerts in Prometheus' answer. */
async function alertsIn(prometheus: string, expr: string): Promise<string[]> {
  type Answer = { data: { result: { metric: { alertname: string } }[] } };
  const url = `${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`;
  return (await getJson<Answer>(url)).data.result.map(({ metric }) => metric.alertname);
}

function envFileIn(output: string): string {
  return /a second shell: source (\S+)/.exec(output)?.[1] ?? '';
}

function logsIn(output: string): string {
  return /in all; logs are in (\S+)/.exec(output)?.[1] ?? '';
}
