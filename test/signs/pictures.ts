/**
 * `npm run signs:pictures` takes pictures of the sign in every language, two currencies and seven
 * layouts, and in each of its states, as contact sheets in `test/signs/report`. With `--check` it
 * compares them with the existing ones, and exits 1 if more than a hundredth of a sheet looks
 * different.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '#tools/process/process.mjs';
import { launch } from './browser.js';
import { contactSheet, difference, mostDifferent, sheets } from './shots.js';

const report = 'test/signs/report';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string' },
    png: { type: 'string' },
  },
});
const browser = await launch();
const blank = await browser.newPage();
mkdirSync(report, { recursive: true });
for (const [name, shots] of Object.entries(sheets())) {
  if (values.only !== undefined && values.only !== name) continue;
  const file = `${report}/${name}.jpg`;
  const sheet = await contactSheet(browser, shots, values.png);
  if (!values.check) {
    writeFileSync(file, sheet);
    say(`${file}: ${shots.length} pictures, ${Math.round(sheet.length / 1024)} KB`);
    continue;
  }
  const share = await difference(blank, readFileSync(file), sheet);
  say(`${file}: ${(share * 100).toFixed(2)} % of it look different`);
  if (share > mostDifferent) process.exitCode = 1;
}
await browser.close();
