/** Requests of nearly 8 KB for which patterns that backtrack would take longest: many places where a match begins, and no match. */

const fill = (text: string): string => text.repeat(Math.floor(7900 / text.length));

/** By what they repeat; `base` is the base URL's path. */
export const worstRequests = (base: string): readonly (readonly [what: string, target: string])[] => [
  ['values with dots', `${base}/api/v2/runs?${fill('=.')}`],
  ['zeros in a page', `${base}/api/v2/runs?page=${fill('0')}%`],
  ['names of parameters', `${base}/api/v2/runs?${fill('page&').replace('page', 'x')}`],
  ['a long value', `${base}/api/v2/runs?release=${fill('a')}!`],
  ['segments of a path', `${base}/api/v2${fill('/a')}!`],
  ['dots in a path', `${base}/archive/data${fill('/a.gwf')}!`],
];
