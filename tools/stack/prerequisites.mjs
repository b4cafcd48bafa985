// @ts-check
/**
 * The programs that Kafka, Redis, Prometheus and the tests of the sign page need. A missing one is
 * installed if that needs no password; otherwise one sentence says how to install it.
 */
import { join } from 'node:path';
import { withLock } from '../process/lock.mjs';
import { localFolder } from '../process/paths.mjs';
import { UserError, run, say, seconds } from '../process/process.mjs';

/** The Lua scripts begin with `#!lua`, which Redis supports since 7.0. */
const oldestRedis = 7;

/** The minimum for brokers of Apache Kafka 4. */
const oldestJava = 17;

/** Returns `redis-server` of PATH, unless REDIS_SERVER names another one. */
export function redisProgram() {
  return process.env.REDIS_SERVER || 'redis-server';
}

/** @returns {Promise<string>} the program `redis-server` */
export async function findRedisServer() {
  const program = redisProgram();
  const version = await installing(program, ['--version'], 'redis-server');
  const major = Number(/v=(\d+)/.exec(version)?.[1]);
  if (major >= oldestRedis) return program;
  throw new UserError(
    `Redis ${oldestRedis} or newer is needed, but ${program} is ${version.trim()}.`,
  );
}

/** @returns {Promise<string>} the program `java` */
export async function findJava() {
  const home = process.env.JAVA_HOME;
  const program = home ? join(home, 'bin', 'java') : 'java';
  const version = await installing(program, ['-version'], 'default-jre-headless');
  const major = Number(/version "(\d+)/.exec(version)?.[1]);
  if (major >= oldestJava) return program;
  throw new UserError(
    `Java ${oldestJava} or newer is needed for Kafka, but ${program} is ${version.split('\n')[0]}.`,
  );
}

/** @returns {Promise<string>} the program `mvn` */
export async function findMaven() {
  await installing('mvn', ['--version'], 'maven');
  return 'mvn';
}

/** @returns {Promise<string>} the program `prometheus` */
export async function findPrometheus() {
  await installing('prometheus', ['--version'], 'prometheus');
  return 'prometheus';
}

/** @returns {Promise<string>} the program `promtool`, which checks what Prometheus reads */
export async function findPromtool() {
  await installing('promtool', ['--version'], 'prometheus');
  return 'promtool';
}

/** @returns {Promise<string>} the program `chromium`, unless CHROMIUM names another one */
export async function findChromium() {
  const program = process.env.CHROMIUM || 'chromium';
  await installing(program, ['--version'], 'chromium');
  return program;
}

/** @returns {Promise<string>} the program `mosquitto`, a broker of MQTT 5, for the tests */
export async function findMosquitto() {
  // Debian puts it in a folder that only root's PATH has.
  const program = '/usr/sbin/mosquitto';
  await installing(program, ['-h'], 'mosquitto');
  return program;
}

/** @returns {Promise<string>} the program `kcat`, a client on librdkafka, for the tests */
export async function findKcat() {
  await installing('kcat', ['-V'], 'kcat');
  return 'kcat';
}

/**
 * Returns the program's version text. A missing program is installed first.
 * @param {string} program @param {string[]} args
 * @param {string} debianPackage
 */
async function installing(program, args, debianPackage) {
  const first = await run(program, args);
  if (!first.missing) return first.output;
  const remedy = await withLock(join(localFolder, 'packages.lock'), () => install(debianPackage));
  const second = await run(program, args);
  if (!second.missing) return second.output;
  throw new UserError(`${program} is missing; install it, for example with: ${remedy}`);
}

/** Debian starts an installed service, unless policy-rc.d exits with 101. */
const aptScript = `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' > $policy
  chmod +x $policy
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$1"
`;

/**
 * @param {string} debianPackage
 * @returns {Promise<string>} the command for a person to run
 */
async function install(debianPackage) {
  const becomeRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const byHand = `${becomeRoot.length ? 'sudo ' : ''}apt-get install ${debianPackage}`;
  if ((await run('apt-get', ['--version'])).missing) return `the package ${debianPackage}`;
  const [command = 'sh', ...args] = [...becomeRoot, 'sh', '-c', aptScript, 'sh', debianPackage];
  if (becomeRoot.length && (await run('sudo', ['-n', 'true'])).code !== 0) return byHand;
  const startedAt = performance.now();
  say(`installing the Debian package ${debianPackage}, without starting a service ...`);
  const { code, output } = await run(command, args);
  if (code !== 0) throw new UserError(`${output.trimEnd()}\nThis failed: ${byHand}`);
  say(`installed ${debianPackage} in ${seconds(startedAt)}`);
  return byHand;
}
