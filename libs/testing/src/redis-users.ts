import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const file = new URL('../../../deploy/redis-users.acl', import.meta.url);

/** The users of deploy/redis-users.acl with their rules, for the keys of a test's own prefix. */
export function readUsers(topicPrefix: string): Map<string, string[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [, name = '', ...rules] = line.split(' ');
      return [
        name,
        rules.map((rule) =>
          rule
            .replace('~jackpot:', `~${keys(topicPrefix)}`)
            .replace('&jackpot:', `&${keys(topicPrefix)}`),
        ),
      ];
    }),
  );
}

/** The file after an operator has completed it: with the hash of a password for each user named. */
export function usersFile(
  topicPrefix: string,
  passwords: Readonly<Record<string, string>>,
): string {
  const lines = [...readUsers(topicPrefix)].map(([name, rules]) => {
    const password = passwords[name];
    const hash = password === undefined ? [] : [`#${sha256(password)}`];
    return ['user', name, ...rules, ...hash].join(' ');
  });
  return `${lines.join('\n')}\n`;
}

function keys(topicPrefix: string): string {
  return `${topicPrefix.replace(/\.$/, '')}:`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
