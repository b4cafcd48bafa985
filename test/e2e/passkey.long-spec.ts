import { createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { encodeEvent, jwkOf, topicName, type ExceptionMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { dayAfter, testLedger } from '#testing/test-keys';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import type { Browser, Page } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { publicFile } from '../support/key-holders.js';
import { Device } from '../support/passkey-device.js';

const script = fileURLToPath(new URL('passkey-page.js', import.meta.url));

/** People sign by touching a device in a browser, and the log proves it (contract 4.1). */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe.each([
    ['P-256', -7],
    ['Ed25519', -8],
  ] as const)('a passkey of %s, made by a browser', (_, algorithm) => signs(browser, algorithm));
}

interface Made {
  readonly id: string;
  /** SubjectPublicKeyInfo, in base64url like every text. */
  readonly publicKey: string;
}

function signs(chromium: Browser, algorithm: number): void {
  const stack = new TestStack();
  let server: Server;
  let page: Page;
  let device: Device;
  let api: string;
  let passkey: Made;
  let sequence = 0;

  const inForce = async (...roles: string[]) => {
    const { x = '', y = null } = createPublicKey({
      key: Buffer.from(passkey.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    }).export({ format: 'jwk' });
    const at = { rpId: 'localhost', origins: [new URL(page.url()).origin] };
    const key = { kid: 'm-silva', holder: 'M.Silva', roles: roles as 'operate'[], x };
    const file = publicFile(stack, 'm-silva');
    writeFileSync(
      file,
      JSON.stringify(jwkOf({ ...key, passkey: { y: y as string | null, ...at } })),
    );
    return stack.cli('keys', 'add', '--yes', file);
  };

  /** Sends a command that the browser has signed. @returns its place in the log */
  const send = async (
    type: string,
    { verification = 'required', value = commandOf(type) } = {},
  ) => {
    const challenge = Buffer.concat([Buffer.from(`${testLedger}\n`), value]);
    const asked = { id: passkey.id, verification, bytes: challenge.toString('base64url') };
    const assertion = (await page.evaluate(`touch(${JSON.stringify(asked)})`)) as string;
    const signature = `m-silva:webauthn:${assertion}`;
    const topic = topicName(stack.prefix, 'events');
    const message = { topic, key: 'main', value, headers: { signature } };
    const [written] = await stack.producer.send([message]);
    const { partition = 0, baseOffset = 0 } = written ?? {};
    return { partition, offset: baseOffset };
  };
  /** The ledger's reason for refusing a record. */
  const refusalOf = async ({ partition, offset }: Awaited<ReturnType<typeof send>>) =>
    until('the exception', async () => {
      const said = (await stack.outputs<ExceptionMessage>('exceptions')).map(
        (each) => each.message,
      );
      return said.find((each) => each.partition === partition && each.offset === offset)?.reason;
    });
  const commandOf = (type: string): Buffer => {
    sequence += 1;
    const id = `m-silva/${sequence}`;
    const from = { id, source: 'm-silva', sequence, time: new Date() };
    const event = { type, ...from, expires: dayAfter(Date.now()), subject: 'main' };
    return Buffer.from(JSON.stringify(encodeEvent({ ...event, data: { reason: 'a touch' } })));
  };
  const untilState = async (wanted: string) =>
    until(`${wanted} to be the state`, async () => {
      return (await getJson<{ state: string }>(`${api}/v1/jackpots/main`)).state === wanted;
    });

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main', {}));
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<title>the page</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    page = await chromium.newPage();
    await page.addInitScript({ path: script });
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    device = await Device.at(page);
    passkey = (await page.evaluate(`makePasskey(${algorithm})`)) as Made;
  });
  afterAll(async () => {
    await page.close();
    server.close();
    await stack.close();
  });

  it('is no key before somebody has put it in force, which the terminal shows', async () => {
    expect(await refusalOf(await send('jackpot.suspended'))).toBe('bad-signature');
    const { code, output } = await inForce('operate');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(`passkey of localhost at ${new URL(page.url()).origin}`);
  });

  it('signs what its roles permit, once', async () => {
    const value = commandOf('jackpot.suspended');
    await send('jackpot.suspended', { value });
    await untilState('suspended');
    expect(await refusalOf(await send('jackpot.suspended', { value }))).toBe('command-repeated');
    await send('jackpot.resumed');
    await untilState('running');
    expect(await refusalOf(await send('pool.adjusted'))).toBe('not-permitted');
  });

  it('signs nothing where the device does not verify who touches it', async () => {
    await device.verifies(false);
    const verification = 'discouraged';
    expect(await refusalOf(await send('jackpot.suspended', { verification }))).toBe(
      'bad-signature',
    );
    await device.verifies(true);
    await untilState('running');
  });

  it('is proven by the log and the root alone', async () => {
    const { code, output } = await stack.cli('verify');
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  it('signs nothing once it is revoked', async () => {
    expect(await stack.cli('keys', 'revoke', 'm-silva', '--yes')).toMatchObject({ code: 0 });
    expect(await refusalOf(await send('jackpot.suspended'))).toBe('bad-signature');
  });
}
