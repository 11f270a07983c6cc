import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/site/diff/to-markdown.ts';

describe('text in release notes is shown as it is', () => {
  it.each([
    ['markup', '<b>*a*</b> `c` [d](e) | f', '\\<b\\>\\*a\\*\\</b\\> \\`c\\` \\[d\\](e) \\| f'],
    ['strikethrough', '~~a~~', '\\~\\~a\\~\\~'],
    ['emphasis', '_a_ __b__', '\\_a\\_ \\_\\_b\\_\\_'],
    ['the underscore of a name', 'GW150914_095045', 'GW150914_095045'],
    ['a formula', '$x$', '\\$x\\$'],
    ['a sign at the start', '+ a -b', '\\+ a -b'],
    ['an entity', '&lt;', '\\&lt;'],
    ['a backslash', 'a\\b', 'a\\\\b'],
    ['a user', '@octocat', '@\u2060octocat'],
    ['an address', 'a@b.test', 'a@\u2060b.test'],
    ['an issue', '#12', '\\#\u206012'],
    ['a URL', 'see https://a.test/b', 'see https:\u2060//a.test/b'],
    ['a URL without scheme', 'WWW.a.test', 'WWW\u2060.a.test'],
  ])('%s', (_, text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});
