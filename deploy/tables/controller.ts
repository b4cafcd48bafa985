/**
 * A table controller. In: events {"type", "data"} by lines. Out: lines for the dealer.
 * TABLES_URL=http://… TABLE_TOKEN=… node controller.ts JACKPOT TABLE FILE
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [jackpot, table, file = ''] = process.argv.slice(2);
const path = `/v1/tables/${jackpot}/${table}`;
const stops = new Set<string>();
let [fault, heardAt, since] = [null as string | null, -Infinity, 0];

const say = (what: object) => console.log(JSON.stringify(what));

function ask(to: string, request: RequestInit = {}): Promise<Response> {
  const headers = { ...request.headers, authorization: `Bearer ${process.env['TABLE_TOKEN']}` };
  return fetch(process.env['TABLES_URL'] + to, { ...request, headers });
}

/** Writes to the disk before anything is sent, whole or not at all. */
function keep(): void {
  const handle = openSync(`${file}.new`, 'w');
  writeSync(handle, JSON.stringify({ next: String(next), waiting }));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}

function whyClosed(): string | undefined {
  const now = performance.now();
  if (now - heardAt > 3_000 || fault || (since && now - since > 10_000)) return 'not-heard';
  return [...stops][0];
}

interface OfStream {
  readonly [member: string]: unknown;
  readonly fault?: string | null;
}

function hear(event: string, data: OfStream): void {
  if (event === 'state') stops.clear();
  for (const why of ['suspended', 'blocked']) if (event === why || data[why]) stops.add(why);
  if (event === 'resumed') stops.delete('suspended');
  if (event === 'unblocked') stops.delete('blocked');
  if (event === 'state' || event === 'pulse')
    [heardAt, fault] = [performance.now(), data.fault ?? null];
  if (event === 'claim') say({ claim: data['id'], states: data['states'] });
}

async function listen(): Promise<void> {
  for (;;) {
    try {
      let text = '';
      const { body } = await ask(`${path}/stream`, {});
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        const said = (text + part).split('\n\n');
        text = said.pop() ?? '';
        for (const each of said) {
          const [, event, data] = /^event: (.*)\nid: .*\ndata: (.*)$/.exec(each) ?? [];
          if (event && data) hear(event, JSON.parse(data));
        }
      }
    } catch {} // It is opened again.
    await sleep(1_000);
  }
}

interface AnswerOfGateway {
  readonly events?: readonly { readonly outcome: string | null; readonly refused?: unknown }[];
}

/** Sends one after the other, and the same bytes again until the result is known. */
async function sendKept(): Promise<void> {
  const headers = { 'content-type': 'application/cloudevents+json', prefer: 'wait=30' };
  for (;;) {
    await sleep(20);
    const [body] = waiting;
    if (body === undefined) continue;
    since ||= performance.now();
    const answer = await ask('/v1/events', { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    const said = (await answer?.json().catch(() => undefined)) as AnswerOfGateway | undefined;
    const isWrong = answer?.status === 400 || answer?.status === 413;
    const event = isWrong ? { outcome: 'refused', refused: said } : said?.events?.[0];
    if (!event?.outcome) {
      await sleep(1_000);
      continue;
    }
    waiting.shift();
    keep();
    since = 0;
    say({ id: JSON.parse(body).id, outcome: event.outcome, refused: event.refused });
  }
}

interface State {
  readonly asOf: string | null;
  readonly sequence: string | null;
}

/** Returns a number above all that the table has used, whatever the clock here says. */
async function first(): Promise<number> {
  const { asOf, sequence } = (await (await ask(path)).json()) as State;
  return Math.max(Date.parse(asOf ?? '1970-01-01') * 1_000, Number(sequence ?? 0) + 1_000);
}

const kept = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { next: await first(), waiting: [] };
let next = BigInt(kept.next);
const waiting: string[] = kept.waiting;
void listen();
void sendKept();
for await (const line of createInterface({ input: process.stdin })) {
  const { type, data } = JSON.parse(line);
  const reason = type === 'bet.placed' ? whyClosed() : undefined;
  if (reason) {
    say({ outcome: 'refused', seat: data.seat, refused: { reason, chip: 'give-back' } });
    continue;
  }
  const own = { specversion: '1.0', id: `${table}/${next}`, source: table, subject: jackpot };
  waiting.push(JSON.stringify({ ...own, sequence: String(next), type, data }));
  next += 1n;
  keep();
}
process.exit();
