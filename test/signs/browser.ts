import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UserError } from '#tools/process/process.mjs';
import { findChromium } from '#tools/stack/prerequisites.mjs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import type { TestGateway } from './gateway.js';

const sampler = fileURLToPath(new URL('sampler.js', import.meta.url));

/** The sampler's findings in the page since it was loaded. */
export type Sampled = {
  frames: number;
  readable: number;
  messages: number;
  settled: number;
  wrong: number;
  /** The version that the wheels showed last; -1: none yet. */
  shown: number;
  /** The newest version received; -1: none yet. */
  heard: number;
  violations: string[];
  states: { seen: string; at: number }[];
  awards: string[];
};

/** Starts a Chromium of the machine; installs it if that needs no password. */
export async function launch(): Promise<Browser> {
  const program = await findChromium();
  const executablePath = execFileSync('which', [program], { encoding: 'utf8' }).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args });
}

/** Starts a browser before the tests are named, so that their list says if there is no browser. */
export async function launchOrSay(): Promise<Browser | { notChecked: string }> {
  try {
    return await launch();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { notChecked: error.message };
  }
}

/** Opens a sign in a browser of its own. */
export async function openSign(
  browser: Browser,
  gateway: TestGateway,
  address = 'fortune-main',
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openTab(await newContext(browser, options), gateway, address);
}

/** A browser without tabs. Its signs have no service worker, except in a test about it. */
export function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1280, height: 720 },
    timezoneId: 'Asia/Macau',
    serviceWorkers: 'block',
    ...options,
  });
}

/** Opens a sign as one more tab of a browser. */
export async function openTab(
  context: BrowserContext,
  gateway: TestGateway,
  address: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ path: sampler });
  await page.goto(`${gateway.url}/signs/${address}`);
  return page;
}

export async function sampled(page: Page): Promise<Sampled> {
  return (await page.evaluate('sampled()')) as Sampled;
}
