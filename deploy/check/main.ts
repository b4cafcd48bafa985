import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkChart, checkResources } from './chart.js';
import { Failed, NotChecked, type Check } from './check.js';
import { checkCompose } from './compose.js';
import { checkImage } from './image.js';
import { checkPermissions } from './permissions.js';

/**
 * `npm run deploy:check`: the checks with tools that not every machine has. Exits with 1 if a check
 * failed, with 2 if a tool was missing, else with 0. Names of checks select some of them.
 */
const folder = mkdtempSync(join(tmpdir(), 'jackpot-deploy-'));
const checks: Readonly<Record<string, Check>> = {
  chart: checkChart,
  resources: () => checkResources(folder),
  compose: checkCompose,
  kafka: () => checkPermissions(folder),
  image: () => checkImage(folder),
};

const failedCode = 1;
const notCheckedCode = 2;
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in checks));
if (unknown.length > 0) console.log(`FAILED: there is no check ${unknown.join(', ')}.`);
let exitCode = unknown.length > 0 ? failedCode : 0;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [name, check] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  try {
    console.log(`${name}: ${await check()}`);
  } catch (error) {
    if (error instanceof NotChecked) console.log(`${name}: NOT CHECKED: ${error.message}`);
    else if (error instanceof Failed) console.log(`${name}: FAILED: ${error.message}`);
    else throw error;
    const code = error instanceof NotChecked ? notCheckedCode : failedCode;
    exitCode = exitCode === failedCode ? failedCode : code;
  }
}
process.exitCode = exitCode;
