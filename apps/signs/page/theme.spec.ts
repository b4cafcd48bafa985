import { readFileSync, readdirSync } from 'node:fs';
import { COLOURS, contrastOf, readTheme } from './theme.js';

const themes = new URL('themes/', import.meta.url);

describe('a theme', () => {
  it('changes named colours, the logo and the font', () => {
    const font = { family: 'House Sans', file: 'house.woff2' };
    expect(readTheme({ colours: { velvet: '#0f1c4a' }, logo: 'house.svg', font })).toEqual({
      colours: { '--velvet': '#0f1c4a' },
      logo: 'house.svg',
      font,
    });
    expect(readTheme({})).toEqual({ colours: {}, logo: null, font: null });
  });

  it.each([
    ['another member', { css: '* {}' }, 'no member "css"'],
    ['another colour', { colours: { '--u': '#000000' } }, 'no colour "--u"'],
    ['a colour in words', { colours: { gold: 'red' } }, '#rrggbb'],
    ['a function for a colour', { colours: { gold: 'url(https://a.example)' } }, '#rrggbb'],
    ['a logo elsewhere', { logo: '../about' }, 'logo must be'],
    ['a logo on another host', { logo: '//a.example/x.svg' }, 'logo must be'],
    ['a font that ends its quotation', { font: { family: "a', serif" } }, 'font.family'],
    ['a font file of another form', { font: { family: 'A', file: 'a.js' } }, 'font.file'],
    ['a member of a font', { font: { family: 'A', src: 'x' } }, 'no member "src"'],
    ['no object', [], 'must be an object'],
    ['text that cannot be read', { colours: { gold: '#4a2030' } }, 'contrast of gold on ink'],
  ])('is refused with %s', (_, json, sentence) => {
    expect(() => readTheme(json)).toThrow(sentence);
  });

  it.each(readdirSync(themes).filter((name) => name.endsWith('.json')))('%s is one', (name) => {
    expect(() => readTheme(JSON.parse(readFileSync(new URL(name, themes), 'utf8')))).not.toThrow();
  });

  it('has the colours of the stylesheet, which keep the contrast themselves', () => {
    const css = readFileSync(new URL('sign.css', import.meta.url), 'utf8');
    for (const [name, value] of Object.entries(COLOURS)) {
      expect(css).toContain(`--${name}: ${value};`);
    }
    expect(() => readTheme({ colours: {} })).not.toThrow();
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });
});
