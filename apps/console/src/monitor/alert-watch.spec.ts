import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AlertWatch } from './alert-watch.js';

/** Answers of this Prometheus, by path; any other path is a 404. */
let answers: Record<string, unknown> = {};
let server: Server;
let watch: AlertWatch;

const samples = (name: string, values: readonly string[]) =>
  values.map((value) => ({ metric: { __name__: name }, value: [1_700_000_000.1, value] }));
const proofs = (success: string[], ended: string[]) => ({
  '/api/v1/query?query={__name__=~"jackpot_verify_success|jackpot_verify_timestamp_seconds"}': {
    status: 'success',
    data: {
      result: [
        ...samples('jackpot_verify_success', success),
        ...samples('jackpot_verify_timestamp_seconds', ended),
      ],
    },
  },
});
const alert = (name: string, severity: string, changes: object = {}) => ({
  labels: { alertname: name, severity },
  annotations: { summary: `of ${name}`, runbook: 'deploy/operations/stuck.md' },
  ...{ state: 'firing', activeAt: '2026-11-29T01:02:03.004Z', value: '1e+00' },
  ...changes,
});
const alerts = (...given: object[]) => ({
  '/api/v1/alerts': { status: 'success', data: { alerts: given } },
});

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[decodeURIComponent(url)];
    if (answer === '-> elsewhere') {
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    }
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  watch = new AlertWatch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('what fires is shown with the most urgent first, and what may yet fire is not', async () => {
  const halted = { labels: { alertname: 'H', severity: 'page', reason: 'log-gap' } };
  answers = {
    ...proofs(['1'], ['1764379000.5']),
    ...alerts(
      alert('Zero', 'info'),
      alert('Other', 'critical'),
      alert('Two', 'warning'),
      alert('Soon', 'page', { state: 'pending' }),
      alert('One', 'warning'),
      alert('H', 'page', halted),
    ),
  };
  await watch.ask();
  expect(watch.view).toMatchObject({
    lastProof: { isHeard: true, said: { hasAgreed: true, endedAtMs: 1_764_379_000_500 } },
    alerts: {
      isHeard: true,
      said: [
        { name: 'Other' },
        { name: 'H', reason: 'log-gap', sinceMs: Date.parse('2026-11-29T01:02:03.004Z') },
        { name: 'One', summary: 'of One', runbook: 'deploy/operations/stuck.md', reason: '' },
        { name: 'Two' },
        { name: 'Zero' },
      ],
    },
  });
});

test.each([
  ['failed', ['0'], ['1764379000'], { hasAgreed: false, endedAtMs: 1_764_379_000_000 }],
  ['is of one machine of two', ['1', '0'], ['7', '9'], { hasAgreed: false, endedAtMs: 9_000 }],
  ['never was', [], [], null],
  ['is no number', ['NaN'], ['NaN'], null],
  ['is empty', ['1'], [''], null],
  ['is of no day', ['1'], ['1e300'], null],
  ['is of tomorrow', ['1'], [String(Date.now() / 1_000 + 86_400)], null],
])('a proof that %s is no proof that agreed', async (_, success, ended, lastProof) => {
  answers = { ...alerts(), ...proofs(success, ended) };
  await watch.ask();
  expect(watch.view?.lastProof).toMatchObject({ isHeard: true, said: lastProof });
});

test.each<[string, Record<string, unknown>]>([
  ['refuses', {}],
  ['is something else', { '/api/v1/alerts': '<html>' }],
  ['says something else', { '/api/v1/alerts': { status: 'success', data: {} } }],
  ['says that it fails', { '/api/v1/alerts': { status: 'error', data: { alerts: [] } } }],
  ['never ends', alerts(alert('x'.repeat(2 ** 24), 'page'))],
  [
    'is elsewhere',
    { ...alerts(), '/elsewhere': alerts()['/api/v1/alerts'], '/api/v1/alerts': '-> elsewhere' },
  ],
])(
  'a Prometheus that %s is not heard, and what it said last stays with its age',
  async (_, now) => {
    answers = { ...alerts(alert('One', 'page')), ...proofs([], []) };
    await watch.ask();
    const heardAtMs = watch.view?.alerts.heardAtMs;
    answers = now;
    await watch.ask();
    expect(watch.view?.alerts).toMatchObject({
      isHeard: false,
      heardAtMs,
      said: [{ name: 'One' }],
    });
  },
);

test('who hears no proof hears the alerts all the same', async () => {
  answers = alerts(alert('One', 'page'));
  await watch.ask();
  expect(watch.view).toMatchObject({
    alerts: { isHeard: true, said: [{ name: 'One' }] },
    lastProof: { isHeard: false },
  });
});

test('without an address nothing is asked and nothing shown', () => {
  const none = new AlertWatch(undefined);
  none.onModuleInit();
  expect(none.view).toBeUndefined();
});
