/**
 * What the page says about a fact that the data lack. A catalogue may have gaps, so this never means that the fact was not published, or
 * that it is zero.
 */
export const NOT_LISTED = 'not in this catalogue';
