import { homePartition, type AwardMessage, type ExceptionMessage } from '#contract';
import { getJson } from '../../support/bed.js';
import { until } from '../../support/until.js';
import { audit, type Finding, type Service } from '../auditor/audit.js';
import { readBooks } from '../auditor/books.js';
import { ExpectedJackpot } from '../auditor/expected.js';
import { untilCaughtUp } from './resume.js';
import type { Scene, Stretch } from './scene.js';

export interface Judgement {
  readonly records: number;
  readonly awards: number;
  readonly findings: readonly Finding[];
  /** What `verify` printed, where it did not agree. */
  readonly disagreement: string | null;
}

/** Ends the load, waits for the ledger, then has the auditor and `verify` look at everything. */
export async function judge(scene: Scene, stretch: Stretch): Promise<Judgement> {
  const code = await stretch.pit.stop();
  if (code !== 0) {
    throw new Error(`The pit gave up, so its books prove nothing: ${stretch.pit.output}`);
  }
  await untilCaughtUp(scene, stretch);
  const books = readBooks(stretch.booksFile);
  const expected = new Map(stretch.jackpots.map((each) => [each.id, new ExpectedJackpot(each)]));
  for (const event of books) expected.get(event.subject)?.take(event);
  const awards = [...expected.values()].reduce((sum, each) => sum + each.awards.size, 0);
  const findings = audit(expected, await whatServiceSays(scene, stretch, awards));
  const { code: verified, output } = await scene.bed.cli('verify');
  const disagreement = verified === 0 ? null : output;
  return { records: books.length, awards, findings, disagreement };
}

async function whatServiceSays(
  scene: Scene,
  { jackpots }: Stretch,
  awardsExpected: number,
): Promise<Service> {
  const { bed } = scene;
  const ids = new Set(jackpots.map(({ id }) => id));
  const accounts: [string, Record<'pool' | 'reserve' | 'house' | 'players', string>][] = [];
  for (const id of ids) {
    const view = await getJson<{ accounts: Record<'pool', string>; partition: number }>(
      `${scene.instance(0).url}/v1/jackpots/${id}`,
    );
    if (view.partition !== homePartition(id, 12)) throw new Error(`${id} is not at home.`);
    accounts.push([id, view.accounts as (typeof accounts)[number][1]]);
  }
  const count = async (): Promise<{ id: string; message: AwardMessage }[] | false> => {
    const found = await bed.outputs<AwardMessage>('awards');
    const ofThese = found.filter(({ message }) => ids.has(message.jackpot));
    return new Set(ofThese.map(({ id }) => id)).size >= awardsExpected && ofThese;
  };
  // The relay may still be at it; an award that never comes is the auditor's to find.
  const awards = await until('the awards', count, 10_000).catch(() =>
    bed.outputs<AwardMessage>('awards'),
  );
  const exceptions = await bed.outputs<ExceptionMessage>('exceptions');
  return { accounts: new Map(accounts), awards, exceptions };
}
