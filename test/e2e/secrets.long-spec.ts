import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { OwnServer } from '../support/own-stack.js';

/** No output of a program contains a password, a private key or a signature, whatever fails. */
describe('what the programs print', () => {
  const secrets = ['pw-of-redis-51f0', 'pw-of-kafka-77ab'];
  const [redisSecret, kafkaSecret] = secrets as [string, string];
  let stack: TestStack;

  beforeAll(() => {
    stack = new TestStack({ LOG_LEVEL: 'trace' });
  });
  afterAll(() => stack.close());

  const withUser = (url: string) => url.replace('//', `//ledger:${redisSecret}@`);
  const sasl = {
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USERNAME: 'ledger',
    KAFKA_SASL_PASSWORD: kafkaSecret,
  };
  function expectSilence(output: string, ...own: string[]): void {
    expect(output).not.toBe('');
    for (const secret of [...secrets, ...own]) expect(output).not.toContain(secret);
  }

  it('has no passwords when Redis is down and Kafka refuses, at the finest log level', async () => {
    const nowhere = withUser('redis://127.0.0.1:1');
    for (const program of ['apps/jackpot', 'apps/signs']) {
      const child = stack.start(program, [], { REDIS_URL: nowhere, ...sasl });
      const url = await child.url();
      for (const path of ['/health/ready', '/v1/jackpots', '/v1/pools', '/signs/main/about']) {
        expectSilence(await (await fetch(`${url}${path}`)).text());
      }
      await until('its line', () => child.output.includes('cannot be used'));
      expect(await child.stop()).toBe(0);
      expectSilence(child.output);
    }
  });

  it('has no passwords when Redis fails while it is used', async () => {
    const redis = await OwnServer.redis();
    try {
      const child = stack.start('apps/jackpot', [], { REDIS_URL: withUser(redis.running.url) });
      await child.url();
      // This Redis knows no such user, so every attempt is refused.
      await until('its line', () => child.output.includes('cannot be used'));
      await redis.kill();
      const status = await stack.run(['status'], {
        REDIS_URL: withUser(redis.running.url),
      });
      expect(status.code).toBe(69);
      expectSilence(status.output);
      await child.stop();
      expectSilence(child.output);
    } finally {
      await redis.remove();
    }
  });

  it('has no passwords when the environment is wrong', async () => {
    for (const own of [
      { REDIS_URL: `http://ledger:${redisSecret}@x`, ...sasl },
      { KAFKA_BROKERS: 'nonsense', ...sasl, REDIS_URL: withUser('redis://x') },
      { ...sasl, KAFKA_SASL_MECHANISM: 'md5' },
    ]) {
      for (const [program, ...args] of [['apps/jackpot'], ['apps/cli', 'status']] as const) {
        const child = stack.start(program as string, args, own);
        expect(await child.exit()).toBe(78);
        expectSilence(child.output);
      }
    }
  });

  it('has no private key when it cannot be read or is given as a public one', async () => {
    const secret = (
      JSON.parse(readFileSync(stack.env['COMMAND_KEY'] as string, 'utf8')) as { d: string }
    ).d;
    const file = (name: string, text: string): string => {
      writeFileSync(join(stack.folder, name), text);
      return join(stack.folder, name);
    };
    const jackpots = file('j.yaml', readFileSync('apps/demo/jackpots.yaml', 'utf8'));
    const broken = [
      secret,
      `{"d":${secret}`,
      `{"kid":"ops-1","kty":"OKP","crv":"Ed25519","d":"${secret}"}`,
    ];
    for (const [index, text] of broken.entries()) {
      const own = { COMMAND_KEY: file(`broken-${index}.jwk`, text) };
      const { code, output } = await stack.run(['apply', '--yes', '-f', jackpots], own);
      expect(code).toBe(78);
      expect(output).toContain('does not hold a private JWK');
      expectSilence(output, secret.slice(0, 6), secret.slice(-6));
    }
    const set = `{"keys":[${readFileSync(stack.env['COMMAND_KEY'] as string, 'utf8')}]}`;
    const own = { COMMAND_ROOT: file('private.jwks', set) };
    for (const [program, ...args] of [['apps/jackpot'], ['apps/cli', 'verify']] as const) {
      const child = stack.start(program as string, args, own);
      expect(await child.exit()).toBe(78);
      expect(child.output).toContain('must not be there, it is the private half');
      expectSilence(child.output, secret);
    }
    const added = await stack.cli(
      'keys',
      'add',
      '--yes',
      file('private.jwk', readFileSync(stack.env['COMMAND_KEY'] as string, 'utf8')),
    );
    expect(added).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not a public key'),
    });
    expectSilence(added.output, secret);
  });
});
