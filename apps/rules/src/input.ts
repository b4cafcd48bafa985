import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { isRulesetId, type RulesetId, rulesetIds } from '#rules';

/** Wrong input of a person: one sentence for each error. */
export class WrongInput extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join(' '));
  }
}

/** Reads a JSON or YAML file; `-` is the standard input. */
export function readInput(file: string): unknown {
  const text = readText(file);
  try {
    return isYaml(file) ? parse(text) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof YAMLParseError) {
      const [firstLine] = error.message.split('\n');
      throw new WrongInput([`${file} is not ${isYaml(file) ? 'YAML' : 'JSON'}: ${firstLine}`]);
    }
    throw error;
  }
}

export function readRulesetId(id: string): RulesetId {
  if (isRulesetId(id)) return id;
  const known = rulesetIds.join(', ');
  throw new WrongInput([`There is no ruleset "${id}"; the rulesets are ${known}.`]);
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new WrongInput([`There is no file ${file}.`]);
    if (code === 'EISDIR') throw new WrongInput([`${file} is a folder, not a file.`]);
    if (code === 'EACCES') throw new WrongInput([`The file ${file} may not be read.`]);
    throw error;
  }
}

function isYaml(file: string): boolean {
  return file.endsWith('.yaml') || file.endsWith('.yml');
}
