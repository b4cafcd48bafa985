import { execFileSync } from 'node:child_process';

/**
 * The long form, with 50 million: `test/scale/proving.ts journal 50000000`. When a proof kept a
 * link of each block, 200,000 of them did not fit into this heap.
 */
test('a chain of 200,000 blocks is walked and read again in a heap of 48 MB', () => {
  const source = ['--conditions=source', '--import', './tools/typescript.mjs'];
  const program = ['test/scale/proving.ts', 'journal', '200000'];
  const output = execFileSync(
    process.execPath,
    ['--max-old-space-size=48', ...source, ...program],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  expect(output).toMatch(/^200,000 blocks: walked in /);
});
