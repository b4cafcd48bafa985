import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { parse } from 'yaml';
import { usersFile } from '#testing/redis-users';
import { freePort } from '../../tools/stack/ports.mjs';
import { findKafka } from '../../tools/stack/kafka-jars.mjs';
import { shortLife, startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';
import { makeCertificates, type Certificates } from './certificates.js';

/** The principals of deploy/kafka-acls.yaml and the users of deploy/redis-users.acl. */
const everybody = [
  ...(['ledger', 'signs', 'operator', 'recovery', 'tables'] as const),
  ...(['admin', 'replica'] as const),
];
export type Who = (typeof everybody)[number];

/**
 * Kafka with SASL_SSL, SCRAM-SHA-512 and the rules of deploy/kafka-acls.yaml, and Redis with TLS
 * and the users of deploy/redis-users.acl, both with certificates of a private CA.
 */
export class SecuredStack {
  private constructor(
    private readonly folder: string,
    readonly certificates: Certificates,
    private readonly kafka: Awaited<ReturnType<typeof startKafka>>,
    private readonly redis: Awaited<ReturnType<typeof startRedis>>,
    private readonly ports: { kafka: number; redis: number },
    readonly passwords: Readonly<Record<Who, string>>,
    private readonly rules: ReturnType<typeof rulesFor>,
  ) {}

  static async start(topicPrefix: string, groupId: string): Promise<SecuredStack> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-secured-'));
    const secret = (): string => `pw-${randomBytes(12).toString('hex')}`;
    const entries = everybody.map((who) => [who, secret()] as const);
    const passwords = Object.fromEntries(entries) as Record<Who, string>;
    const certificates = makeCertificates(folder);
    const ports = { kafka: await freePort(), redis: await freePort() };
    const kafka = await securedKafka(join(folder, 'kafka'), certificates, ports.kafka, passwords);
    const redis = await securedRedis(join(folder, 'redis'), certificates, ports.redis);
    const rules = rulesFor(topicPrefix, groupId);
    const stack = new SecuredStack(folder, certificates, kafka, redis, ports, passwords, rules);
    await stack.allow();
    await stack.closeRedis(topicPrefix);
    return stack;
  }

  /** The environment of a program that runs as this user. */
  env(who: Who, changes: Partial<Record<Who, string>> = {}): Record<string, string> {
    const password = changes[who] ?? this.passwords[who];
    return {
      NODE_EXTRA_CA_CERTS: this.certificates.ca,
      KAFKA_BROKERS: `127.0.0.1:${this.ports.kafka}`,
      KAFKA_SSL: 'true',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: who,
      KAFKA_SASL_PASSWORD: password,
      REDIS_URL: `rediss://${who}:${password}@127.0.0.1:${this.ports.redis}`,
    };
  }

  /** A separate client that trusts the CA, which this process does not trust. */
  client(who: Who) {
    return new kafkajs.Kafka({
      brokers: [`127.0.0.1:${this.ports.kafka}`],
      ssl: { ca: [readFileSync(this.certificates.ca)] },
      sasl: { mechanism: 'scram-sha-512', username: who, password: this.passwords[who] },
      logLevel: kafkajs.logLevel.NOTHING,
    });
  }

  /** Without TLS and password, only for the observing test: a super user of the loopback. */
  get openBrokers(): string {
    return this.kafka.brokers;
  }

  /** The commands that Redis denied, with the user, from its ACL LOG. */
  async denials(): Promise<string[]> {
    const log = await this.asRoot(async (redis) => (await redis.call('ACL', ['LOG'])) as unknown[]);
    return log.map((entry) => JSON.stringify(entry));
  }

  /** Uses Redis as a user with all rights, who is in no file. */
  async asRoot<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
    return this.asUser('root', this.passwords.operator, use);
  }

  /** Sends a command to Redis as one of its users; returns the error text if it is refused. */
  async redisAs(who: Who, command: string, ...args: string[]): Promise<string> {
    return this.asUser(who, this.passwords[who], (redis) =>
      redis.call(command, args).then(String, (error: Error) => error.message),
    );
  }

  /** The Redis port without TLS, for users with a password only. */
  get redisPort(): number {
    return this.redis.port;
  }

  private async asUser<T>(
    username: string,
    password: string,
    use: (redis: Redis) => Promise<T>,
  ): Promise<T> {
    const redis = new Redis({
      host: '127.0.0.1',
      port: this.redis.port,
      username,
      password,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    redis.on('error', () => undefined);
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  /**
   * Takes rights in Kafka from a principal: all, or those for a topic or an operation.
   * @returns a function that restores them
   */
  async takeRights(
    who: Who,
    topic?: string,
    operation?: 'READ' | 'WRITE',
  ): Promise<() => Promise<void>> {
    const taken = this.rules.filter(
      (rule) =>
        rule.principal === `User:${who}` &&
        (topic === undefined || rule.resourceName === topic) &&
        (operation === undefined || rule.operation === kafkajs.AclOperationTypes[operation]),
    );
    await this.asKafkaAdmin((admin) => admin.deleteAcls({ filters: taken }));
    return () => this.asKafkaAdmin(async (admin) => void (await admin.createAcls({ acl: taken })));
  }

  private async asKafkaAdmin<T>(use: (admin: kafkajs.Admin) => Promise<T>): Promise<T> {
    const logLevel = kafkajs.logLevel.NOTHING;
    const admin = new kafkajs.Kafka({ brokers: [this.kafka.brokers], logLevel }).admin();
    await admin.connect();
    try {
      return await use(admin);
    } finally {
      await admin.disconnect();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.kafka.stop(), this.redis.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async allow(): Promise<void> {
    await this.asKafkaAdmin(async (admin) => {
      await admin.createAcls({ acl: this.rules });
      // The authorizer learns the rules from the metadata log, a moment after the change.
      for (;;) {
        const found = await admin.describeAcls({
          resourceType: kafkajs.AclResourceTypes.ANY,
          resourcePatternType: kafkajs.ResourcePatternTypes.ANY,
          operation: kafkajs.AclOperationTypes.ANY,
          permissionType: kafkajs.AclPermissionTypes.ANY,
        } as never);
        const count = found.resources.reduce((sum, { acls }) => sum + acls.length, 0);
        if (count === this.rules.length) return;
        await sleep(50);
      }
    });
  }

  /** From here on, only the users of the file and the test's own user can log in. */
  private async closeRedis(topicPrefix: string): Promise<void> {
    const root = `user root on ~* &* +@all >${this.passwords.operator}\n`;
    writeFileSync(
      join(this.folder, 'redis', 'users.acl'),
      usersFile(topicPrefix, this.passwords) + root,
    );
    const redis = new Redis({ host: '127.0.0.1', port: this.redis.port });
    redis.on('error', () => undefined);
    await redis.call('ACL', ['LOAD']);
    redis.disconnect();
  }
}

interface Rule {
  readonly topic?: string;
  readonly group?: string;
  readonly pattern?: 'prefixed';
  readonly operations: readonly string[];
}

/**
 * The rules of deploy/kafka-acls.yaml in the form of kafkajs, for the topics and the group of a
 * test.
 */
function rulesFor(topicPrefix: string, groupId: string) {
  const { AclResourceTypes: types, ResourcePatternTypes: patterns } = kafkajs;
  const file = new URL('../../deploy/kafka-acls.yaml', import.meta.url);
  const written = parse(readFileSync(file, 'utf8')) as Record<string, Rule[]>;
  return Object.entries(written).flatMap(([who, entries]) =>
    entries.flatMap(({ topic, group, pattern, operations }) =>
      operations.map((operation) => ({
        resourceType: topic === undefined ? types.GROUP : types.TOPIC,
        resourceName: ((topic ?? group) as string)
          .replace(/^jackpot-ledger$/, groupId)
          .replace(/^jackpot\./, topicPrefix),
        resourcePatternType: pattern === 'prefixed' ? patterns.PREFIXED : patterns.LITERAL,
        principal: `User:${who}`,
        host: '*',
        operation: operationTypes[operation] as kafkajs.AclOperationTypes,
        permissionType: kafkajs.AclPermissionTypes.ALLOW,
      })),
    ),
  );
}

const operationTypes: Readonly<Record<string, kafkajs.AclOperationTypes>> = {
  Read: kafkajs.AclOperationTypes.READ,
  Write: kafkajs.AclOperationTypes.WRITE,
  Create: kafkajs.AclOperationTypes.CREATE,
  Delete: kafkajs.AclOperationTypes.DELETE,
  Describe: kafkajs.AclOperationTypes.DESCRIBE,
  DescribeConfigs: kafkajs.AclOperationTypes.DESCRIBE_CONFIGS,
};

async function securedKafka(
  dataDir: string,
  { store, ca }: Certificates,
  port: number,
  passwords: Readonly<Record<Who, string>>,
) {
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const home = await findKafka('java');
  writeFileSync(
    join(dataDir, 'format.properties'),
    `process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:1\n` +
      `listeners=PLAINTEXT://127.0.0.1:0,CONTROLLER://127.0.0.1:1\ncontroller.listener.names=CONTROLLER\nlog.dirs=${logs}\n`,
  );
  const users = everybody.flatMap((who) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${who},password=${passwords[who]}]`,
  ]);
  execFileSync(
    'java',
    [
      ...shortLife,
      ...['-cp', join(home, 'libs', '*'), 'kafka.tools.StorageTool', 'format'],
      ...[`--cluster-id=${randomBytes(16).toString('base64url')}`],
      ...['--config', join(dataDir, 'format.properties'), ...users],
    ],
    { stdio: 'ignore' },
  );
  const open = await freePort();
  const controller = await freePort();
  return startKafka({
    dataDir,
    port: open,
    isShortLived: true,
    settings: {
      listeners: `PLAINTEXT://127.0.0.1:${open},SASL_SSL://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${open},SASL_SSL://127.0.0.1:${port}`,
      'controller.quorum.voters': `1@127.0.0.1:${controller}`,
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL',
      'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
      'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config':
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': store,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': ca,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // The broker itself, which uses the loopback without a password.
      'super.users': 'User:ANONYMOUS',
    },
  });
}

/** Starts with a user who has all rights: otherwise nobody could ask whether it answers. */
async function securedRedis(dataDir: string, { certificate, key, ca }: Certificates, port: number) {
  mkdirSync(dataDir, { recursive: true });
  const users = join(dataDir, 'users.acl');
  writeFileSync(users, 'user default on nopass ~* &* +@all\n');
  return startRedis({
    dataDir,
    settings: {
      'tls-port': String(port),
      'tls-cert-file': certificate,
      'tls-key-file': key,
      'tls-ca-cert-file': ca,
      'tls-auth-clients': 'no',
      aclfile: users,
    },
  });
}
