import { WouldBeRefused } from '#acts';
import { exitCodes, UserError } from '#contract';
import { SignedOut } from '../people/door.js';
import { MaybeSent } from '../acts/maybe-sent.js';
import { failureLead, refusalNames, refusalPart } from './refusal-words.js';

const pt = { language: 'pt', person: undefined, path: '/' } as const;

test('what would be refused is said in the language of the reader first', () => {
  const refused = new WouldBeRefused('main', 'same-person: Alice has signed it.');
  expect(failureLead(pt, refused)).toBe('Esta pessoa já interveio. Nada foi enviado.');
  expect(failureLead({ language: 'zh-Hant' }, refused)).toBe('此人已經參與。並未送出任何內容。');
  expect(failureLead({ language: 'en' }, refused)).toBe('');
});

test('what somebody has typed is no reason', () => {
  const typed = 'There is no jackpot x: would be refused, same-person: y.';
  expect(failureLead(pt, new UserError(typed))).toBe('Nada foi enviado.');
});

test.each([
  new MaybeSent('', { cause: new Error('a bug') }),
  new UserError('The same is in the log already.', exitCodes.pending),
])('what may be in the log is never said to be unsent: %s', (error) => {
  expect(failureLead(pt, error)).toMatch(/^Pode já estar feito/);
});

test('nothing is said of an act by a request that was not taken', () => {
  expect(failureLead(pt, new SignedOut('Nobody is signed in.'))).toBe('');
});

test('a refusal of the ledger has its name, and its sentence as it was written', () => {
  const { text } = refusalPart(pt, 'award-state: seat 3 is <paid>');
  expect(text).toContain(`<b>${refusalNames['award-state']?.pt}</b>`);
  expect(text).toContain('seat 3 is &lt;paid&gt;');
  expect(refusalPart(pt, 'strange: new').text).not.toContain('<b>');
});
