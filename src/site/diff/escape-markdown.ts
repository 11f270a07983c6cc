/** Escapes text for Markdown, including table cells. Pure. */

import { printable } from '../../report/printable.ts';

/** An underscore within a word is not special, and names of events are easier to read without a backslash. */
const SPECIAL = /[\\`*[\]<>|#~$&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** Forges turn these into links or notifications wherever they are, also after a backslash. */
const LINKED = /[@#](?=\w)|:(?=\/\/)|www(?=\.)/gi;
/** Takes no space, and separates what is on both sides of it. */
const WORD_JOINER = '\u2060';

/** Text that a reader of rendered Markdown sees as it is: no markup, link, formula, entity or mention of a user or issue. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(LINKED, `$&${WORD_JOINER}`).replace(SPECIAL, '\\$&');
}
