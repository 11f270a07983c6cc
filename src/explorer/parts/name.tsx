/** Shows parameter names with subscripts. */

import type { ComponentChildren } from 'preact';

/** Text whose names have subscripts: `p_astro` becomes p with the subscript astro. */
export function Name({ text }: { readonly text: string }): ComponentChildren {
  const [, base, lower, rest = ''] = /^(.*?)_([a-z\d]+)(.*)$/.exec(text) ?? [];
  if (lower === undefined) return text;
  return (
    <>
      {base}
      <sub>{lower}</sub>
      <Name text={rest} />
    </>
  );
}

/** The same, for SVG drawings. */
export function SvgName({ text }: { readonly text: string }): ComponentChildren {
  const [, base, lower, rest] = /^(.*?)_([a-z\d]+)(.*)$/.exec(text) ?? [];
  if (lower === undefined) return text;
  return (
    <>
      {base}
      <tspan dy="0.25em" font-size="0.8em">
        {lower}
      </tspan>
      {rest && <tspan dy="-0.2em">{rest}</tspan>}
    </>
  );
}
