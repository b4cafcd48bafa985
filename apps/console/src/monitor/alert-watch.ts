import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { z } from 'zod';

/** An alert that fires, as Prometheus has it. */
export interface FiringAlert {
  readonly name: string;
  /** `page`, `warning` or `info` in the shipped rules. */
  readonly severity: string;
  readonly summary: string;
  /** Path of its page, such as `deploy/operations/stuck.md`; empty where it names none. */
  readonly runbook: string;
  /** Why the ledger has halted, where it is about that; else empty. */
  readonly reason: string;
  readonly sinceMs: number;
}

/** How the last `jackpot verify --textfile` has ended. */
export interface LastProof {
  readonly hasAgreed: boolean;
  readonly endedAtMs: number;
}

/** What Prometheus has said last. */
export interface WatchView {
  /** False while it does not answer; the rest is as old as it then is. */
  readonly isHeard: boolean;
  /** Null before its first answer. */
  readonly heardAtMs: number | null;
  readonly alerts: readonly FiringAlert[];
  /** Null where it has none. */
  readonly lastProof: LastProof | null;
}

const alertsShape = z.object({
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
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

const askEveryMs = 5_000;
const answerWithinMs = 4_000;

/** The most urgent first; a severity that is not named here comes last. */
const severities = ['info', 'warning', 'page'];

/** Asks Prometheus again and again, so that no page waits for it. */
export class AlertWatch implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private seen: WatchView = { isHeard: false, heardAtMs: null, alerts: [], lastProof: null };

  /** @param address of Prometheus, such as `http://prometheus:9090`; undefined: there is none. */
  constructor(private readonly address: string | undefined) {}

  /** Undefined where no Prometheus is named. */
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

  /** Asks once; a second call beside it does nothing. */
  async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const [alerts, lastProof] = await Promise.all([this.alerts(), this.lastProof()]);
      this.seen = { isHeard: true, heardAtMs: Date.now(), alerts, lastProof };
    } catch {
      // Away, or not Prometheus: the floor says so.
      this.seen = { ...this.seen, isHeard: false };
    } finally {
      this.isAsking = false;
    }
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
    const [success, ended] = await Promise.all([
      this.newest('min(jackpot_verify_success)'),
      this.newest('max(jackpot_verify_timestamp_seconds)'),
    ]);
    if (success === undefined || ended === undefined) return null;
    return { hasAgreed: success === 1, endedAtMs: ended * 1_000 };
  }

  private async newest(query: string): Promise<number | undefined> {
    const { data } = samplesShape.parse(await this.get(`query?query=${encodeURIComponent(query)}`));
    const value = Number(data.result[0]?.value[1] ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  }

  private async get(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(`${this.address}/api/v1/${path}`, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.json();
  }
}

function urgency({ severity }: FiringAlert): number {
  return severities.indexOf(severity);
}
