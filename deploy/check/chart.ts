import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Failed, need, NotChecked } from './check.js';

const chart = 'deploy/helm/jackpot';
const helm = { comesFrom: 'go install helm.sh/helm/v3/cmd/helm@latest' };
const validator = { comesFrom: 'pip install kubernetes-validate' };

/** Values under which every line of the templates is rendered at least once. */
const variants: Readonly<Record<string, readonly string[]>> = {
  default: [],
  everything: [
    'caSecret.name=ca',
    'image.pullSecrets[0].name=registry',
    'redis.clusterNodes=redis-1:6379\\,redis-2:6379',
    'redis.sentinels=sentinel-1:26379',
    'redis.sentinelMaster=ledger',
    'networkPolicy.clients[0].podSelector.matchLabels.app=proxy',
    'networkPolicy.kafka.to[0].podSelector.matchLabels.app=kafka',
    'networkPolicy.redis.to[0].podSelector.matchLabels.app=redis',
    'networkPolicy.mqtt.to[0].podSelector.matchLabels.app=mosquitto',
    'signs.file.configMap=signs',
    'signs.tokensSecret.name=signs',
    'tables.tokensSecret.name=tables',
    'console.origin=https://jackpot.casino.example',
    'console.prometheus=http://prometheus:9090',
    'networkPolicy.prometheus.to[0].podSelector.matchLabels.app=prometheus',
    'signs.corsOrigins=https://signs.example',
    'signs.mqtt.urlSecret.name=signs',
    'monitoring.labels.release=prometheus',
    'jackpot.extraEnv[0].name=NODE_OPTIONS',
    'jackpot.extraEnv[0].value=--trace-warnings',
  ],
  least: [
    'kafka.ssl=false',
    'kafka.sasl.mechanism=',
    'networkPolicy.enabled=false',
    'monitoring.enabled=false',
  ],
};

/** Kinds of the Prometheus operator, for which Kubernetes has no schema. */
const foreign = 'monitoring.coreos.com/v1';

/**
 * Runs `helm lint` and `helm template`, and checks that the schema of the values refuses wrong
 * ones.
 */
export async function checkChart(): Promise<string> {
  for (const name of Object.keys(variants)) {
    await need('helm', ['lint', '--strict', chart, ...given(name)], helm);
    const documents = await render(name);
    const expected = { least: 6, default: 11, everything: 21 }[name];
    if (documents.length !== expected) {
      throw new Failed(`${name}: ${documents.length} resources where ${expected} were expected.`);
    }
  }
  const refused = await need('helm', ['template', 'x', chart], helm).catch(
    (error: unknown) => error,
  );
  if (!(refused instanceof Failed)) throw new Failed('Without brokers the chart was rendered.');
  return `helm lint and helm template, ${Object.keys(variants).length} sets of values.`;
}

/** Checks each rendered resource against the schemas of Kubernetes. */
export async function checkResources(folder: string): Promise<string> {
  let count = 0;
  for (const name of Object.keys(variants)) {
    const own = (await render(name)).filter(({ apiVersion }) => apiVersion !== foreign);
    const file = join(folder, `${name}.json`);
    writeFileSync(file, own.map((each) => JSON.stringify(each)).join('\n---\n'));
    await need('kubernetes-validate', ['--strict', file], validator);
    count += own.length;
  }
  return `${count} resources fit the schemas of Kubernetes.`;
}

async function render(name: string): Promise<{ apiVersion: string }[]> {
  const text = await need('helm', ['template', 'house', chart, ...given(name)], helm);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as { apiVersion: string } | null)
    .filter((document) => document !== null);
}

function given(name: string): string[] {
  const set = variants[name];
  if (!set) throw new NotChecked(`There are no values ${name}.`);
  const values = ['kafka.brokers=kafka-1:9092\\,kafka-2:9092', ...set];
  // A helm built by go install assumes an old version of Kubernetes.
  return ['--kube-version', '1.31', ...values.flatMap((each) => ['--set', each])];
}
