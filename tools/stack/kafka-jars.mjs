// @ts-check
/** The jars of a Kafka broker, from Maven Central, kept in `.local`. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../process/lock.mjs';
import { localFolder, root } from '../process/paths.mjs';
import { findMaven } from './prerequisites.mjs';
import { UserError, run, say, seconds } from '../process/process.mjs';

const pom = join(root, 'tools', 'stack', 'pom.xml');

/** Returns the version from the pom, its only source. */
export function kafkaVersion() {
  const version = /<kafka\.version>(.+)<\/kafka\.version>/.exec(readFileSync(pom, 'utf8'))?.[1];
  if (!version) throw new Error(`${pom} names no kafka.version`);
  return version;
}

/**
 * Returns the folder with the jars of a broker (`libs`) and the feature levels of a new cluster,
 * `bootstrap.checkpoint`.
 */
export function kafkaFolder() {
  return process.env.KAFKA_JARS || join(localFolder, `kafka-${kafkaVersion()}`);
}

/**
 * Fetches it once for each version.
 * @param {string} java
 * @returns {Promise<string>} kafkaFolder
 */
export async function findKafka(java) {
  const folder = kafkaFolder();
  if (existsSync(folder)) return folder;
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await fetchKafka(java, folder);
    return folder;
  });
}

/**
 * Fetches into another folder and renames it, so that `folder` is always complete.
 * @param {string} java @param {string} folder
 */
async function fetchKafka(java, folder) {
  const version = kafkaVersion();
  const startedAt = performance.now();
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const maven = await findMaven();
  say(`fetching Apache Kafka ${version} (Maven) ...`);
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime'];
  const { code, output } = await run(maven, [
    ...['-q', '-B', '-f', pom],
    ...[...goal, `-DoutputDirectory=${join(part, 'libs')}`],
  ]);
  if (code !== 0) throw new UserError(`${output.trimEnd()}\nKafka could not be fetched by Maven.`);
  await formatOnce(java, part);
  renameSync(part, folder);
  say(`fetched Apache Kafka ${version} in ${seconds(startedAt)}`);
}

/**
 * Runs Kafka's own tool on a folder and keeps the file that depends only on the version. To copy it
 * into each new cluster is a second faster than to start the tool.
 * @param {string} java @param {string} folder
 */
async function formatOnce(java, folder) {
  const scratch = join(folder, 'format');
  const config = join(folder, 'format.properties');
  mkdirSync(scratch);
  writeFileSync(
    config,
    [
      'process.roles=broker,controller',
      'node.id=1',
      'controller.quorum.voters=1@127.0.0.1:9093',
      'listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093',
      'controller.listener.names=CONTROLLER',
      `log.dirs=${scratch}`,
    ].join('\n'),
  );
  const clusterId = randomBytes(16).toString('base64url');
  const { code, output } = await run(java, [
    ...['-cp', join(folder, 'libs', '*'), 'kafka.tools.StorageTool'],
    ...['format', `--cluster-id=${clusterId}`, '--config', config],
  ]);
  if (code !== 0) throw new UserError(`${output.trimEnd()}\nKafka's storage tool failed.`);
  renameSync(join(scratch, 'bootstrap.checkpoint'), join(folder, 'bootstrap.checkpoint'));
  rmSync(scratch, { recursive: true });
  rmSync(config);
}
