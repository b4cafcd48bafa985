import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnServer } from '../../support/own-stack.js';
import { until } from '../../support/until.js';
import { judge } from './judge.js';
import { planFaults, type Kind, type PlannedBed, type PlannedFault } from './plan.js';
import { Probe } from './resume.js';
import { Scene, type OwnKafka, type Stretch } from './scene.js';
import { strike } from './strikes.js';

export interface RunOptions {
  readonly count: number;
  readonly seed: string;
  readonly kinds?: readonly Kind[];
  /** Where the services' logs are kept even if nothing goes wrong. */
  readonly logs?: string;
  readonly say: (line: string) => void;
}

export interface Outcome {
  readonly number: number;
  readonly kind: Kind;
  readonly detail: string;
  /** Until all that the log held was applied and every instance ready; null: it never was. */
  readonly resumeMs: number | null;
}

export interface RunResult {
  readonly outcomes: readonly Outcome[];
  /** Faults that a judgement found fault with, each with its sentence. */
  readonly wrong: readonly { kinds: readonly Kind[]; what: Wrong; sentence: string }[];
  readonly records: number;
  readonly awards: number;
  readonly judgements: number;
  readonly seconds: number;
  /** Logs and books of what went wrong. */
  readonly kept: string | null;
}

export type Wrong = 'lost' | 'doubled' | 'differs' | 'verify' | 'hand';

/** Whoever has not gone on after this long would have needed a hand. */
const resumeLimitMs = 60_000;

/** Strikes again and again, and after each stretch of faults has everything judged. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const run = new Run(options);
  const kafka = await OwnServer.kafka();
  try {
    for (const bed of planFaults(options.count, options.seed, options.kinds)) {
      await run.playBed(kafka, bed);
    }
  } finally {
    await kafka.remove();
  }
  return { ...run.result(), seconds: (performance.now() - startedAt) / 1_000 };
}

class Run {
  private readonly outcomes: Outcome[] = [];
  private readonly wrong: { kinds: readonly Kind[]; what: Wrong; sentence: string }[] = [];
  private readonly total = { records: 0, awards: 0, judgements: 0 };
  private kept: string | null = null;

  constructor(private readonly options: RunOptions) {}

  result(): Omit<RunResult, 'seconds'> {
    const { outcomes, wrong, kept } = this;
    return { outcomes, wrong, kept, ...this.total };
  }

  /** What goes wrong in a bed leaves the others to show what they can. */
  async playBed(kafka: OwnKafka, { redis, stretches }: PlannedBed): Promise<void> {
    const scene = await Scene.open(kafka, redis);
    try {
      for (const faults of stretches) {
        const isSound = await this.playStretch(scene, faults);
        if (!isSound) return;
      }
    } finally {
      if (this.options.logs !== undefined) scene.keepLogs(this.options.logs);
      await scene.close();
    }
  }

  private async playStretch(scene: Scene, faults: readonly PlannedFault[]): Promise<boolean> {
    const first = faults[0]?.number ?? 0;
    const stretch = await scene.beginStretch(`${this.options.seed}/${first}`);
    const probe = new Probe(scene, stretch);
    const struck: Kind[] = [];
    for (const fault of faults) {
      struck.push(fault.kind);
      try {
        this.outcomes.push(await this.play(scene, probe, fault));
      } catch (error) {
        const { number, kind } = fault;
        this.outcomes.push({ number, kind, detail: String(error), resumeMs: null });
        this.complain(scene, [kind], 'hand', `fault ${number}, ${kind}: ${String(error)}`);
        this.keepBooks(stretch);
        return false;
      }
    }
    return this.judge(scene, stretch, struck);
  }

  private async play(scene: Scene, probe: Probe, fault: PlannedFault): Promise<Outcome> {
    const { number, kind, chance } = fault;
    const { backAt, detail, repair } = await strike(kind, { scene, probe, chance });
    await probe.comesThrough(resumeLimitMs);
    await until('every instance to be ready', () => scene.isWhole(), resumeLimitMs);
    const resumeMs = performance.now() - backAt;
    for (const { child } of scene.instances) {
      if (child.exitCode !== null) throw new Error(`A service ended by itself: ${child.exitCode}.`);
    }
    await repair?.();
    const shown = `${(resumeMs / 1_000).toFixed(1)} s`.padStart(6);
    this.options.say(`${String(number).padStart(4)} ${kind.padEnd(10)} ${shown}  ok  ${detail}`);
    return { number, kind, detail, resumeMs };
  }

  private async judge(scene: Scene, stretch: Stretch, kinds: readonly Kind[]): Promise<boolean> {
    const before = this.wrong.length;
    try {
      const { records, awards, findings, disagreement } = await judge(scene, stretch);
      this.total.records += records;
      this.total.awards += awards;
      this.total.judgements += 1;
      for (const { what, sentence } of findings) this.complain(scene, kinds, what, sentence);
      if (disagreement !== null) this.complain(scene, kinds, 'verify', disagreement);
      if (this.wrong.length === before) {
        const counted = `${records.toLocaleString('en')} records, ${awards} awards`;
        this.options.say(`     judged: ${counted}; nothing lost, nothing doubled; verify agrees`);
      }
    } catch (error) {
      this.complain(scene, kinds, 'hand', String(error));
    }
    if (this.wrong.length > before) this.keepBooks(stretch);
    return this.wrong.length === before;
  }

  private complain(scene: Scene, kinds: readonly Kind[], what: Wrong, sentence: string): void {
    this.wrong.push({ kinds, what, sentence });
    this.kept ??= mkdtempSync(join(tmpdir(), 'jackpot-faults-'));
    scene.keepLogs(this.kept);
    this.options.say(`     WRONG (${what}) after ${kinds.join(', ')}: ${sentence}`);
  }

  private keepBooks({ booksFile }: Stretch): void {
    if (this.kept) cpSync(booksFile, join(this.kept, booksFile.split('/').at(-1) as string));
  }
}
