import type { Browser } from 'playwright-core';
import { slipHtml } from '../../libs/papers/src/slip/slip-html.js';
import { slipOf, type Slip } from '../../libs/papers/src/slip/slip.js';
import {
  paidAward,
  reversedAward,
  tablePaidAward,
  verifiedAward,
} from '../../libs/papers/src/slip/testing/sample.js';
import { amountInWords } from '../../libs/papers/src/slip/words/amount-in-words.js';
import { launchOrSay } from '../signs/browser.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('the page of a slip', () => printed(browser));
}

/** A granted award with the longest words, verified by five people. */
function fullest(): Slip {
  const paid = slipOf(3, paidAward().sources());
  const [verifier, approver, ...others] = paid.signatures;
  const amount = 88_888_888_888;
  const minor = { minor: amount, text: 'MOP 888,888,888.88' };
  return {
    ...paid,
    ...{ amount: minor, inWords: amountInWords(amount, 'MOP'), stakeReturned: minor },
    ...{ cause: 'wrong-seat', replaces: paid.award },
    evidence: paid.evidence && { ...paid.evidence, note: 'the seven of clubs is torn' },
    people: [...paid.people, ...paid.people],
    signatures: [verifier, approver, approver, approver, ...others].filter((each) => !!each),
  };
}

function printed(chromium: Browser): void {
  const open = async (slip: Slip) => {
    const page = await chromium.newPage({ viewport: { width: 794, height: 1123 } });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.setContent(slipHtml(slip));
    return { page, requested };
  };

  test.each<[string, Slip]>([
    ['to be paid', slipOf(3, verifiedAward().sources())],
    ['that was paid', slipOf(3, paidAward().sources())],
    ['that is void', slipOf(3, reversedAward().sources())],
    ['that is the record of what a table paid', slipOf(3, tablePaidAward().sources())],
    ['with everything that there can be', fullest()],
  ])('is one sheet of A4 for a slip %s, and asks for nothing', async (_, slip) => {
    const { page, requested } = await open(slip);
    const sheets = await page.pdf({ preferCSSPageSize: true });
    expect(sheets.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(requested).toEqual([]);
    await page.close();
  });

  test('draws each Chinese character and suit from the font that it brings with it', async () => {
    const house = '澳門濠鑫囍娛樂場';
    const { page } = await open(slipOf(3, verifiedAward().sources({ house })));
    const inFont = (await page.locator('body').innerText()).match(/[\u2190-\u{10ffff}]/gu) ?? [];
    await page.evaluate(`document.body.textContent = '${inFont.join('')}'; document.fonts.ready`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const body = { nodeId: root.nodeId, selector: 'body' };
    const { nodeId } = await devtools.send('DOM.querySelector', body);
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.filter(({ isCustomFont }) => !isCustomFont)).toEqual([]);
    expect(fonts.reduce((sum, { glyphCount }) => sum + glyphCount, 0)).toBe(inFont.length);
    await page.close();
  });

  test.each<[string, Slip]>([
    ['void slip', slipOf(3, reversedAward().sources())],
    ['record of what a table paid', slipOf(3, tablePaidAward().sources())],
  ])('has the mark of a %s over all that it says', async (_, slip) => {
    const { page } = await open(slip);
    await page.emulateMedia({ media: 'print' });
    const box = async (selector: string) => page.locator(selector).boundingBox();
    const mark = await box('.mark');
    expect(mark).toEqual(await box('body'));
    for (const word of await page.locator('.mark span').all()) {
      const { x = -1, width = Infinity } = (await word.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(794);
    }
    await page.close();
  });
}
