/** Short versions of the attacks; `npm run long -- attack` runs the long ones. */

import { describe, expect, inject, it } from 'vitest';
import { SCENARIOS } from './scenarios.ts';

describe('holds against', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, { run }) => {
    const said: string[] = [];
    const ground = {
      cli: inject('cli'),
      shipped: inject('shipped').root,
      partial: inject('partial'),
      isLong: false,
      say: (text: string) => said.push(text),
    };
    expect(await run(ground), said.join('\n')).toEqual([]);
  });
});
