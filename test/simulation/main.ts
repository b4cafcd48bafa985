Error.stackTraceLimit = 0;
import { simulate } from './simulate.js';

const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 1);
const t0 = performance.now();
let records = 0, commits = 0, broken = 0;
const counts: Record<string, number> = {};
for (let s = seed; s < seed + count; s++) {
  const o = await simulate(s);
  records += o.records; commits += o.commits;
  for (const [k, v] of Object.entries(o.counts)) counts[k] = (counts[k] ?? 0) + v;
  if (o.failure) { broken++; console.log(s, o.failure, o.kinds.join(',')); }
  if (process.env.STORY) for (const t of o.story) console.log(String(t.atMs.toFixed(1)).padStart(10), t.text);
}
console.log({ records, commits, broken, ms: performance.now() - t0 });
console.log(counts);
