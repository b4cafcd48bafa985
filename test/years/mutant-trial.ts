import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../tools/process/paths.mjs';
import type { Mutant } from './mutants.js';

/** A copy of the tree in which sources get faults, one after the other. */
export class MutantTrial {
  private readonly folder = mkdtempSync(join(tmpdir(), 'years-mutants-'));

  constructor() {
    const settings = ['package.json', 'tsconfig.json', 'jest.config.mjs'];
    for (const name of ['apps', 'libs', 'test', 'tools', 'deploy', ...settings]) {
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    }
    symlinkSync(resolve(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /**
   * Whether the specs fail with this fault.
   * @throws Error if the fault finds no place
   */
  isCaught({ name, file, find, replace, specs }: Mutant): boolean {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(find).length !== 2) throw new Error(`“${name}” finds no place in ${file}`);
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    const failed = this.failedTests(specs);
    writeFileSync(path, source);
    return failed > 0;
  }

  /** @throws Error if specs fail in the copy without any fault */
  assertSound(specs: string): void {
    const failed = this.failedTests(specs);
    if (failed > 0) throw new Error(`${failed} tests of ${specs} fail without a fault`);
  }

  private failedTests(specs: string): number {
    const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--silent'];
    const { stderr } = spawnSync(process.execPath, [...jest, '--testPathPatterns', specs], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    const [, failed, ran] = /^Tests: +(?:(\d+) failed, )?.*?(\d+) total$/m.exec(stderr) ?? [];
    if (!Number(ran)) throw new Error(`No test of ${specs} ran: ${stderr}`);
    return Number(failed ?? 0);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
