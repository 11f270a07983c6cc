/**
 * For Stryker: excludes titles and descriptions from mutation, because only golden files contain them, which the unit tests do not read.
 */

const TEXTS = 'texts';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: TEXTS,
    value: {
      shouldIgnore: ({ node }) =>
        node.type === 'CallExpression' && node.callee.name === 'text' ? 'a text for people' : undefined,
    },
  },
];
