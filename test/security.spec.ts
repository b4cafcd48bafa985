import { existsSync, readFileSync } from 'node:fs';
import { scriptText } from '../libs/ledger/src/script.js';

const text = readFileSync('SECURITY.md', 'utf8');
const read = (file: string): string => readFileSync(file, 'utf8');

describe('SECURITY.md', () => {
  it('names for each threat a test that is there', () => {
    const [, table = ''] = /## Threats\n([^]*?)\n## /.exec(text) ?? [];
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (who|---)/.test(line));
    const threats = rows.filter((row) => !row.startsWith('| who | tries'));
    expect(threats.length).toBeGreaterThan(12);
    for (const row of threats) {
      const files = [...row.matchAll(/`([\w./-]+spec\.ts)`/g)].map(([, file]) => file as string);
      expect([row, files.length]).not.toEqual([row, 0]);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    }
  });

  it('knows every user of Redis and every principal of Kafka', () => {
    const users = [...read('deploy/redis-users.acl').matchAll(/^user (\w+)/gm)];
    expect(users.length).toBeGreaterThan(4);
    for (const [, user] of users) {
      expect(text).toContain(`\`${user === 'default' ? 'default off' : user}\``);
    }
    const principals = [...read('deploy/kafka-acls.yaml').matchAll(/^(\w+):$/gm)];
    expect(principals.map(([, name]) => name)).toEqual([
      'tables',
      'ledger',
      'signs',
      'operator',
      'recovery',
    ]);
  });

  it.each([
    ['ledger', ['commit', 'trim', 'mark-halted', 'probe']],
    ['recovery', ['recover']],
  ])('lets %s do what its scripts do', (user, scripts) => {
    const line = read('deploy/redis-users.acl').match(new RegExp(`^user ${user} .*$`, 'm'))?.[0];
    const allowed = new Set((line ?? '').match(/(?<=\+)\w+/g));
    const called = scripts.flatMap((script) =>
      [...scriptText(`${script}.lua`).matchAll(/redis\.p?call\('(\w+)'/g)].map(([, command]) =>
        (command as string).toLowerCase(),
      ),
    );
    expect(called.length).toBeGreaterThan(3);
    expect(called.filter((command) => !allowed.has(command))).toEqual([]);
  });
});
