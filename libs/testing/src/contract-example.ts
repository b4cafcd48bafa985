import { readFileSync } from 'node:fs';
import type { WrittenConfiguration } from '#contract';
import { parse } from 'yaml';

/** The example of a configuration (contract 5). */
export function contractExample(): WrittenConfiguration {
  const page = readFileSync('libs/contract/README.md', 'utf8');
  const [, yaml = ''] =
    /^## 5\. Configuration of a jackpot\n[^#]*?```yaml\n([^]*?)```/m.exec(page) ?? [];
  return parse(yaml) as WrittenConfiguration;
}
