import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapedHtml } from '#papers';

/** Folder of the operator's manual, next to the package's own file. */
const folder = join(dirname(findPackageJSON(import.meta.url) as string), 'deploy', 'operations');

const index = 'README';

/** Returns the address of a page of the manual. */
export function manualPath(name: string): string {
  return name === index ? '/manual' : `/manual/${name}`;
}

/** Returns the name of the page for a path such as `deploy/operations/stuck.md`. */
export function manualPageOf(file: string): string | undefined {
  const [, name] = /^deploy\/operations\/([\w-]+)\.md$/.exec(file) ?? [];
  return name === index || manualNames.includes(name ?? '') ? name : undefined;
}

/** Names of all pages but the first, in alphabetical order. */
export const manualNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== `${index}.md`)
  .map((file) => file.replace('.md', ''))
  .toSorted();

/**
 * Returns a page of the manual as HTML, without its title.
 * @param name without `.md`; undefined: the first page
 * @returns undefined if the page does not exist
 */
export function manualPage(name: string = index): string | undefined {
  if (name !== index && !manualNames.includes(name)) return undefined;
  const text = readFileSync(join(folder, `${name}.md`), 'utf8').replace(/^# .*\n/, '');
  return marked.parse(text, { async: false });
}

const marked = new Marked({
  renderer: {
    // Pages have no HTML of their own.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapedHtml(text),
    image: ({ text }: Tokens.Image) => escapedHtml(text),
    heading({ tokens, text, depth }: Tokens.Heading) {
      const id = text.toLowerCase().replaceAll(/[^\w]+/g, '-');
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      const to = addressOf(href);
      return to === undefined ? text : `<a href="${escapedHtml(to)}">${text}</a>`;
    },
  },
});

/** Returns the console address of a link in the manual; undefined if it leads out of the manual. */
function addressOf(href: string): string | undefined {
  if (href.startsWith('#')) return href;
  const [, name = '', place = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  if (name !== index && !manualNames.includes(name)) return undefined;
  return `${manualPath(name)}${place}`;
}
