import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AlertWatch } from './alert-watch.js';

/** What this Prometheus answers, by the path of the question; else 404. */
let answers: Record<string, unknown> = {};
let server: Server;
let watch: AlertWatch;

const vector = (...values: string[]) => ({
  data: { result: values.map((value) => ({ metric: {}, value: [1_700_000_000.1, value] })) },
});
const proofs = (success: string[], ended: string[]) => ({
  '/api/v1/query?query=min(jackpot_verify_success)': vector(...success),
  '/api/v1/query?query=max(jackpot_verify_timestamp_seconds)': vector(...ended),
});
const alert = (name: string, severity: string, changes: object = {}) => ({
  labels: { alertname: name, severity },
  annotations: { summary: `of ${name}`, runbook: 'deploy/operations/stuck.md' },
  ...{ state: 'firing', activeAt: '2026-11-29T01:02:03.004Z', value: '1e+00' },
  ...changes,
});
const alerts = (...given: object[]) => ({ '/api/v1/alerts': { data: { alerts: given } } });

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[decodeURIComponent(url)];
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
      alert('Two', 'warning'),
      alert('Soon', 'page', { state: 'pending' }),
      alert('One', 'warning'),
      alert('H', 'page', halted),
    ),
  };
  await watch.ask();
  expect(watch.view).toMatchObject({
    ...{ isHeard: true, lastProof: { hasAgreed: true, endedAtMs: 1_764_379_000_500 } },
    alerts: [
      { name: 'H', reason: 'log-gap', sinceMs: Date.parse('2026-11-29T01:02:03.004Z') },
      { name: 'One', summary: 'of One', runbook: 'deploy/operations/stuck.md', reason: '' },
      { name: 'Two' },
      { name: 'Zero' },
    ],
  });
});

test.each([
  ['failed', ['0'], ['1764379000'], { hasAgreed: false, endedAtMs: 1_764_379_000_000 }],
  ['never was', [], [], null],
  ['is no number', ['NaN'], ['NaN'], null],
])('a proof that %s is no proof that agreed', async (_, success, ended, lastProof) => {
  answers = { ...alerts(), ...proofs(success, ended) };
  await watch.ask();
  expect(watch.view).toMatchObject({ isHeard: true, lastProof });
});

test.each<[string, Record<string, unknown>]>([
  ['refuses', {}],
  ['is something else', { ...proofs([], []), '/api/v1/alerts': '<html>' }],
  ['says something else', { ...proofs([], []), '/api/v1/alerts': { data: {} } }],
  ['knows no proofs', alerts()],
])(
  'a Prometheus that %s is not heard, and what it said last stays with its age',
  async (_, now) => {
    answers = { ...alerts(alert('One', 'page')), ...proofs([], []) };
    await watch.ask();
    const heardAtMs = watch.view?.heardAtMs;
    answers = now;
    await watch.ask();
    expect(watch.view).toMatchObject({ isHeard: false, heardAtMs, alerts: [{ name: 'One' }] });
  },
);

test('without an address nothing is asked and nothing shown', () => {
  const none = new AlertWatch(undefined);
  none.onModuleInit();
  expect(none.view).toBeUndefined();
});
