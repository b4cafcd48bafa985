import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxiedKafka, type ProxiedKafka } from '../../support/proxied-kafka.js';
import { Judge } from './judge.js';
import { planFaults, type Kind, type PlannedScenario, type PlannedFault } from './plan.js';
import { Probe } from './resume.js';
import { FaultScenario, type Stretch } from './scenario.js';
import { strike } from './strikes.js';

export interface RunOptions {
  readonly count: number;
  readonly seed: string;
  readonly kinds?: readonly Kind[];
  /** After this time there are no more faults; default: no limit. */
  readonly minutes?: number;
  /** The folder that keeps the services' logs even if nothing goes wrong. */
  readonly logs?: string;
  readonly say: (line: string) => void;
}

export interface Outcome {
  readonly number: number;
  readonly kind: Kind;
  readonly detail: string;
  /**
   * Time until the ledger had applied the log so far and every instance was ready; null: this never
   * happened.
   */
  readonly resumeMs: number | null;
  /** How often a stuck instance ended itself and was started again. */
  readonly stuck: number;
}

export interface RunResult {
  /** The number of planned faults; fewer were struck if time ran out or a scenario was given up. */
  readonly planned: number;
  readonly outcomes: readonly Outcome[];
  /** Everything found wrong, each with the fault that broke it. */
  readonly wrong: readonly Complaint[];
  readonly records: number;
  readonly awards: number;
  readonly judgements: number;
  readonly seconds: number;
  /** The folder with logs and books of failures. */
  readonly kept: string | null;
}

/** `set-up`: a failure outside of a fault, which also fails the run. */
export type Wrong = 'lost' | 'doubled' | 'differs' | 'verify' | 'hand' | 'set-up';

export interface Complaint {
  /** The number of the fault before the finding; null if no fault caused it. */
  readonly fault: number | null;
  /** The kind of that fault, or of all faults in the scenario if none caused it. */
  readonly kinds: readonly Kind[];
  readonly what: Wrong;
  readonly sentence: string;
}

/** Strikes fault after fault and judges everything after each. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const run = new Run(options);
  const kafka = await startProxiedKafka();
  try {
    for (const planned of planFaults(options.count, options.seed, options.kinds)) {
      await run.playScenario(kafka, planned);
    }
  } finally {
    kafka.proxy.stop();
    await kafka.kafka.remove();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { ...run.result(), planned: options.count, seconds };
}

class Run {
  private readonly outcomes: Outcome[] = [];
  private readonly wrong: Complaint[] = [];
  private readonly total = { records: 0, awards: 0, judgements: 0 };
  private readonly endsAt: number;
  private kept: string | null = null;

  constructor(private readonly options: RunOptions) {
    this.endsAt = performance.now() + (options.minutes ?? Infinity) * 60_000;
  }

  result(): Omit<RunResult, 'planned' | 'seconds'> {
    const { outcomes, wrong, kept } = this;
    return { outcomes, wrong, kept, ...this.total };
  }

  /** Plays one scenario. A failure ends it; the others still run. */
  async playScenario(kafka: ProxiedKafka, { redis, faults }: PlannedScenario): Promise<void> {
    if (performance.now() > this.endsAt) return;
    const nobodys = { fault: null, kinds: [...new Set(faults.map(({ kind }) => kind))] };
    let scenario: FaultScenario | null = null;
    try {
      // A broker may still be down from the previous scenario.
      if (kafka.kafka.running.hasExited()) await kafka.kafka.startAgain();
      scenario = await FaultScenario.open(kafka, redis);
      const judge = new Judge(scenario);
      for (const fault of faults) {
        if (performance.now() > this.endsAt) break;
        if (!(await this.playFault(scenario, judge, fault))) break;
      }
    } catch (error) {
      this.complain(scenario, nobodys, 'set-up', String(error));
    }
    if (this.options.logs !== undefined) scenario?.keepLogs(this.options.logs);
    await scenario?.close().catch((error) => this.complain(null, nobodys, 'set-up', String(error)));
  }

  /**
   * Runs the load, one fault during it, and the judgement.
   * @returns whether all was found right
   * @throws Error if the load does not begin, or if the broken part cannot be repaired
   */
  private async playFault(
    scenario: FaultScenario,
    judge: Judge,
    fault: PlannedFault,
  ): Promise<boolean> {
    const { number, kind } = fault;
    const stretch = await scenario.beginStretch(`${this.options.seed}/${number}`, kind);
    let repair;
    try {
      repair = await this.play(scenario, stretch, fault);
    } catch (error) {
      this.outcomes.push({ number, kind, detail: String(error), resumeMs: null, stuck: 0 });
      const said = await scenario.health();
      this.complain(scenario, blamed(fault), 'hand', `${String(error)}\n${said}`);
      this.keepBooks(stretch);
      return false;
    }
    await repair?.();
    return this.judge(scenario, judge, stretch, fault);
  }

  private async play(
    scenario: FaultScenario,
    stretch: Stretch,
    fault: PlannedFault,
  ): Promise<(() => Promise<void>) | undefined> {
    const { number, kind, chance } = fault;
    const probe = new Probe(scenario, stretch);
    const target = { scenario, stretch, probe, chance };
    const before = scenario.selfEnded;
    const { backAt, detail: done, repair } = await strike(kind, target);
    await probe.comesThrough();
    await scenario.untilWhole();
    const resumeMs = performance.now() - backAt;
    for (const { child } of scenario.instances) {
      if (child.exitCode !== null) throw new Error(`A service ended by itself: ${child.exitCode}.`);
    }
    const stuck = scenario.selfEnded - before;
    const detail = stuck === 0 ? done : `${done}; stuck, and started again`;
    this.outcomes.push({ number, kind, detail, resumeMs, stuck });
    const shown = `${(resumeMs / 1_000).toFixed(1)} s`.padStart(6);
    this.options.say(`${String(number).padStart(4)} ${kind.padEnd(14)} ${shown}  ok  ${detail}`);
    return repair;
  }

  private async judge(
    scenario: FaultScenario,
    judge: Judge,
    stretch: Stretch,
    fault: PlannedFault,
  ): Promise<boolean> {
    const before = this.wrong.length;
    const complain = (what: Wrong, sentence: string): void =>
      this.complain(scenario, blamed(fault), what, sentence);
    try {
      const { records, awards, findings, disagreement } = await judge.judge(stretch);
      this.total.records += records;
      this.total.awards += awards;
      this.total.judgements += 1;
      for (const { what, sentence } of findings) complain(what, sentence);
      if (disagreement !== null) complain('verify', disagreement);
      if (this.wrong.length === before) {
        const counted = `${records.toLocaleString('en')} records, ${awards} awards`;
        this.options.say(`     judged: ${counted}; nothing lost, nothing doubled; verify agrees`);
      }
    } catch (error) {
      complain('hand', String(error));
    }
    if (this.wrong.length > before) this.keepBooks(stretch);
    return this.wrong.length === before;
  }

  private complain(
    scenario: FaultScenario | null,
    { fault, kinds }: Pick<Complaint, 'fault' | 'kinds'>,
    what: Wrong,
    sentence: string,
  ): void {
    this.wrong.push({ fault, kinds, what, sentence });
    this.kept ??= mkdtempSync(join(tmpdir(), 'jackpot-faults-'));
    scenario?.keepLogs(this.kept);
    const after = fault === null ? 'between faults' : `after fault ${fault}, ${kinds.join(', ')}`;
    this.options.say(`     WRONG (${what}) ${after}: ${sentence}`);
  }

  private keepBooks({ booksFile }: Stretch): void {
    if (!this.kept || booksFile === undefined) return;
    cpSync(booksFile, join(this.kept, booksFile.split('/').at(-1) as string));
  }
}

function blamed({ number, kind }: PlannedFault): Pick<Complaint, 'fault' | 'kinds'> {
  return { fault: number, kinds: [kind] };
}
