import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/site/diff/to-markdown.ts';

describe('text in release notes is shown as it is', () => {
  it.each([
    ['markup', '<b>*a*</b> `c` [d](e) | f', '\\<b\\>\\*a\\*\\</b\\> \\`c\\` \\[d\\](e) \\| f'],
    ['strikethrough', '~~a~~', '\\~\\~\u2060a\\~\\~'],
    ['emphasis', '_a_ __b__', '\\_a\\_ \\_\\_b\\_\\_'],
    ['the underscore of a name', 'GW150914_095045', 'GW150914_095045'],
    ['a formula', '$x$', '\\$\u2060x\\$'],
    ['a sign at the start', '+ a -b', '\\+ a -b'],
    ['an entity', '&lt;', '\\&\u2060lt;'],
    ['a backslash', 'a\\b', 'a\\\\b'],
    ['a user', '@octocat', '@\u2060octocat'],
    ['an address', 'a@b.test', 'a@\u2060b.test'],
    ['an issue', '#12', '\\#\u206012'],
    ['an issue of GitHub', 'GH-12', 'GH-\u206012'],
    ['a merge request', '!12', '!\u206012'],
    ['a milestone', '%5 %"v 1"', '%\u20605 %\u2060"v 1"'],
    ['a label', '~bug', '\\~\u2060bug'],
    ['a commit', `${'0a1b'.repeat(10)}`, `${'0a1b'.repeat(5)}\u2060${'0a1b'.repeat(5)}`],
    ['GPS seconds', '1126259462', '1126259462'],
    ['a URL', 'see https://a.test/b', 'see https:\u2060//a.test/b'],
    ['a URL without scheme', 'WWW.a.test', 'WWW\u2060.a.test'],
  ])('%s', (_, text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});
