import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, type Root, type UserError } from '#contract';
import { WrittenLog } from '#testing/written-log';
import { checkpointName, manifestName } from '../archive-names.js';
import { proveArchive } from '../verify-archive.js';
import { WrittenLedger } from './written-ledger.js';

/** An archive of three spans, each of one day and partition 0, whose files can be restored. */
export class ThreeSpans {
  private readonly ledger = new WrittenLedger();
  readonly folder = this.ledger.archive;
  /** Each file as it was written. */
  readonly kept = new Map<string, Buffer>();

  static async write(): Promise<ThreeSpans> {
    const spans = new ThreeSpans();
    const { ledger, folder } = spans;
    const { log } = ledger;
    log.configure('main');
    for (const round of ['1', '2', '3']) {
      log.bet('main', 'T1', round, 1).bet('main', 'T1', round, 2);
      log.settle('main', 'T1', round, [{ seat: 1, hand: 'flush' }]);
      await ledger.commit().add(ledger.checkpoint(round));
    }
    for (const number of [1, 2, 3]) {
      const day = `2026-11-21.00000${number}.zst`;
      const names = [
        manifestName(number),
        checkpointName(number),
        `events/00/${day}`,
        `journal/00/${day}`,
      ];
      for (const name of names) spans.kept.set(name, readFileSync(join(folder, name)));
    }
    return spans;
  }

  restore(): void {
    for (const [name, bytes] of this.kept) writeFileSync(join(this.folder, name), bytes);
  }

  remove(): void {
    this.ledger.remove();
  }

  manifest(number: number): string {
    return join(this.folder, manifestName(number));
  }

  events(number: number): string {
    return join(this.folder, `events/00/2026-11-21.00000${number}.zst`);
  }

  /** The sentence and exit code with which a proof refuses the archive. */
  async refused(root: Root = WrittenLog.context.root): Promise<[string, number]> {
    return proveArchive(this.folder, root).then(
      () => ['nothing was refused', 0],
      (error: UserError) => [error.message, error.exitCode],
    );
  }

  /**
   * Expects that a proof refuses the archive with one sentence.
   * @param end text that the sentence contains
   */
  async expectRefused(begin: string, end = '', code: number = exitCodes.differs): Promise<void> {
    const [sentence, exitCode] = await this.refused();
    expect(sentence).toMatch(/\.$/);
    expect([sentence.slice(0, begin.length), sentence, exitCode]).toEqual([
      begin,
      expect.stringContaining(end),
      code,
    ]);
  }
}
