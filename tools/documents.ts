import { asyncApiDocument } from '#contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

/** Writes the published form of the contract from the schemas; run at the root of the project. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = 'libs/contract/asyncapi.json';
const json = JSON.stringify(asyncApiDocument(version));
writeFileSync(file, await format(json, { parser: 'json', printWidth: 100 }));
console.log(`${file} is written.`);
