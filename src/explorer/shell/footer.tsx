/** The footer of every view: where the data come from, under which licence, of which date and release. */

import type { Core } from '../host/core.ts';
import { describeSite } from '../host/site-facts.ts';

/** Licences by the beginning of their URL. */
const LICENSES = [
  ['creativecommons.org/licenses/by/4.0', 'CC BY 4.0'],
  ['creativecommons.org/publicdomain/zero/1.0', 'CC0 1.0'],
] as const;

const nameLicense = (url: string): string =>
  LICENSES.find(([part]) => url.includes(part))?.[1] ?? 'licence of the data';

/** Digits of the release's id that tell it apart. */
const ID_DIGITS = 8;

export function Footer({ core }: { readonly core: Core }) {
  const { license, source, date } = describeSite();
  return (
    <footer class="foot">
      {source && (
        <p>
          Source: <a href={source.url}>{source.name}</a>
        </p>
      )}
      {license && (
        <p>
          Licence: <a href={license}>{nameLicense(license)}</a>
        </p>
      )}
      <p>
        {date ? `Data of ${date}, release ` : 'Release '}
        <code>{core.release.data.id.slice(0, ID_DIGITS)}</code>
      </p>
      <p class="push">Times in UTC</p>
      <p>Made with Stillwave</p>
    </footer>
  );
}
