/** The footer of every view: source, licence, date and release of the data. */

import { useClient } from '../client/context.ts';
import { shortRelease } from '../client/site-client.ts';
import { describeSite, nameLicense } from '../client/site-facts.ts';

export function Footer() {
  const client = useClient();
  const { license, source, date } = describeSite();
  return (
    <footer class="foot row">
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
        <code>{shortRelease(client)}</code>
      </p>
      <p class="push">Times in UTC, unless marked as GPS</p>
      <p>Made with Stillwave</p>
    </footer>
  );
}
