import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { wordsOf, type Happening, type Settings } from './instructions.js';

/** Drives a table on `libs/table-client`: fetches each happening and performs it. */
export class ClientDriver {
  private readonly folder = mkdtempSync(join(tmpdir(), 'jackpot-driver-'));
  private table: ChildProcess | undefined;
  private readonly answers: ((line: string) => void)[] = [];
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  /** @param edits file of faults in the sources (`test/support/source-edits.mjs`) */
  constructor(
    private readonly door: string,
    private readonly edits?: string,
  ) {}

  start(): void {
    this.running = this.run().catch((error: unknown) => {
      if (!this.closing.signal.aborted) throw error;
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
    await this.cutPower();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const response = await fetch(`${this.door}/v1/next`, { signal });
      if (response.status !== 200) continue;
      const asked = (await response.json()) as Happening & { readonly number: number };
      const answer = { number: asked.number, ...(await this.take(asked)) };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(answer);
      await fetch(`${this.door}/v1/done`, { method: 'POST', headers, body, signal });
    }
  }

  private async take(asked: Happening): Promise<object> {
    if (asked.do === 'start') await this.switchOn(asked.settings);
    else if (asked.do === 'cut-power') await this.cutPower();
    else if (asked.do !== 'end') return this.tell(asked);
    return {};
  }

  /** Tells the table what happens, and waits until the table has accepted it. */
  private async tell(asked: Happening): Promise<object> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.answers.push(resolve);
    this.table?.stdin?.write(`${JSON.stringify(asked)}\n`);
    const line = await promise;
    if (asked.do !== 'look') return {};
    return { shows: wordsOf(asked).includes(line) ? line : 'another' };
  }

  private async switchOn(settings: Settings): Promise<void> {
    await this.cutPower();
    const file = join(this.folder, `${settings.table}.db`);
    if (settings.disk === 'new') {
      for (const each of [file, `${file}-wal`]) rmSync(each, { force: true });
    }
    const keyFile = join(this.folder, `${settings.table}.jwk`);
    if (settings.key) writeFileSync(keyFile, JSON.stringify(settings.key), { mode: 0o600 });
    const clock = settings.clockHours === 0 ? [] : ['--import', wrongClock(settings.clockHours)];
    const edits = this.edits === undefined ? [] : ['--import', './test/support/source-edits.mjs'];
    const flags = ['--conditions=source', '--no-warnings', ...edits];
    const own = JSON.stringify({ ...settings, file, keyFile });
    const source = ['--import', './tools/typescript.mjs', ...clock, 'test/conformance/table.ts'];
    this.table = spawn(process.execPath, [...flags, ...source, own], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, SOURCE_EDIT: this.edits ?? '' },
    });
    this.table.stdin?.on('error', () => undefined);
    const lines = createInterface({ input: this.table.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => this.answers.shift()?.(line));
  }

  private async cutPower(): Promise<void> {
    const { table } = this;
    this.table = undefined;
    if (table === undefined || table.exitCode !== null || table.signalCode !== null) return;
    table.kill('SIGKILL');
    await once(table, 'exit');
    // Callers that wait for its answer see a dark display.
    for (const answer of this.answers.splice(0)) answer('none');
  }
}

/** A module that sets the clock of a process wrong. */
function wrongClock(hours: number): string {
  const code = `const now = Date.now; const { Date: Real } = globalThis;
    Date.now = () => now() + ${hours * 3_600_000};
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); } };
    globalThis.Date.now = () => now() + ${hours * 3_600_000};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
