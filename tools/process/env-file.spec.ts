import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportLines, writeEnvFile } from './env-file.mjs';
import { run } from './process.mjs';

const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
const file = join(folder, 'env');
afterAll(() => rmSync(folder, { recursive: true }));

test('a shell that sources it has the values to the letter', async () => {
  const values = { A: 'it\'s $HOME `id` \\ "x"', B: 'redis://:p@h:1/0?a=1&b=2', C: undefined };
  writeEnvFile(file, exportLines(values));
  const { output } = await run('sh', [
    '-c',
    '. "$1" && printf "%s\\n" "$A" "$B" "${C-unset}"',
    '',
    file,
  ]);
  expect(output.split('\n')).toEqual([values.A, values.B, 'unset', '']);
});

test('only its owner reads it, and it is removed unless another has written it since', () => {
  const remove = writeEnvFile(file, exportLines({ A: '1' }));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, exportLines({ A: '2' }));
  remove();
  expect(readFileSync(file, 'utf8')).toBe("export A='2'\n");
  writeEnvFile(file, exportLines({ A: '2' }))();
  expect(() => readFileSync(file)).toThrow();
});
