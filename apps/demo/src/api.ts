import { setTimeout as sleep } from 'node:timers/promises';
import type { AwardMessage, ValueMessage } from '#contract';
import { readMetrics, type MetricSamples } from './metrics.js';

/** The answer of `GET /v1/jackpots`, as far as the demo uses it; amounts are minor units. */
export interface ApiJackpot {
  readonly id: string;
  readonly currency: string;
  readonly value: number;
  readonly position: number;
  readonly configuration: {
    readonly name: Record<string, string>;
    readonly seed: number;
    /** By act: the amounts and, from each amount on, the roles that must approve. */
    readonly approvals: Readonly<Record<string, readonly ApiApprovalRow[]>> | null;
  };
  /** The proposals that wait for approval. */
  readonly proposals: readonly { readonly proposal: number; readonly holder: string }[];
  /** Micro-units. */
  readonly accounts: Record<'pool' | 'reserve' | 'house' | 'players' | 'held', string>;
}

interface ApiApprovalRow {
  readonly from: number;
  readonly by: readonly string[];
}

export async function getJackpots(url: string): Promise<ApiJackpot[]> {
  const { jackpots } = await getJson<{ jackpots: ApiJackpot[] }>(`${url}/v1/jackpots`);
  return jackpots;
}

/** Returns a jackpot's newest awards, newest first. */
export async function getAwards(url: string, id: string, limit: number): Promise<AwardMessage[]> {
  return (await getAwardsPage(url, id, `limit=${limit}`)).awards;
}

/** Returns the awards of a jackpot that wait for people, the oldest first. */
export async function getClaims(url: string, id: string): Promise<AwardMessage[]> {
  const path = `/v1/jackpots/${id}/claims`;
  return (await getJson<{ claims: AwardMessage[] }>(`${url}${path}`)).claims;
}

/** Returns all awards of a jackpot from an offset on, newest first. */
export async function getAwardsSince(
  url: string,
  id: string,
  fromOffset: number,
): Promise<AwardMessage[]> {
  const found: AwardMessage[] = [];
  for (let before = ''; ;) {
    const { awards, next } = await getAwardsPage(url, id, `limit=200${before}`);
    found.push(...awards.filter(({ offset }) => offset >= fromOffset));
    if (next === null || awards.some(({ offset }) => offset < fromOffset)) return found;
    before = `&before=${next}`;
  }
}

function getAwardsPage(url: string, id: string, query: string) {
  type Page = { awards: AwardMessage[]; next: number | null };
  return getJson<Page>(`${url}/v1/jackpots/${id}/awards?${query}`);
}

export async function getPools(url: string): Promise<ValueMessage[]> {
  return (await getJson<{ pools: ValueMessage[] }>(`${url}/v1/pools`)).pools;
}

export async function getMetrics(url: string): Promise<MetricSamples> {
  return readMetrics(await getText(`${url}/metrics`));
}

/** Returns whether a health check answers 200. */
export function isWell(check: string): Promise<boolean> {
  return getText(check).then(
    () => true,
    () => false,
  );
}

/** Name of the demo as a sign. */
export const ownSign = 'demo';

/** Acknowledges the painted value of a pool. */
export async function acknowledge(url: string, painted: ValueMessage): Promise<void> {
  const { jackpot, version, value, state } = painted;
  const paintedAt = new Date().toISOString();
  await fetch(`${url}/v1/signs/${ownSign}/acks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jackpot, version, value, state, paintedAt }),
    signal: AbortSignal.timeout(5_000),
  });
}

/** Forwards every message of the signs' stream until the signal; reopens a broken stream. */
export async function followPools(
  url: string,
  signal: AbortSignal,
  onMessage: (message: ValueMessage) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${url}/v1/pools/stream`, { signal });
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (\{.*)$/m.exec(part)?.[1];
          if (data && !part.startsWith('event: ')) onMessage(JSON.parse(data) as ValueMessage);
        }
      }
    } catch {
      // The screen's health line says that the signs do not answer.
    }
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
}

async function getJson<T>(url: string): Promise<T> {
  return JSON.parse(await getText(url)) as T;
}

async function getText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return text;
}
