import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asyncApiDocument } from './asyncapi.js';
import { commandSchemas, tableEventSchemas } from './events.js';

const published = readFileSync(new URL('../asyncapi.json', import.meta.url), 'utf8');

test('the published AsyncAPI document is the one that the schemas give; `npm run docs` writes it', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(asyncApiDocument(version))));
});

// Runs in its own process: the parser's packages mix module forms in a way that Jest cannot load.
const parse = `
  import { Parser } from '@asyncapi/parser';
  import { text } from 'node:stream/consumers';
  const { document, diagnostics } = await new Parser().parse(await text(process.stdin));
  const channels = document?.channels().all() ?? [];
  console.log(JSON.stringify({
    errors: diagnostics.filter(({ severity }) => severity === 0),
    messages: channels.map((channel) => [
      channel.address(),
      channel.messages().all().map((message) => message.name()).sort(),
    ]),
  }));
`;

test('the parser of AsyncAPI finds no error in it, and every topic with its messages', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', parse], {
    cwd: root,
    input: published,
    encoding: 'utf8',
  });
  const { errors, messages } = JSON.parse(output) as { errors: object[]; messages: unknown[] };
  expect(errors).toEqual([]);
  expect(messages).toEqual([
    ['jackpot.events', Object.keys({ ...tableEventSchemas, ...commandSchemas }).sort()],
    ['jackpot.awards', ['award']],
    ['jackpot.exceptions', ['exception']],
    ['jackpot.pool-values', ['poolValue']],
    ['jackpot.statements', ['statement']],
    ['jackpot.journal', ['journalBlock']],
    ['jackpot.sign-acks', ['signAck']],
  ]);
});
