import { run } from '#tools/process/process.mjs';
import { serviceEnvironment, serviceFlags } from './memory.js';

test.each(['jackpot', 'signs'])(
  'a bare node dist/apps/%s has the limits of the memory, in the same process',
  async (app) => {
    const shown = `console.error('started ' + JSON.stringify([process.pid, process.execArgv, process.env.MALLOC_ARENA_MAX ?? '']))`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shown)}` };
    const { code, output } = await run(process.execPath, [`dist/apps/${app}/src/main.js`], { env });
    const starts = [...output.matchAll(/^started (.*)$/gm)].map(
      ([, text = '']) => JSON.parse(text) as [number, string[], string],
    );
    const [first, second] = starts;
    expect(starts).toHaveLength(2);
    expect(first?.slice(1)).toEqual([[], '']);
    expect(second).toEqual([first?.[0], serviceFlags, serviceEnvironment.MALLOC_ARENA_MAX]);
    expect(output).toContain('The environment is not valid');
    expect(code).toBe(78);
  },
);
