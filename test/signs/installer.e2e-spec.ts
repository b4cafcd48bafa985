import { until } from '#testing/until';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderSVG } from 'uqr';
import { installerPage, installerPolicy } from '../../apps/signs/src/installer/installer-page.js';
import { launchOrSay } from './browser.js';

/** The installer's page in a browser, with a proxy in front that adds a path. */

const launched = await launchOrSay();
const describeIfThere = 'notChecked' in launched ? xdescribe : describe;
const { resolve } = createRequire(import.meta.url);
const types: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript' };
const pools = Array.from({ length: 60 }, (_, each) => ({
  jackpot: `pool-${each}`,
  name: `Pool ${each}`,
  text: 'MOP 1.00',
  state: 'running',
  asOf: null,
}));

describeIfThere('the installer’s page', () => {
  const browser = launched as Browser;
  let proxy: Server;
  let origin: string;
  let isSilent = false;

  beforeAll(async () => {
    proxy = createServer(({ url = '' }, response) => {
      if (isSilent) return response.destroy();
      const [path = ''] = url.replace(/^\/floor/, '').split('?');
      if (path === '/' || path === '/signs') {
        const headers = { 'content-type': 'text/html', 'content-security-policy': installerPolicy };
        return response.writeHead(200, headers).end(installerPage(pools, 'abc+def'));
      }
      const file = path
        .replace('/signs/assets/', 'apps/signs/page/')
        .replace(/^\/signs\/qr\/.*/, resolve('uqr').replace('.cjs', '.mjs'));
      const type = types[extname(file)];
      if (type === undefined) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    proxy.closeAllConnections();
    await new Promise((done) => proxy.close(done));
  });

  it.each(['/floor/', '/floor/signs', '/'])(
    'opened at %s, it has the address and the code that a sign needs from there',
    async (path) => {
      const page = await browser.newPage();
      await page.goto(`${origin}${path}`);
      await page.waitForSelector('.pool:last-child svg');
      const address = `${origin}${path.startsWith('/floor') ? '/floor' : ''}/signs/pool-7?token=abc%2Bdef`;
      const drawn = renderSVG(address, { border: 2 });
      const [, squares = ''] = / d="([^"]+)"/.exec(drawn) ?? [];
      const pool = page.locator('.pool').nth(7);
      expect(await pool.locator('a').textContent()).toBe(address);
      expect(await pool.locator('.code').innerHTML()).toContain(squares);
      expect(squares.length).toBeGreaterThan(1_000);
      await page.close();
    },
  );

  it('keeps what it says of a pool up to date, or says that it cannot', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/signs`);
    const pool = page.locator('.pool').nth(7);
    await pool.locator('svg').waitFor();
    Object.assign(pools[7] as object, { text: 'MOP 2.00', state: 'fault' });
    await until('the new amount', async () => (await pool.innerText()).includes('MOP 2.00'));
    expect(await pool.locator('.state.fault').innerText()).toBe('fault');
    expect(await pool.locator('a').textContent()).toBe(`${origin}/signs/pool-7?token=abc%2Bdef`);
    const warning = page.getByText('The gateway does not answer');
    expect(await warning.isVisible()).toBe(false);
    isSilent = true;
    await until('the warning', () => warning.isVisible());
    isSilent = false;
    await until('the gateway', () => warning.isHidden());
    pools.pop();
    await until('one pool less', async () => (await page.locator('.pool svg').count()) === 59);
    await page.close();
  });
});
