import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process/paths.mjs';
import { serviceEnvironment, serviceFlags } from './service.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(['jackpot', 'signs'])(
  'npm run start:%s uses the flags of the demo and the tests',
  (app) => {
    const variables = Object.entries(serviceEnvironment).map(([name, value]) => `${name}=${value}`);
    const words = [
      'exec env',
      ...variables,
      'node',
      ...serviceFlags,
      `dist/apps/${app}/src/main.js`,
    ];
    expect(scripts[`start:${app}`]).toBe(words.join(' '));
  },
);
