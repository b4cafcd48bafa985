import { newestEdition } from '#pools';
import { GoldenFiles } from './golden-log.js';
import { goldenLogs, madeRecords } from './golden-logs.js';

/**
 * `npm run golden` deliberately rewrites the golden logs of the newest edition: their records, and
 * the result of this tree's fold. Never run it again once a release has the edition.
 */
for (const log of goldenLogs(madeRecords)) {
  new GoldenFiles(newestEdition, log.name).write(log);
  process.stdout.write(`edition ${newestEdition}: ${log.name}, ${log.records.length} records\n`);
}
