import { readFileSync } from 'node:fs';

const page = readFileSync('deploy/operations/changes.md', 'utf8');

/** The headings of deploy/operations/changes.md. */
export const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);

/** An action, or a typed command and its output. */
export interface Step {
  readonly act?: string | undefined;
  readonly command?: string | undefined;
  readonly says?: string | undefined;
}

/** The actions and commands in the numbered items of a section, in order. */
export function stepsOf(section: string): Step[] {
  const [, text = ''] = new RegExp(`^## ${section}$(.*?)(?=^## |$(?![^]))`, 'ms').exec(page) ?? [];
  const items = text.split(/^\d+\. /m).slice(1);
  return items.flatMap((item) => {
    const found = item
      .replace(/\s+/g, ' ')
      .matchAll(/\*\*([^*]+)\*\*|`((?:npm run|curl|redis-cli) [^`]+)`(?: says \*([^*]+)\*)?/g);
    return [...found].map(([, act, command, says]) => ({ act, command, says }));
  });
}
