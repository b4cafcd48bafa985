import type { AwardMessage } from '#contract';
import type { SignerRole } from '#pools';
import { fortune, jackpot } from '#testing/jackpot';
import { passkeyNamed, passkeyOf } from '#testing/test-passkey';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import type { Browser, Locator, Page } from 'playwright-core';
import { Device } from './passkey-device.js';

/** Holder and roles of each key. */
type People = Readonly<Record<string, readonly [holder: string, roles: readonly SignerRole[]]>>;

/** A control room with people at pages of a browser, who are signed in; it counts their touches. */
export class TouchRoom {
  /** Touches on pages; a device's own requests for a finger are not included. */
  touches = 0;
  private readonly pages = new Map<string, Page>();

  private constructor(
    readonly stack: TestStack,
    readonly api: string,
    readonly address: string,
  ) {}

  /** @param approvers who verify an award of the jackpot `main` in addition to its proposer */
  static async open(
    browser: Browser,
    people: People,
    approvers: readonly ('approve' | 'surveil')[],
  ): Promise<TouchRoom> {
    const stack = new TestStack();
    const api = (await stack.startJackpot()).url;
    const port = await freePort();
    const room = new TouchRoom(stack, api, `http://localhost:${port}`);
    const held = Object.entries(people).map(([kid, [holder, roles]]) => {
      const made = passkeyNamed(kid, 'P-256', 'localhost');
      const passkey = { ...made, passkey: { ...made.passkey, origins: [room.address] } };
      return { kid, holder, passkey, key: passkeyOf(passkey, { holder, roles }) };
    });
    await stack.setKeys(
      api,
      held.map(({ key }) => key),
    );
    const approvals = {
      'award.verified': [{ from: 0, by: [...approvers] }],
      'award.reversed': [{ from: 0, by: ['approve' as const] }],
    };
    await stack.configure(api, jackpot('main', { ...fortune, verifyAbove: 1_000_000, approvals }));
    const own = { PORT: String(port), CONSOLE_ORIGIN: room.address };
    const url = await stack.start('apps/console', [], own).url();
    await until('the console to be ready', async () => (await fetch(`${url}/health/ready`)).ok);
    for (const { kid, holder, passkey } of held) {
      const context = await browser.newContext({ locale: 'en-GB' });
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      await (await Device.at(page)).holds(passkey);
      await page.goto(room.address);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(holder).first().waitFor();
      room.pages.set(kid, page);
    }
    return room;
  }

  at(kid: string): Page {
    return this.pages.get(kid) as Page;
  }

  async touch(on: Locator): Promise<void> {
    this.touches += 1;
    await on.filter({ visible: true }).first().click();
  }

  async awardWhere(is: (award: AwardMessage) => boolean): Promise<AwardMessage> {
    return until('the award', async () => {
      const path = `${this.api}/v1/jackpots/main/awards`;
      return (await getJson<{ awards: AwardMessage[] }>(path)).awards.find(is);
    });
  }

  async close(): Promise<void> {
    for (const page of this.pages.values()) await page.context().close();
    await this.stack.close();
  }
}
