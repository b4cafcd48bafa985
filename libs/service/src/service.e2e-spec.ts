import { lineNames, version } from '#contract';
import { run } from '../../../tools/process/process.mjs';

/** Contract 9.5 and contract 11, with a minimal service. */
test('a service logs JSON lines with names alone, and a bug ends it with 70, without its arguments', async () => {
  const file = 'libs/service/src/testing/failing-service.ts';
  const args = ['--conditions=source', '--import', './tools/typescript.mjs', file];
  const { code, output } = await run(process.execPath, args, { env: { PATH: '/usr/bin' } });
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ level, event }) => [level, event])).toEqual([
    ['info', 'listening'],
    ['warn', 'process-warning'],
    ['fatal', 'service-failed'],
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ service: 'failing', version, msg: expect.any(String) });
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(lineNames).toContain(line['event']);
  }
  expect(lines.at(-1)).toMatchObject({ exitCode: 70, stack: expect.stringContaining('our bug') });
  expect(code).toBe(70);
  expect(output).not.toContain('pw-of-redis');
});
