/**
 * `npm run signs:fuzz -- --frames 1000000 --seed 1`: sends a million frames from a hostile gateway,
 * and checks in each animation frame what the sign shows. Exits 1 if it showed a wrong amount.
 */
import { parseArgs } from 'node:util';
import { say } from '#tools/process/process.mjs';
import { launch, openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { Fuzzer, chanceOf, readableShare } from './load.js';
import { aboutOf } from './wire.js';

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const [frames, seed] = [Number(values.frames), Number(values.seed)];

const gateway = await TestGateway.start();
gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
const browser = await launch();
const page = await openSign(browser, gateway);
const fuzzer = new Fuzzer(gateway, chanceOf(seed));
let reported = 0;
while (fuzzer.sent < frames) {
  await fuzzer.send(Math.min(50_000, frames - fuzzer.sent));
  await fuzzer.settle(page);
  const { messages, frames: painted, settled, wrong, violations } = await sampled(page);
  for (const violation of violations.slice(reported)) say(violation);
  reported = violations.length;
  say(
    `${fuzzer.sent} sent, ${messages} received, ${painted} animation frames, ${settled} amounts stood, ${wrong} wrong`,
  );
}
const share = await readableShare(page, fuzzer, 10_000);
const { wrong } = await sampled(page);
say(`seed ${seed}: ${wrong} wrong amounts; ${(share * 100).toFixed(1)} % of frames can be read`);
await browser.close();
await gateway.close();
process.exitCode = wrong === 0 && share >= 0.8 ? 0 : 1;
