import { ManualTyping, wordsOf } from './manual-typing.js';

const page = `
\`npm run jackpot -- pay main/T1/1/42 --slip 17 --yes\`, then

\`\`\`sh
npm run jackpot -- claims main   # what waits
npm run jackpot -- status
curl -s localhost:3000/metrics | grep '^jackpot_claims'
\`\`\`
`;
const open = (text = page): ManualTyping =>
  new ManualTyping(
    (name) => name !== 'other',
    new Map([
      ['win.md', text],
      ['other.md', page],
    ]),
  );

describe('a page of the manual', () => {
  it('is typed in the words that it has, and as it was edited', () => {
    const standsFor = { 'main/T1/1/42': 'main/T1/1/7', '--slip 17': '--slip 1' };
    expect(open().take(/^pay/, standsFor)).toBe('pay main/T1/1/7 --slip 1 --yes');
    const edited = open(page.replace('--yes', '--method cash'));
    expect(edited.take(/^pay/, standsFor, 'win')).toBe('pay main/T1/1/7 --slip 1 --method cash');
    expect(open().take(/^curl/, {})).toMatch(/ \| grep '\^jackpot_claims'$/);
  });

  it('has no command that it does not have, and none that could be another', () => {
    expect(() => open().take(/^expire/, {})).toThrow('the manual has 0 of /^expire/');
    expect(() => open().take(/^claims|^status/, {}, 'win')).toThrow('win has 2 of');
  });

  it('says what nobody has typed or left out', () => {
    const manual = open();
    manual.take(/^pay/, {});
    manual.take(/^claims/, {}, 'win');
    manual.leaveOut('no service runs', /^curl/);
    expect(manual.untyped).toEqual(['win: npm run jackpot -- status']);
  });

  it('is split into words as a shell does it', () => {
    expect(wordsOf('adjust main --reason "tape 7" --to \'a b\'')).toEqual([
      ...['adjust', 'main', '--reason', 'tape 7', '--to', 'a b'],
    ]);
  });
});
