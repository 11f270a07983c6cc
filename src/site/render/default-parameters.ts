/** Renders the names of the default parameters. */

import { rangeNames } from '../../core/collections/event-versions.ts';
import { columnIndex } from './index-columns.ts';
import { plain } from './json.ts';
import { createRenderer } from './renderer.ts';

export const defaultParameters = createRenderer(['parameters'], {
  index: (catalogue) => columnIndex(rangeNames(catalogue).length, {}),
  lines: (catalogue) => rangeNames(catalogue).map((name) => ({ entry: plain(name) })),
});
