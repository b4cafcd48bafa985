import { nestLog } from './service-log.js';

test('a port that is not free is left to the sentence of the service, another error is logged', () => {
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const log = nestLog({ error: say } as unknown as Parameters<typeof nestLog>[0]);
  log.error('Error: listen EADDRINUSE: address already in use 127.0.0.1:3000');
  log.error('Error: another');
  expect(said).toEqual(['Error: another']);
});
