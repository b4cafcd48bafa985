import { asyncApiDocument } from '#contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { dashboardFiles } from '../deploy/grafana/dashboards.js';
import { kafkaFiles } from '../deploy/kafka/files.js';

/**
 * Writes the committed files that follow from a source: the published form of the contract,
 * Grafana's dashboards, Kafka's needs before the first start, and the alerts of the chart. Run at
 * the root of the project.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const asyncApi = await format(JSON.stringify(asyncApiDocument(version)), {
  parser: 'json',
  printWidth: 100,
});
const files = new Map([
  ['libs/contract/asyncapi.json', asyncApi],
  ...(await dashboardFiles()),
  ...kafkaFiles(),
  // Helm reads only files in the chart.
  ['deploy/helm/jackpot/files/alerts.yml', readFileSync('deploy/prometheus/alerts.yml', 'utf8')],
]);
for (const [file, text] of files) {
  writeFileSync(file, text);
  console.log(`${file} is written.`);
}
