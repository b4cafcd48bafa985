import { homePartition, type AwardMessage, type ExceptionMessage } from '#contract';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { audit, auditCount, type Finding, type Service } from '../auditor/audit.js';
import { Expected } from '../auditor/expected.js';
import { untilCaughtUp } from './resume.js';
import { partitions, type FaultScenario, type Stretch } from './scenario.js';

export interface Judgement {
  /** The records that the brokers acknowledged, and the awards in them, during this one fault. */
  readonly records: number;
  readonly awards: number;
  /**
   * About everything in the scenario so far: if a fault spoils old money, the finding counts for
   * that fault.
   */
  readonly findings: readonly Finding[];
  /** The output of `verify` if it disagrees. */
  readonly disagreement: string | null;
}

type AccountTexts = Record<'pool' | 'reserve' | 'house' | 'players' | 'held', string>;

/**
 * Judges the ledger of one scenario after each of its faults. A scenario ends at the first finding,
 * so everything was right before the last fault, and that fault broke it.
 */
export class Judge {
  private readonly expected = new Expected();

  constructor(private readonly scenario: FaultScenario) {}

  /** Ends the load, waits for the ledger, then runs the auditor and `verify` on everything. */
  async judge(stretch: Stretch): Promise<Judgement> {
    const code = await stretch.end();
    if (code !== 0) {
      throw new Error(`The pit gave up, so its books prove nothing: ${stretch.pit.output}`);
    }
    await untilCaughtUp(this.scenario);
    const before = this.countAwards();
    const records = await this.enter(stretch);
    const awards = this.countAwards() - before;
    const counted = auditCount(stretch.pit.output, records);
    const findings = [...counted, ...(await this.whatDiffers())];
    const { code: verified, output } = await this.scenario.stack.cli('verify');
    return { records, awards, findings, disagreement: verified === 0 ? null : output };
  }

  /** @returns the number of records that the brokers acknowledged */
  private async enter({ jackpots, ...stretch }: Stretch): Promise<number> {
    for (const each of jackpots) this.expected.configure(each);
    const books = await stretch.books();
    for (const record of books) this.expected.take(record);
    return books.length;
  }

  private countAwards(): number {
    return this.expected.awards.size;
  }

  /**
   * Audits until all agrees: the relay may still be busy. A difference after ten seconds is a
   * finding.
   * @throws Error if the service does not answer at all, which is not an agreement
   */
  private async whatDiffers(): Promise<readonly Finding[]> {
    const audits: (readonly Finding[])[] = [];
    const agrees = async (): Promise<boolean> => {
      const findings = audit(this.expected, await this.whatServiceSays());
      audits.push(findings);
      return findings.length === 0;
    };
    const failure = await until('the outputs', agrees).catch((error: unknown) => error);
    const last = audits.at(-1);
    if (!last) throw failure;
    return last;
  }

  private async whatServiceSays(): Promise<Service> {
    const { stack } = this.scenario;
    const ids = [...this.expected.jackpots];
    const accounts = await Promise.all(ids.map(async (id) => this.accountsOf(id)));
    const awards = await stack.outputs<AwardMessage>('awards');
    const exceptions = await stack.outputs<ExceptionMessage>('exceptions');
    return { accounts: new Map(accounts), awards, exceptions };
  }

  private async accountsOf(id: string): Promise<[string, AccountTexts]> {
    const { url } = this.scenario.instance(0);
    const view = await getJson<{ accounts: AccountTexts; partition: number }>(
      `${url}/v1/jackpots/${id}`,
    );
    if (view.partition !== homePartition(id, partitions)) throw new Error(`${id} is not at home.`);
    return [id, view.accounts];
  }
}
