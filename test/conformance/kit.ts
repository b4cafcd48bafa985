import { tokenOfTable } from '#testing/test-stack';
import { Arrivals } from './arrivals.js';
import type { TableCase } from './cases/case.js';
import { CannotDo, type DriverDoor } from './door.js';
import type { House, KitJackpot } from './house.js';
import type { Settings } from './instructions.js';
import { Line } from './line.js';
import { CaseFailed, Play, type PlayLimits } from './play.js';

/** The result of a case. */
export interface CaseResult {
  readonly name: string;
  readonly clause: string;
  readonly demand: string;
  readonly verdict: 'passed' | 'failed' | 'left out';
  /** Why it failed or was left out; null if it passed. */
  readonly why: string | null;
  /** The tasks and the answers, in order. */
  readonly asked: readonly string[];
  /** The events of the table in the log, and the ledger's judgement on each. */
  readonly came: readonly string[];
  readonly seconds: number;
}

/** The table of a case: each case has its own, so that cases do not disturb each other. */
function tableOf(kit: string, index: number): string {
  return `${kit}${String(index + 1).padStart(2, '0')}`;
}

/** The names of all tables of a kit, or of those that play for one of its jackpots. */
export function namesOf(kit: string, cases: readonly TableCase[], jackpot?: KitJackpot): string[] {
  return cases.flatMap((each, index) =>
    jackpot === undefined || each.jackpot === jackpot ? [tableOf(kit, index)] : [],
  );
}

/** Tries the demands on one controller, which a driver drives. */
export class ConformanceKit {
  private readonly line: Line;
  private address = '';

  private constructor(
    private readonly name: string,
    private readonly house: House,
    private readonly door: DriverDoor,
    private readonly cases: readonly TableCase[],
  ) {
    this.line = new Line(house.gateway);
  }

  /** @param name the beginning of the names of its tables and jackpots */
  static async open(
    name: string,
    parts: {
      readonly house: House;
      readonly door: DriverDoor;
      /** All cases, so that each has its own table. */
      readonly cases: readonly TableCase[];
      /** The address to listen on. */
      readonly host: string;
    },
  ): Promise<ConformanceKit> {
    const { house, door, cases, host } = parts;
    const kit = new ConformanceKit(name, house, door, cases);
    kit.address = await kit.line.start(host);
    const kinds = new Map<KitJackpot, string[]>();
    for (const [index, { jackpot = 'main' }] of cases.entries()) {
      kinds.set(jackpot, [...(kinds.get(jackpot) ?? []), tableOf(name, index)]);
    }
    for (const [kind, tables] of kinds) {
      await house.configure(kit.jackpotOf(kind), kind, tables);
    }
    return kit;
  }

  async play(one: TableCase, limits: PlayLimits): Promise<CaseResult> {
    const began = performance.now();
    const { name, clause, demand, jackpot = 'main' } = one;
    const settings: Settings = {
      gateway: this.address,
      jackpot: this.jackpotOf(jackpot),
      ...this.tableFor(one),
      disk: 'new',
      clockHours: 0,
      heartbeatSeconds: null,
    };
    const { house, door, line } = this;
    line.forget();
    const { jackpot: id, table } = settings;
    const arrivals = await Arrivals.of(house.stack, house.gateway, id, table);
    const play = new Play({ name, house, door, line, arrivals, limits, settings });
    const [verdict, why] = await this.outcome(one, play);
    await arrivals.look();
    const came = arrivals.records.map((record) => {
      const refusal = arrivals.refusalOf(record);
      const outcome = refusal === null ? 'applied' : refusal ? `refused: ${refusal}` : 'not judged';
      return `${record.text} ${outcome}`;
    });
    if (arrivals.repeats > 0) came.push(`${arrivals.repeats} came again, to the byte`);
    await arrivals.close();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { name, clause, demand, verdict, why, asked: play.trace, came, seconds };
  }

  close(): void {
    this.line.close();
  }

  private async outcome(
    one: TableCase,
    play: Play,
  ): Promise<[CaseResult['verdict'], string | null]> {
    try {
      await one.play(play);
      await play.judge();
      return ['passed', null];
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof CannotDo) return one.extra ? ['left out', message] : ['failed', message];
      if (error instanceof CaseFailed) return ['failed', message];
      throw error;
    } finally {
      this.line.mend();
      await play.off();
    }
  }

  private tableFor(one: TableCase): Pick<Settings, 'table' | 'token' | 'key'> {
    const table = tableOf(this.name, this.cases.indexOf(one));
    return { table, token: tokenOfTable(table), key: this.house.keyOf(table) };
  }

  private jackpotOf(kind: KitJackpot): string {
    return `${this.name.toLowerCase()}-${kind}`;
  }
}
