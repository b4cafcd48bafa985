import type { Found, Trial } from './mutant-trial.js';
import type { Mutation } from './mutations.js';

export interface Verdict {
  readonly isRight: boolean;
  readonly text: string;
}

/** The verdict on a fault that the compiler finds: the checks have nothing to find. */
export function doesNotCompile(complaints: readonly string[]): Verdict {
  return { isRight: false, text: `DOES NOT COMPILE: ${complaints.join('; ')}` };
}

/** Whether a compiling fault took effect, and a check that is meant for it found it. */
export function verdictOn(
  { caughtBy, inStory }: Pick<Mutation, 'caughtBy' | 'inStory'>,
  { reached, found }: Trial,
): Verdict {
  const expected = caughtBy.join(' | ');
  if (reached.length === 0 || reached.includes(0)) {
    const caught = found ? `, and caught ${found.at} by ${found.by}: ${found.detail}` : '';
    return { isRight: false, text: `compiles, NEVER REACHED (${reached.join(' + ')})${caught}` };
  }
  const times = reached.every((count) => count === 1) ? 'once' : `${reached.join(' + ')} times`;
  const how = `compiles, reached ${times}`;
  if (!found) return { isRight: false, text: `${how}, SURVIVED (expected ${expected})` };
  const caught = `caught ${found.at} by ${found.by}`;
  if (!caughtBy.some((catcher) => isThis(catcher, found))) {
    const text = `${how}, WRONG: ${caught}: ${found.detail} (expected ${expected})`;
    return { isRight: false, text };
  }
  if (inStory !== undefined && !found.story.includes(inStory)) {
    return { isRight: false, text: `${how}, WRONG: ${caught}, and nothing tells "${inStory}"` };
  }
  return { isRight: true, text: `${how}, ${caught} (expected ${expected})` };
}

function isThis(catcher: string, { by, detail }: Found): boolean {
  const [property, words = ''] = catcher.split(/: (.*)/s);
  return property === by && detail.includes(words);
}
