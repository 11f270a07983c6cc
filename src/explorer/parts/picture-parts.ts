/**
 * Attributes that say what belongs to a saved picture. Views add them to their elements: `<div {...SAVED}>`; pictures/ reads them. Hidden text,
 * buttons and announcements are never in a picture. Pure.
 */

/** The element that is saved. A page has at most one. */
export const SAVED = { 'data-picture': 'saved' } as const;
/** Text that belongs to the caption of the picture, without its links: the nearest around the saved element, and all text inside it. */
export const CAPTION = { 'data-picture': 'caption' } as const;
/** A part of the saved element that the picture leaves out. */
export const UNSAVED = { 'data-picture': 'unsaved' } as const;

export const selectorOf = (part: { readonly 'data-picture': string }): string =>
  `[data-picture=${part['data-picture']}]`;
