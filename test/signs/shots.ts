/** The pictures of the sign in `test/signs/report`, as contact sheets. */
import { until } from '#testing/until';
import type { Browser, Page } from 'playwright-core';
import { openSign } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, waiting, type Pool } from './wire.js';

/** A larger share of different pixels in a sheet makes it another picture. */
export const mostDifferent = 0.01;
const layouts = {
  '16:9': [1920, 1080, 340],
  '4K': [3840, 2160, 330],
  '9:16': [1080, 1920, 160],
  phone: [390, 844, 160],
  '32:9': [1920, 540, 500],
  'strip 15:1': [1920, 128, 840],
  'strip 8:1': [1920, 240, 840],
} as const;
type Layout = keyof typeof layouts;
type Shot = {
  title: string;
  layout: Layout;
  query: string;
  pool: Partial<Pool>;
  then?: Partial<Pool>;
};

const yen: Partial<Pool> = { currency: 'JPY', exponent: 0, value: 123_456_789 };
const won = (...hands: [string, number][]): Partial<Pool> => ({
  version: fortune.version + 1,
  value: 100_000_000,
  hit: {
    award: 'fortune-main/F3-07/1',
    offset: fortune.version,
    table: 'F3-07',
    state: 'awarded',
    winners: hands.map(([hand, amount], index) => ({ seat: index + 1, hand, amount })),
  },
});
const states: [string, string, Partial<Pool>, Partial<Pool>?][] = [
  ['late', 'lang=en', { ageMs: 4_000 }],
  ['suspended', 'lang=pt', { state: 'suspended' }],
  ['retired', 'lang=en', { state: 'retired', value: 0 }],
  ['halted', 'lang=zh-Hant', { state: 'fault', fault: 'halted' }],
  ['silent', 'lang=en', { state: 'fault', fault: 'silent', ageMs: 30_000 }],
  ['royal flush', 'lang=en', {}, won(['royal-flush', 523_456_789], ['flush', 250_000])],
  ['four of a kind', 'lang=pt', {}, won(['four-of-a-kind', 1_500_000])],
  ['several pools', 'lang=en&also=fortune-two,fortune-three', {}],
  ['midnight, whole units', 'lang=en&theme=midnight&decimals=0', {}],
];

const [one, five] = [{ pending: waiting.slice(0, 1) }, { pending: waiting }];
const three = { pending: waiting.slice(0, 2) };
const pending: [string, Layout[], string, Partial<Pool>][] = [
  ['one', ['16:9', '9:16', '32:9', 'strip 15:1'], 'lang=en', one],
  ['five', ['16:9', '9:16', '32:9', 'strip 15:1'], 'lang=pt', five],
  ['five', ['16:9', '9:16', 'strip 8:1'], 'lang=zh-Hant', five],
  ['one of several', ['16:9', '9:16'], 'lang=en&also=fortune-two,fortune-three', one],
  ['three and more', ['16:9', '9:16'], 'lang=en', { ...three, pendingMore: 19 }],
  ['five, late', ['16:9'], 'lang=en', { ...five, ageMs: 4_000 }],
  ['one, suspended', ['16:9', '9:16'], 'lang=pt', { ...one, state: 'suspended' }],
];

/** The shots of each sheet, by its name. */
export function sheets(): Record<string, Shot[]> {
  const all = Object.keys(layouts) as Layout[];
  // Few enough that `npm test` takes them too.
  const few = (['16:9', '9:16', '32:9', 'strip 15:1'] as const).map((layout) => ({
    title: layout,
    layout,
    query: 'lang=en&also=fortune-two,fortune-three',
    pool: fortune,
  }));
  const ofLanguage = (language: string): Shot[] =>
    [fortune, { ...fortune, ...yen }].flatMap((pool) =>
      all.map((layout) => ({
        title: `${layout}, ${pool.currency ?? 'MOP'}`,
        layout,
        query: `lang=${language}`,
        pool,
      })),
    );
  const ofState = states.flatMap(([title, query, pool, then]) =>
    (['16:9', 'strip 15:1'] as const).map((layout) => ({
      title: `${title}, ${layout}`,
      layout,
      query,
      pool,
      ...(then ? { then } : {}),
    })),
  );
  return {
    few,
    en: ofLanguage('en'),
    pt: ofLanguage('pt'),
    'zh-Hant': ofLanguage('zh-Hant'),
    states: ofState,
    pending: pending.flatMap(([title, layouts, query, pool]) =>
      layouts.map((layout) => ({ title: `${title}, ${layout}`, layout, query, pool })),
    ),
  };
}

async function take(browser: Browser, shot: Shot): Promise<Buffer> {
  const gateway = await TestGateway.start();
  const pool = { ...fortune, ...shot.pool };
  for (const [index, name] of ['fortune-main', 'fortune-two', 'fortune-three'].entries()) {
    gateway.abouts.set(name, aboutOf(name, pool.currency, pool.exponent));
    const other = { ...pool, jackpot: name, value: pool.value / 3 ** index };
    const opening = gateway.onOpen();
    gateway.onOpen = () => [...opening, valueEvent({ ...other, value: Math.floor(other.value) })];
  }
  const [width, height] = layouts[shot.layout];
  const options = { viewport: { width, height } };
  const page = await openSign(browser, gateway, `fortune-main?motion=off&${shot.query}`, options);
  const pulsing = setInterval(() => gateway.send(pulseEvent(pool)), 1_000);
  const isThere = `document.querySelector('#amount').dataset.shown !== undefined`;
  await until('the amount', () =>
    page.evaluate(`${isThere} && document.fonts.status === 'loaded'`),
  );
  await page.waitForTimeout(500);
  if (shot.then) gateway.send(valueEvent({ ...pool, ...shot.then }));
  await page.waitForTimeout(shot.then ? 700 : 200);
  const png = await page.screenshot();
  clearInterval(pulsing);
  await page.context().close();
  await gateway.close();
  return png;
}

/**
 * One JPEG with the pictures of all shots.
 * @param png a file for a lossless copy, for people
 */
export async function contactSheet(browser: Browser, shots: Shot[], png?: string): Promise<Buffer> {
  const figures: string[] = [];
  for (const shot of shots) {
    const source = `data:image/png;base64,${(await take(browser, shot)).toString('base64')}`;
    const [, , width] = layouts[shot.layout];
    figures.push(
      `<figure><img width="${width}" src="${source}"><figcaption>${shot.title}</figcaption></figure>`,
    );
  }
  const page = await browser.newPage({ viewport: { width: 1050, height: 900 } });
  await page.setContent(
    `<style>body { display: flex; flex-wrap: wrap; gap: 8px; margin: 10px; background: #555 }
      figure { margin: 0; color: #fff; font: 12px sans-serif } img { display: block }</style>
    ${figures.join('')}`,
  );
  const sheet = await page.screenshot({ type: 'jpeg', quality: 55, fullPage: true });
  if (png !== undefined) await page.screenshot({ path: png, fullPage: true });
  await page.close();
  return sheet;
}

/** The share of pixels that look different, compared by the browser itself. */
export async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [one, other].map((jpeg) => `data:image/jpeg;base64,${jpeg.toString('base64')}`);
  return (await page.evaluate(`(async () => {
    const load = async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    };
    const [a, b] = [await load('${a}'), await load('${b}')];
    if (a.width !== b.width || a.height !== b.height) return 1;
    let different = 0;
    for (let at = 0; at < a.data.length; at += 4) {
      const apart = [0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > 48);
      if (apart) different += 1;
    }
    return different / (a.data.length / 4);
  })()`)) as number;
}
