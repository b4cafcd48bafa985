import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceEnvironment, serviceFlags } from '#service/memory';
import { startRedis } from '../../tools/stack/redis.mjs';
import { fillTables, loadTables } from './stored-tables.js';

/**
 * Measures how long a partition with many tables takes to open, and the memory of the process then:
 * `node tools/bootstrap.mjs program test/scale/loading.ts [TABLES]`, by default a million.
 */
const [tables = '1000000', url] = process.argv.slice(2);
if (url !== undefined) {
  // Runs in a separate process, as a service does, so that its memory excludes the filling of
  // Redis.
  const { tookMs, processorMs, longestMs, residentBytes } = await loadTables(url, Number(tables));
  const megabytes = Math.round(residentBytes / 1024 / 1024);
  console.log(
    `${tables} tables: ${(tookMs / 1000).toFixed(1)} s (${(processorMs / 1000).toFixed(1)} s of processor), ${megabytes} MiB resident; ` +
      `other work waited ${Math.round(longestMs)} ms at most`,
  );
} else {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-loading-'));
  const server = await startRedis({ dataDir: folder });
  await fillTables(server.url, Number(tables));
  const self = [fileURLToPath(import.meta.url), tables, server.url];
  execFileSync(process.execPath, [...serviceFlags, ...process.execArgv, ...self], {
    stdio: 'inherit',
    env: { ...process.env, ...serviceEnvironment },
  });
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
