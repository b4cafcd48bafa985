import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { lineNames, version } from '#contract';
import { until } from '#testing/until';
import { guard, run } from '#tools/process/process.mjs';
import { freePort } from '#tools/stack/ports.mjs';

const file = 'libs/service/src/testing/failing-service.ts';
const args = ['--conditions=source', '--import', './tools/typescript.mjs', file];

/** Contract 9.5 and contract 11, with a minimal service. */
test('a service logs JSON lines with names alone, and a bug ends it with 70, without its arguments', async () => {
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

/** Runs the service with a log on a full disk. @returns the exit code */
async function onFullDisk(
  own: readonly string[] = [],
  use = (_: (signal: NodeJS.Signals) => void): Promise<void> => Promise.resolve(),
): Promise<number | null> {
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'inherit'] as const;
  const child = spawn(process.execPath, [...args, ...own], { env: {}, stdio: [...stdio] });
  const release = guard(child.pid as number);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await use((signal) => child.kill(signal));
  return exit.finally(release);
}

test('a service whose log is on a full disk answers, and ends as usual', async () => {
  const port = await freePort();
  const code = await onFullDisk([String(port)], async (send) => {
    const asked = () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await until('an answer', async () => (await asked())?.status === 404);
    send('SIGTERM');
  });
  expect(code).toBe(0);
  expect(await onFullDisk()).toBe(70);
});
