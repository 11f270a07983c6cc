/** The suggested fix for an unknown name. */

import { expect, it } from 'vitest';
import { suggestFix } from '../../src/catalogue/files/suggest-fix.ts';

it.each([
  ['fra', ['far', 'redshift'], 'did you mean "far"? If not, remove it (allowed: far, redshift)'],
  ['GWTC-l', ['GWTC-2', 'GWTC-1'], 'did you mean "GWTC-2" or "GWTC-1"? If not, remove it (allowed: GWTC-2, GWTC-1)'],
  ['zzz', ['far'], 'remove it (allowed: far)'],
  ['zzz', [], 'remove it'],
])('for %j, where %j are allowed', (word, allowed, fix) => {
  expect(suggestFix(word, allowed, 'remove it')).toBe(fix);
});
