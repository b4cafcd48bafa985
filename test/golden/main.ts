import { newestEdition } from '#pools';
import { GoldenFiles } from './golden-log.js';
import { goldenLogs, madeRecords } from './golden-logs.js';

/**
 * `npm run golden` writes the golden logs of the newest edition anew, on purpose: what they were
 * made of, and what the fold of this tree gives. Once a release has the edition, never again.
 */
for (const log of goldenLogs(madeRecords)) {
  new GoldenFiles(newestEdition, log.name).write(log);
  process.stdout.write(`edition ${newestEdition}: ${log.name}, ${log.records.length} records\n`);
}
