import { html, prettyJson } from './html.js';

test('what others have written is no markup', () => {
  const written = `<script>alert("1")</script>`;
  const { text } = html`<p title="${written}">${written}</p>`;
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});

test('what shows nothing, or turns the writing round, is written out', () => {
  expect(html`${'a\u202eb'}`.text).toBe('a\\u202eb');
});

test('markup goes in as it is, and what is not there as nothing', () => {
  const items = ['a', 'b'].map((each) => html`<li>${each}</li>`);
  expect(html`${items}${null}${undefined}${false}`.text).toBe('<li>a</li><li>b</li>');
});

test('JSON can be copied from the page', () => {
  const { text } = prettyJson({ kid: 'a<b' });
  const shown = text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<');
  expect(JSON.parse(shown)).toEqual({ kid: 'a<b' });
});
