/** What changed between two releases, as Markdown: release notes for users of the catalogue. Pure. */

import { printable } from '../../report/printable.ts';
import type { ReleaseDiff } from './diff-releases.ts';
import { toSections } from './sections.ts';

/** An underscore within a word is not special, and names of events are easier to read without a backslash. */
const SPECIAL = /[\\`*[\]<>|#~$&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** At the start of a line, these begin a list or a block of code. */
const SIGN = /^[+-]/;
/** Forges turn these into links or notifications wherever they are, also after a backslash. */
const LINKED = /[@#](?=\w)|:(?=\/\/)|www(?=\.)/gi;
/** Takes no space, and separates what is on both sides of it. */
const WORD_JOINER = '\u2060';

/** Text that a reader of rendered Markdown sees as it is: no markup, link, formula, entity or mention of a user or issue. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(LINKED, `$&${WORD_JOINER}`).replace(SPECIAL, '\\$&').replace(SIGN, '\\$&');
}

export function toMarkdown({ old, new: next, catalogue, whyNoCatalogue }: ReleaseDiff): string {
  const unknown = { heading: `The catalogues cannot be compared: ${whyNoCatalogue}`, lines: [] };
  const sections = catalogue === null ? [unknown] : toSections(catalogue);
  const text = sections.map(({ heading, lines }) => {
    return `## ${escapeMarkdown(heading)}\n\n${lines.map((line) => `- ${escapeMarkdown(line)}\n`).join('')}`;
  });
  return `# What changed\n\nRelease ${escapeMarkdown(old)} → ${escapeMarkdown(next)}.\n\n${text.join('\n')}`;
}
