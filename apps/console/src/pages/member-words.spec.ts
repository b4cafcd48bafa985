import { configurationFields } from '#acts';
import { readConfiguration } from '#contract';
import { jackpot } from '#testing/jackpot';
import { memberName } from './member-words.js';

test('each field of a configuration has a name in each language, but for the readings of the law', () => {
  const read = readConfiguration(jackpot('main', {}));
  if ('refused' in read) throw new Error(read.refused.join());
  const members = configurationFields(read.configuration).map(({ member }) => member);
  const unnamed = members.filter((member) => memberName(member).pt === member);
  expect(unnamed.filter((member) => !member.startsWith('policies.'))).toEqual([]);
  expect(memberName('prizes.flush.fixed').pt).toBe('Naipe ou Cor, valor fixo');
  expect(memberName('constructor').en).toBe('constructor');
});
