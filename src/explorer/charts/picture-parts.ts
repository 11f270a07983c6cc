/**
 * Attributes that say what belongs to a saved picture. Views add them to their elements: `<div {...SAVED}>`; pictures/ reads them. Hidden text,
 * buttons and announcements are never in a picture.
 */

/** The element that is saved. A page has at most one. */
export const SAVED = { 'data-picture': 'saved' } as const;
/** Text for the caption of the picture, without its links: all such text inside the saved element, and the closest one outside it. */
export const CAPTION = { 'data-picture': 'caption' } as const;
/** A part of the saved element that the picture leaves out. */
export const UNSAVED = { 'data-picture': 'unsaved' } as const;

export const partSelector = (part: { readonly 'data-picture': string }): string =>
  `[data-picture=${part['data-picture']}]`;
