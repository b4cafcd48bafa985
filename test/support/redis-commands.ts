/**
 * The commands that redis-cli sends for a command of the pages: some of its options are several
 * commands.
 */
export function redisCommands(command: string, keys: string): string[][] {
  const [alone = ''] = command.split(' | ');
  const text = alone.replaceAll("'", '').replaceAll('jackpot:', `${keys}:`);
  const words = text.replace('OLD_KEY NEW_KEY', `${keys}:old ${keys}:new`).split(' ').slice(1);
  if (words[0] === '--latency-history') return [['PING']];
  if (words[0] !== '--bigkeys') return [words];
  return [['SCAN', '0'], ['DBSIZE'], ...['TYPE', 'HLEN'].map((name) => [name, `${keys}:log`])];
}
