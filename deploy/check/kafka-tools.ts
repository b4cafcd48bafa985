import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { kafkaFolder, kafkaVersion } from '#tools/stack/kafka-jars.mjs';
import { findJava } from '#tools/stack/prerequisites.mjs';
import { need } from './check.js';

const mains = {
  'kafka-topics.sh': 'org.apache.kafka.tools.TopicCommand',
  'kafka-acls.sh': 'org.apache.kafka.tools.AclCommand',
  'kafka-configs.sh': 'kafka.admin.ConfigCommand',
};

/**
 * Writes Kafka's own tools into a folder for PATH: their jar from Maven, the rest from the local
 * stack.
 * @param folder that exists and gets the tools
 */
export async function writeKafkaTools(folder: string): Promise<void> {
  const artifact = `-Dartifact=org.apache.kafka:kafka-tools:${kafkaVersion()}`;
  await need('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]);
  const java = await findJava();
  const classpath = [join(folder, '*'), join(kafkaFolder(), 'libs', '*')].join(delimiter);
  for (const [name, main] of Object.entries(mains)) {
    const options = '-XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn';
    const line = `exec "${java}" ${options} -cp "${classpath}" ${main} "$@"`;
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
