import { readFileSync } from 'node:fs';
import { launchOrSay } from './browser.js';
import { contactSheet, difference, mostDifferent, sheets } from './shots.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());

  test('a few of the kept pictures are what the sign looks like; signs:pictures --check compares all', async () => {
    const { few = [] } = sheets();
    const taken = await contactSheet(browser, few);
    const kept = readFileSync('test/signs/report/few.jpg');
    const page = await browser.newPage();
    expect(few.length).toBe(4);
    expect(await difference(page, kept, taken)).toBeLessThan(mostDifferent);
    const other = few.map((shot) => ({ ...shot, query: 'lang=pt' }));
    const unlike = await contactSheet(browser, other);
    expect(await difference(page, kept, unlike)).toBeGreaterThan(mostDifferent);
  });
}
