/** Shows parameter names with subscripts. */

import type { ComponentChildren } from 'preact';

/** Splits text at its first subscript: `p_astro > 0.9` -> `p`, `astro`, ` > 0.9`; null if it has none. */
function splitName(text: string) {
  const [, base = '', lower, rest = ''] = /^(.*?)_([a-z\d]+)(.*)$/.exec(text) ?? [];
  return lower === undefined ? null : { base, lower, rest };
}

/** Text whose names have subscripts: `p_astro` becomes p with the subscript astro. */
export function Name({ text }: { readonly text: string }): ComponentChildren {
  const parts = splitName(text);
  if (parts === null) return text;
  return (
    <>
      {parts.base}
      <sub>{parts.lower}</sub>
      <Name text={parts.rest} />
    </>
  );
}

/** The same, for SVG drawings. */
export function SvgName({ text }: { readonly text: string }): ComponentChildren {
  const parts = splitName(text);
  if (parts === null) return text;
  return (
    <>
      {parts.base}
      <tspan dy="0.25em" font-size="0.8em">
        {parts.lower}
      </tspan>
      {parts.rest && (
        <tspan dy="-0.2em">
          <SvgName text={parts.rest} />
        </tspan>
      )}
    </>
  );
}
