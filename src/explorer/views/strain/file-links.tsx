/** Links to a file in each of its formats. */

import type { Links } from './archive.ts';

export const FileLinks = ({ links }: { readonly links: Links }) => (
  <>
    {links.map(
      ([format, url]) =>
        url !== null && (
          <span key={format} class="file-link">
            <a href={url}>{format}</a>{' '}
          </span>
        ),
    )}
  </>
);
