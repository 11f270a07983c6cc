/**
 * Facts about the catalogue as a whole, which the build writes into the page for search engines, as schema.org's `Dataset` in JSON-LD
 * (src/site/documents/dataset.ts). The page shows them in its footer and cites with them.
 */

interface SiteFacts {
  /** URL of the licence. */
  readonly license?: string;
  /** Who published the data. */
  readonly source?: { readonly name: string; readonly url: string };
  /** Date of the data, `YYYY-MM-DD`. */
  readonly date?: string;
}

let facts: SiteFacts | undefined;

/** Read once: the page does not change while it is open. */
export function describeSite(): SiteFacts {
  facts ??= read(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}');
  return facts;
}

function read(text: string): SiteFacts {
  const { license, publisher, dateModified } = JSON.parse(text);
  return {
    ...(license && { license }),
    ...(publisher && { source: publisher }),
    ...(dateModified && { date: dateModified }),
  };
}
