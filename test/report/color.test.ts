/** When output is coloured. */

import { describe, expect, it } from 'vitest';
import { wantsColor } from '../../src/report/color.ts';

describe('wantsColor', () => {
  it.each([
    [{}, false, false],
    [{}, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '' }, false, false],
    [{ FORCE_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, on a terminal: %s', (environment, isTTY, expected) => {
    const names = ['NO_COLOR', 'FORCE_COLOR', 'TERM'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    Object.assign(process.env, environment);
    const wanted = wantsColor({ isTTY });
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    expect(wanted).toBe(expected);
  });
});
