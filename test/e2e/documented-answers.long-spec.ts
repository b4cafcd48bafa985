import { LedgerUnopened } from '#engine';
import { z } from 'zod';
import { TestStack, getJson, isOk, tokenOfTable } from '#testing/test-stack';
import { jackpot } from '#testing/jackpot';
import { Table } from '../support/table.js';
import { until } from '#testing/until';

type Schema = Parameters<typeof z.fromJSONSchema>[0];
interface OpenApi {
  paths: Record<string, { get?: { responses: Record<string, Response | undefined> } }>;
  components: { schemas: Record<string, Schema> };
}
interface Response {
  content?: Record<string, { schema: Schema } | undefined>;
}

const parameters = { id: 'main', jackpot: 'main', table: 'T1' };
const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: keyof typeof parameters) => parameters[name]);

let bed: TestStack;
beforeEach(() => {
  bed = new TestStack();
});
afterEach(() => bed.close());

/** The document, with its references in the form of JSON Schema. */
async function documentOf(url: string): Promise<OpenApi> {
  const text = await (await fetch(`${url}/docs-json`)).text();
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/')) as OpenApi;
}

/** The fault of an answer, if it has one. */
async function faultOf(
  response: globalThis.Response,
  { paths, components }: OpenApi,
  path: string,
): Promise<string> {
  const type = (response.headers.get('content-type') ?? '').split(';')[0] as string;
  const documented = paths[path]?.get?.responses[response.status]?.content?.[type];
  if (documented === undefined) return `nothing about ${response.status} ${type}`;
  const schema = { ...(documented.schema as object), definitions: components.schemas } as Schema;
  const read = z.fromJSONSchema(schema, { defaultTarget: 'openapi-3.0' });
  const { error } = read.safeParse(await response.json());
  return error ? z.prettifyError(error) : '';
}

/** The paths of a service that have a document, each with the faults of its answer. */
async function wrongAnswers(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const document = await documentOf(url);
  const answered = Object.keys(document.paths).filter(
    (path) => document.paths[path]?.get && !/(stream|ws)$/.test(path),
  );
  const found = answered.map(async (path) => {
    const response = await fetch(`${url}${filled(path)}`, { headers });
    const fault = await faultOf(response, document, path);
    return [path, response.status === 200 ? fault : `status ${response.status}`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

test('every documented answer of the services is as its OpenAPI document says', async () => {
  const { url } = await bed.startJackpot();
  const signs = await bed.startSigns();
  await bed.configure(url, jackpot('main', { name: { en: 'Main' } }));
  await bed.producer.send([bed.operator.command('jackpot.configured', 'main', jackpot('main'))]);
  const table = new Table(bed.prefix, 'main', 'T1');
  await bed.send([
    ...[table.bet('1', 2), table.settle('1', [2, 'straight-flush'])],
    ...[table.bet('2', 1), table.void('2', 'no-base-bets'), table.bet('3', 5)],
  ]);
  await until('the award', async () => {
    const { awards } = await getJson<{ awards: unknown[] }>(`${url}/v1/jackpots/main/awards`);
    return awards.length === 1;
  });
  await until('the pool', async () => {
    return (await getJson<{ pools: unknown[] }>(`${signs.url}/v1/pools`)).pools.length === 1;
  });
  expect(await wrongAnswers(url)).toEqual({
    '/v1/jackpots': '',
    '/v1/jackpots/{id}': '',
    '/v1/jackpots/{id}/awards': '',
    '/v1/jackpots/{id}/claims': '',
    '/v1/jackpots/{id}/tables/{table}': '',
    '/health/live': '',
    '/health/ready': '',
    '/health/partitions': '',
  });
  const tables = await bed.startTables(['T1']);
  const own = { authorization: `Bearer ${tokenOfTable('T1')}` };
  expect(await wrongAnswers(tables.url, own)).toEqual({
    '/v1/tables/{jackpot}/{table}': '',
    '/health/live': '',
    '/health/ready': '',
  });
  expect(await wrongAnswers(signs.url)).toEqual({
    '/v1/pools': '',
    '/signs/{jackpot}/about': '',
    '/health/live': '',
    '/health/ready': '',
  });
});

test('until a service has opened the ledger every reading endpoint answers 503', async () => {
  // Without brokers the service runs and opens no partition.
  const [api, signs] = await Promise.all([
    bed.start('apps/jackpot', [], { KAFKA_BROKERS: '127.0.0.1:1' }).url(),
    bed.start('apps/signs').url(),
  ]);
  const { message: detail } = new LedgerUnopened();
  for (const address of [
    `${api}/v1/jackpots`,
    `${api}/v1/jackpots/main`,
    `${api}/v1/jackpots/main/awards`,
    `${api}/v1/jackpots/main/claims`,
    `${api}/v1/jackpots/main/tables/T1`,
    `${signs}/signs/main/about`,
  ]) {
    // During the connection attempt the answer is 503 too, and says that Redis does not answer.
    const last = await until(`the sentence from ${address}`, async () => {
      const response = await fetch(address);
      expect([address, response.status]).toEqual([address, 503]);
      const problem = (await response.json()) as { detail: string };
      return problem.detail === 'Redis does not answer.' ? undefined : problem;
    });
    expect(last).toMatchObject({ status: 503, detail });
  }
});

test('in a known ledger an unknown jackpot or table is 404, a wrong parameter 400', async () => {
  const { url } = await bed.startJackpot();
  const signs = await bed.startSigns();
  await bed.configure(url, jackpot('main'));
  await until('the pool', () => isOk(`${signs.url}/v1/pools?jackpot=main`));
  const documents = new Map([url, signs.url].map((each) => [each, documentOf(each)]));
  const expectProblem = async (status: number, of: string, path: string, asked: string) => {
    const response = await fetch(`${of}${asked}`);
    expect([asked, response.status]).toEqual([asked, status]);
    const document = (await documents.get(of)) as OpenApi;
    expect([asked, await faultOf(response, document, path)]).toEqual([asked, '']);
  };
  await expectProblem(404, url, '/v1/jackpots/{id}', '/v1/jackpots/other');
  await expectProblem(404, url, '/v1/jackpots/{id}/awards', '/v1/jackpots/other/awards');
  await expectProblem(404, url, '/v1/jackpots/{id}/claims', '/v1/jackpots/other/claims');
  await expectProblem(404, url, '/v1/jackpots/{id}/tables/{table}', '/v1/jackpots/main/tables/T9');
  await expectProblem(404, signs.url, '/signs/{jackpot}/about', '/signs/other/about');
  for (const path of ['/v1/pools', '/v1/pools/stream']) {
    await expectProblem(404, signs.url, path, `${path}?jackpot=main&jackpot=other`);
  }
  for (const query of ['limit=0', 'limit=201', 'limit=1&limit=2', 'before=x', 'before=-1']) {
    const path = '/v1/jackpots/{id}/awards';
    await expectProblem(400, url, path, `/v1/jackpots/main/awards?${query}`);
  }
});
