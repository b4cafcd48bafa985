import type { ModelEvent, ModelOutcome } from './events.js';
import { KeyLaws } from './laws-keys.js';

type Step = [kid: string, type: string, data?: object, more?: Partial<ModelEvent>];

const keys = (version: number, ...kids: string[]): Step => {
  const named = kids.map((kid) => ({ kid, roles: kid === 'keeper' ? ['keys'] : ['operate'] }));
  return ['root', 'keys.set', { version, keys: named }];
};

/** The names of the laws that the last of these applied commands breaks. */
function brokenBy(...steps: Step[]): string[] {
  const laws = new KeyLaws(new Set(['root']));
  const found = steps.map(([kid, type, data = {}, more = {}]) => {
    const expires = '1970-01-02T00:00:00Z';
    const event = { type, id: 'a', source: 'a', sequence: '1', subject: 'a', expires, ...more };
    const value = Buffer.from(JSON.stringify([type, data]));
    const headers = { signature: Buffer.from(`${kid}:AAAA`) };
    const said = { ...event, data: { ...data } };
    const applied: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    return laws.check(said, { value, headers }, applied, 1_000);
  });
  return (found.at(-1) ?? []).map((broken) => broken.split(':')[0] ?? '');
}

const suspended: Step = ['ops', 'jackpot.suspended'];

describe('the laws of keys', () => {
  it('are silent about an honest story', () => {
    expect(brokenBy(keys(1, 'keeper', 'ops'), suspended, keys(2, 'keeper'))).toEqual([]);
  });

  it('see a command before any key is in force, and one by a key that was revoked', () => {
    expect(brokenBy(suspended)).toEqual(['signer']);
    expect(brokenBy(keys(1, 'keeper', 'ops'), keys(2, 'keeper'), suspended)).toEqual(['signer']);
    expect(brokenBy(keys(1, 'keeper', 'ops'), ['root', 'jackpot.resumed'])).toEqual(['signer']);
  });

  it('see a set of keys by a key that may not, and one that is not newer', () => {
    const byOps: Step = ['ops', 'keys.set', { version: 2, keys: [] }];
    expect(brokenBy(keys(1, 'keeper', 'ops'), byOps)).toEqual(['role']);
    expect(brokenBy(keys(2, 'keeper'), keys(1, 'keeper', 'ops'))).toEqual(['version']);
  });

  it('see another root by a key that is none of the root, or was one of it before', () => {
    const another = (kid: string, next: string): Step => {
      return [kid, 'root.set', { root: { keys: [{ kid: next }] } }];
    };
    expect(brokenBy(keys(1, 'keeper'), another('root', 'root-2'))).toEqual([]);
    expect(brokenBy(keys(1, 'keeper'), another('keeper', 'root-2'))).toEqual(['root']);
    const story = [keys(1, 'keeper'), another('root', 'root-2')];
    expect(brokenBy(...story, another('root-2', 'root'))).toEqual([]);
    expect(brokenBy(...story, another('root', 'root-3'))).toEqual(['signer', 'root']);
    expect(brokenBy(...story, keys(2, 'keeper'))).toEqual(['signer']);
  });

  it('see the same bytes carried out twice, also under another name of the key', () => {
    expect(brokenBy(keys(1, 'ops'), suspended, suspended)).toEqual(['once']);
    const renamed: Step = ['ops-2', 'jackpot.suspended'];
    expect(brokenBy(keys(1, 'ops', 'ops-2'), suspended, renamed)).toEqual(['once']);
  });

  it.each([
    ['was over', '1970-01-01T00:00:01Z'],
    ['lasts for more than seven days', '1970-01-08T00:00:01.001Z'],
    ['ends at no time', ''],
  ])('see a command that %s', (_, expires) => {
    const over: Step = ['ops', 'jackpot.resumed', {}, { expires }];
    expect(brokenBy(keys(1, 'ops'), over)).toEqual(['expires']);
  });
});
