import { spawnSync } from 'node:child_process';

/** Messages of the recipes of deploy/signs to a person who starts them by hand. */

const wrong = 'gateway:3001/signs/main';
const begins = 'begins with http:// or https://';

test.each([
  ['led-poller.py', [], {}, 'usage: led-poller.py http://GATEWAY:3001'],
  [
    'led-poller.py',
    ['gateway:3001', 'main', 'led:5000'],
    {},
    `gateway:3001: the address of the gateway ${begins}`,
  ],
  [
    'led-poller.py',
    ['http://gateway:3001', 'main', 'led'],
    {},
    'led: the address of the controller ends with its port',
  ],
  ['mqtt-sign.py', [], {}, 'usage: mqtt-sign.py BROKER:1883'],
  [
    'mqtt-sign.py',
    ['broker', 'jackpot/main', 'a'],
    {},
    'broker: the address of the broker ends with its port',
  ],
  ['kiosk.py', [], {}, 'usage: SIGN_URL=http://GATEWAY:3001'],
  ['kiosk.py', [], { SIGN_URL: wrong }, `SIGN_URL: ${wrong}: the address of a sign ${begins}`],
  ['kiosk.py', [], { SIGN_URL: `http://${wrong}` }, 'STATE_DIRECTORY is missing'],
])('%s with %j and %j says in one line what is missing', (recipe, args, own, said) => {
  const env = { PATH: '/usr/bin:/bin', ...own };
  const { status, stderr } = spawnSync('python3', [`deploy/signs/${recipe}`, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
    env,
  });
  expect(stderr).toContain(said);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(64);
});
