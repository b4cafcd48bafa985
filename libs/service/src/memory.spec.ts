import { boundedStart, serviceEnvironment, serviceFlags } from './memory.js';

const bare = {
  execPath: '/usr/bin/node',
  execArgv: [],
  argv: ['/usr/bin/node', '/app/main.js', 'a'],
  env: { PATH: '/bin' },
};

test('a bare start gets every flag and variable, and keeps its own arguments', () => {
  expect(boundedStart(bare)).toEqual({
    args: ['/usr/bin/node', ...serviceFlags, '/app/main.js', 'a'],
    env: { PATH: '/bin', ...serviceEnvironment },
  });
});

test('what was started so is not started again', () => {
  const env = { ...bare.env, ...serviceEnvironment };
  expect(boundedStart({ ...bare, execArgv: serviceFlags, env })).toBeUndefined();
});

test('another value of the operator stays, given as a flag, in NODE_OPTIONS or as a variable', () => {
  const env = { NODE_OPTIONS: '--max_semi_space_size=32', MALLOC_ARENA_MAX: '4' };
  const started = boundedStart({ ...bare, execArgv: ['--parallel-scavenge', '--inspect'], env });
  expect(started?.args).toEqual([
    '/usr/bin/node',
    '--enable-source-maps',
    '--heap-growing-percent=70',
    '--parallel-scavenge',
    '--inspect',
    '/app/main.js',
    'a',
  ]);
  expect(started?.env).toMatchObject({ MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '131072' });
});
