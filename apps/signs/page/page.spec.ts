import { readdirSync, readFileSync } from 'node:fs';

const page = new URL('./', import.meta.url);
const files = readdirSync(page);
const read = (name: string) => readFileSync(new URL(name, page), 'utf8');

describe('the page', () => {
  it('has no inline script, style or handler, so that a strict policy can forbid them', () => {
    const html = read('sign.html');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(' src='))).toEqual([]);
  });

  it('asks no other host for anything', () => {
    const served = files.filter((name) => /\.(js|css|html)$/.test(name));
    expect(served.length).toBeGreaterThan(20);
    for (const name of served) {
      expect(`${name}: ${read(name).match(/(https?:)?\/\/[\w-]+\.\w+/)?.[0] ?? 'none'}`).toBe(
        `${name}: none`,
      );
    }
  });

  it('finds every file that it links to', () => {
    const links = [...read('sign.html').matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, to]) => to ?? '',
    );
    const modules = new URL('../../../node_modules/', page);
    const homes: Record<string, URL> = {
      'assets/': page,
      'fonts/inter/': new URL('@fontsource-variable/inter/', modules),
      'fonts/noto-sans-tc/': new URL('@fontsource/noto-sans-tc/', modules),
    };
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const home = Object.keys(homes).find((prefix) => link.startsWith(prefix)) ?? 'nowhere';
      expect(() => readFileSync(new URL(link.slice(home.length), homes[home]))).not.toThrow();
    }
  });

  it('imports only modules that are there', () => {
    const modules = files.filter((name) => name.endsWith('.js'));
    const imported = modules.flatMap((name) => [...read(name).matchAll(/from '\.\/([^']+)'/g)]);
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.map(([, to]) => to).filter((to) => !files.includes(to as string))).toEqual([]);
  });

  it('keeps clocks and the DOM out of the modules that decide', () => {
    const outside =
      /\b(document|window|performance|setTimeout|Math\.random|Date\.now)\b[.(]|new Date\(\)/;
    for (const name of [
      ...['odometer.js', 'money.js', 'words.js', 'feed.js', 'wire.js', 'pool.js', 'turns.js'],
      ...['celebrations.js', 'announcement.js', 'slides.js', 'acks.js', 'watchdog.js', 'theme.js'],
      'pending.js',
    ]) {
      expect(read(name)).not.toMatch(outside);
    }
    expect(read('sign.js')).toMatch(outside);
  });

  it('is kept whole by its service worker', () => {
    const worker = read('worker.js');
    const list = /const FILES = (\[[^\]]*\])/.exec(worker)?.[1] ?? '[]';
    const kept = [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path);
    const assets = files.filter((name) => /\.(js|css|svg)$/.test(name) && name !== 'worker.js');
    const linked = [...read('sign.html').matchAll(/href="(fonts\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(kept.sort()).toEqual([...assets.map((name) => `assets/${name}`), ...linked].sort());
  });
});
