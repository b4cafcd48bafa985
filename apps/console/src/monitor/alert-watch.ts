import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { z } from 'zod';

/** A firing alert, as Prometheus reports it. */
export interface FiringAlert {
  readonly name: string;
  /** `page`, `warning` or `info` in the shipped rules. */
  readonly severity: string;
  readonly summary: string;
  /** Path of its page, such as `deploy/operations/stuck.md`; empty if it names none. */
  readonly runbook: string;
  /** The reason of the ledger's halt, if the alert is about one; else empty. */
  readonly reason: string;
  readonly sinceMs: number;
}

/** Result of the last `jackpot verify --textfile`. */
export interface LastProof {
  readonly hasAgreed: boolean;
  readonly endedAtMs: number;
}

/** The last answer of Prometheus to one question. */
export interface SaidLast<T> {
  /** False while Prometheus does not answer this question. */
  readonly isHeard: boolean;
  /** Time of its last answer, epoch ms; null before the first. */
  readonly heardAtMs: number | null;
  /** The answer given then. */
  readonly said: T;
}

/** The last answers of Prometheus, one for each question. */
export interface WatchView {
  readonly alerts: SaidLast<readonly FiringAlert[]>;
  /** Null if it has no valid proof. */
  readonly lastProof: SaidLast<LastProof | null>;
}

const alertsShape = z.object({
  status: z.literal('success'),
  data: z.object({
    alerts: z.array(
      z.object({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string(), z.string()).default({}),
        state: z.string(),
        activeAt: z.iso.datetime({ offset: true }),
      }),
    ),
  }),
});

const samplesShape = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ __name__: z.string() }),
        value: z.tuple([z.number(), z.string()]),
      }),
    ),
  }),
});

/** The gauges of `jackpot verify --textfile` (contract 9.4). */
const success = 'jackpot_verify_success';
const ended = 'jackpot_verify_timestamp_seconds';

const askEveryMs = 5_000;
const answerWithinMs = 4_000;
/** Room for two alerts of each of 20,000 tables. */
const answerLimitBytes = 2 ** 24;
/** Clocks differ; a proof from later than this is not valid. */
const clockLeewayMs = 300_000;

/**
 * The most urgent last; a severity of other rules, such as `critical`, may be more urgent still.
 */
const severities = ['info', 'warning', 'page'];

/** Asks Prometheus at intervals, so that no page waits for it. */
export class AlertWatch implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private seen: WatchView = { alerts: unheard([]), lastProof: unheard(null) };

  /** @param address of Prometheus, such as `http://prometheus:9090`; undefined: no Prometheus. */
  constructor(private readonly address: string | undefined) {}

  /** Undefined if no Prometheus is configured. */
  get view(): WatchView | undefined {
    return this.address === undefined ? undefined : this.seen;
  }

  onModuleInit(): void {
    if (this.address === undefined) return;
    this.timer = setInterval(() => void this.ask(), askEveryMs);
    void this.ask();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Asks once; a second call at the same time does nothing. */
  async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const [alerts, lastProof] = await Promise.all([
      heard(this.alerts(), this.seen.alerts),
      heard(this.lastProof(), this.seen.lastProof),
    ]);
    this.seen = { alerts, lastProof };
    this.isAsking = false;
  }

  private async alerts(): Promise<FiringAlert[]> {
    const { data } = alertsShape.parse(await this.get('alerts'));
    return data.alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels, annotations, activeAt }) => ({
        name: labels['alertname'] ?? '',
        severity: labels['severity'] ?? '',
        summary: annotations['summary'] ?? '',
        runbook: annotations['runbook'] ?? '',
        reason: labels['reason'] ?? '',
        sinceMs: Date.parse(activeAt),
      }))
      .toSorted(
        (one, other) => urgency(other) - urgency(one) || one.name.localeCompare(other.name),
      );
  }

  private async lastProof(): Promise<LastProof | null> {
    // One question for both, so that no proof gets the time of another.
    const query = encodeURIComponent(`{__name__=~"${success}|${ended}"}`);
    const { data } = samplesShape.parse(await this.get(`query?query=${query}`));
    const valuesOf = (name: string): number[] =>
      data.result
        .filter(({ metric }) => metric.__name__ === name)
        .map(({ value: [, text] }) => (text.trim() === '' ? NaN : Number(text)));
    const endedAtMs = Math.max(...valuesOf(ended)) * 1_000;
    const isTime = endedAtMs >= 0 && endedAtMs <= Date.now() + clockLeewayMs;
    const outcomes = valuesOf(success);
    if (!isTime || outcomes.length === 0 || outcomes.some(Number.isNaN)) return null;
    return { hasAgreed: outcomes.every((each) => each === 1), endedAtMs };
  }

  private async get(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(`${this.address}/api/v1/${path}`, { signal, redirect: 'error' });
    if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > answerLimitBytes) throw new Error(`more than ${answerLimitBytes} bytes`);
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  }
}

function unheard<T>(said: T): SaidLast<T> {
  return { isHeard: false, heardAtMs: null, said };
}

/** @param before the last answer, kept if no new one comes. */
async function heard<T>(answer: Promise<T>, before: SaidLast<T>): Promise<SaidLast<T>> {
  try {
    return { isHeard: true, said: await answer, heardAtMs: Date.now() };
  } catch {
    // No answer, or not Prometheus: the pages say so.
    return { ...before, isHeard: false };
  }
}

function urgency({ severity }: FiringAlert): number {
  const place = severities.indexOf(severity);
  return place < 0 ? severities.length : place;
}
