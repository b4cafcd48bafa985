import type { Browser } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { Table } from '../support/table.js';
import { TouchRoom } from '../support/touch-room.js';

/**
 * The number of steps for two people until a royal flush is paid, on each screen in each language.
 */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('a royal flush is verified, paid and printed by two people in ten touches', () =>
    tenTouches(browser));
}

function tenTouches(chromium: Browser): void {
  const people = {
    'a-one': ['A.Silva', ['operate', 'pay']],
    'b-ho': ['B.Ho', ['approve']],
  } as const;
  let room: TouchRoom;
  beforeAll(async () => {
    room = await TouchRoom.open(chromium, people, ['approve']);
  });
  afterAll(() => room.close());

  const sizes = [
    [1280, 800],
    [820, 1180],
    [390, 844],
  ] as const;
  const everywhere = sizes.flatMap((size) =>
    ['en', 'pt', 'zh-Hant'].map((language) => [...size, language] as const),
  );
  it.each(everywhere)('at %i × %i in %s', async (width, height, language) => {
    const { stack } = room;
    const table = new Table(stack.prefix, 'main', `F3-${width}-${language}`);
    await stack.send([table.bet('1', 3), table.settle('1', [3, 'royal-flush'])]);
    const { offset } = await room.awardWhere((each) => each.table === table.source);
    const path = `/claims/main/${offset}`;
    const [one, other] = [room.at('a-one'), room.at('b-ho')];
    for (const page of [one, other]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${room.address}/?lang=${language}`);
    }
    room.touches = 0;
    await room.touch(one.locator(`a[href="${path}"]`));
    // The cursor is in the field of the recording.
    await one.locator('input[name=surveillance]:focus').waitFor();
    await one.keyboard.type('1187');
    await room.touch(one.locator('button[value=counted]'));
    await room.touch(one.locator('button[data-sign]'));
    await one.locator('dialog button.main[data-close]').waitFor();
    await room.touch(other.locator(`a[href="${path}"]`));
    await room.touch(other.locator('form[data-act=approve] button'));
    await room.touch(other.locator('button[data-sign]'));
    await other.locator('dialog .slips a').waitFor();
    await room.touch(one.locator('dialog button.main[data-close]'));
    // The cursor is there already, so the number is read by a scanner or typed without a touch.
    await one.locator('input[name=slip]:focus').waitFor();
    const { states } = await room.awardWhere((each) => each.table === table.source);
    await one.keyboard.type(String(states[0]?.slip));
    // A scanner ends with Enter, which chooses no answer.
    await one.keyboard.press('Enter');
    await room.touch(one.locator('button[value=cheque]'));
    await room.touch(one.locator('button[data-sign]'));
    const printed = one.context().waitForEvent('page');
    await room.touch(one.locator('dialog .slips a'));
    const slip = await printed;
    await slip.getByText('PAID · PAGO · 已支付').first().waitFor();
    await slip.close();
    expect(room.touches).toBeLessThanOrEqual(10);
    // Nobody needs to scroll a page sideways to read it.
    for (const page of [one, other]) {
      const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await page.evaluate(tooWide)).toBe(false);
    }
  });
}
