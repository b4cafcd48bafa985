import { createRequire } from 'node:module';
import { applyKafkajsPatches } from './kafkajs-patches.js';

test('a kafkajs that has fetched before it is patched is refused by the name of the patch', () => {
  createRequire(import.meta.url)('kafkajs/src/protocol/requests/fetch/v11/response');
  expect(() => applyKafkajsPatches()).toThrow(
    'kafkajs is not patched (decoder of batches): it must not fetch before openKafka was called',
  );
});
