import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/process/paths.mjs';
import { run } from '../../tools/process/process.mjs';

interface Edit {
  readonly file: string;
  /** Occurs exactly once. */
  readonly find: string;
  readonly replace: string;
}

/**
 * A possible later release: version 0.2.0 with edition 2, in which a bet's contribution to the pool
 * is rounded down to the minor unit, and a configuration has one more member, with a default.
 */
const edits: readonly Edit[] = [
  { file: 'package.json', find: '"version": "0.1.0"', replace: '"version": "0.2.0"' },
  {
    file: 'libs/pools/src/editions.ts',
    find: 'export const newestEdition = 1;',
    replace: 'export const newestEdition = 2;',
  },
  {
    file: 'libs/pools/src/step.ts',
    find: '  readonly table: TableState;',
    replace: '  readonly table: TableState;\n  readonly edition: number;',
  },
  {
    file: 'libs/pools/src/fold.ts',
    find: '  const step: Step = { jackpot,',
    replace: '  const { edition } = state.authority;\n  const step: Step = { jackpot, edition,',
  },
  {
    file: 'libs/pools/src/bets.ts',
    find: 'contribution(jackpot, stakeMicros)',
    replace: 'contribution(jackpot, stakeMicros, step.edition)',
  },
  {
    file: 'libs/pools/src/contribution.ts',
    find: '  stakeMicros: bigint,\n)',
    replace: '  stakeMicros: bigint,\n  edition: number,\n)',
  },
  {
    file: 'libs/pools/src/contribution.ts',
    find: '  const poolPart = (stakeMicros * inForce.poolRate) / basisPoints;',
    replace: `  const exact = (stakeMicros * inForce.poolRate) / basisPoints;
  const poolPart = edition < 2 ? exact : exact - (exact % inForce.minorUnitMicros);`,
  },
  {
    file: 'libs/contract/src/decode.ts',
    find: 'return decodeConfigured(identity, data);',
    replace: 'return decodeConfigured(identity, data, context.authority.edition);',
  },
  {
    file: 'libs/contract/src/decode.ts',
    find: 'function decodeConfigured(identity: SignedIdentity, data: Record<string, unknown>): Decoded {',
    replace: `function decodeConfigured(
  identity: SignedIdentity,
  data: Record<string, unknown>,
  edition: number,
): Decoded {`,
  },
  {
    file: 'libs/contract/src/decode.ts',
    find: 'const read = readConfiguration(nested ?? flat);',
    replace: 'const read = readConfiguration(nested ?? flat, edition);',
  },
  {
    file: 'libs/contract/src/configuration.ts',
    find: '    approvals: approvals.nullable()',
    replace: `    season: z.string().max(64).optional(),
    approvals: approvals.nullable()`,
  },
  {
    file: 'libs/contract/src/configuration.ts',
    find: '  written: unknown,\n): { configuration: CheckedConfiguration;',
    replace: '  written: unknown,\n  edition = 2,\n): { configuration: CheckedConfiguration;',
  },
  {
    file: 'libs/contract/src/configuration.ts',
    find: '    ...nonsense(sound),\n',
    replace: `    ...nonsense(sound),
    ...(edition < 2 && sound.season !== undefined ? ['season is no member in edition 1'] : []),
`,
  },
  {
    file: 'libs/contract/src/configuration.ts',
    find: '  return { configuration, exponent };',
    replace: `  if (edition >= 2) configuration.season ??= 'all-year';
  return { configuration, exponent };`,
  },
  {
    file: 'libs/pools/src/configuration.ts',
    find: '  readonly maxTables: number;',
    replace: '  readonly maxTables: number;\n  readonly season?: string | undefined;',
  },
];

/** A build of a later release, in its own folder. */
export class NextBuild {
  private constructor(readonly folder: string) {}

  /** @throws Error if an edit does not fit the sources */
  static async make(): Promise<NextBuild> {
    const folder = mkdtempSync(join(tmpdir(), 'next-build-'));
    const settings = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
    for (const name of ['apps', 'libs', 'tools', ...settings]) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, find, replace } of edits) {
      const path = join(folder, file);
      const source = readFileSync(path, 'utf8');
      if (source.split(find).length !== 2) throw new Error(`${file} must have once: ${find}`);
      writeFileSync(
        path,
        source.replace(find, () => replace),
      );
    }
    const build = "await (await import('./tools/build.mjs')).ensureBuilt({ checksTypes: false })";
    const args = ['--input-type=module', '-e', build];
    const { code, output } = await run(process.execPath, args, { cwd: folder });
    if (code !== 0) throw new Error(output);
    return new NextBuild(folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
