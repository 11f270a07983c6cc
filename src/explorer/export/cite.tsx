/** Part 3 of the sheet: the catalogs in a selection with their citations, and the acknowledgement that the source asks for. */

import { useState } from 'preact/hooks';
import { useCore } from '../host/context.ts';
import { type Core, shortRelease } from '../host/site-client.ts';
import { describeSite } from '../host/site-facts.ts';
import { countText } from '../text/format.ts';
import { countNames } from '../text/injections.ts';
import { doiLink } from '../widgets/records.tsx';
import { CopyButton, SaveButtons } from '../widgets/save.tsx';
import { type Citation, type CitedVersion, citeCatalog, citeVersion, formatBibTex } from './citations.ts';
import type { SheetContent } from './sheet-content.ts';

interface CiteProps {
  readonly content: SheetContent;
  readonly cited?: CitedVersion;
}

/** The catalogs in the selection, in catalog order, each with the number of selected events in it: 0 if it only has an injection. */
function countCatalogs({ versions, catalogs }: SheetContent) {
  return catalogs
    .map((catalog) => ({ catalog, own: versions.filter((one) => one.catalog === catalog.name) }))
    .flatMap(({ catalog, own }) => (own.length === 0 ? [] : { catalog, events: countNames(own) }));
}

function makeCitations(core: Core, { content, cited }: CiteProps) {
  const { catalogs: facts, source, date } = describeSite();
  const context = {
    publisher: source?.name ?? null,
    version: `${date ? `data of ${date}, ` : ''}release ${shortRelease(core)}`,
    page: location.href.replace(/[?#].*/, ''),
  };
  return countCatalogs(content).map(({ catalog, events }) => {
    const known = facts.get(catalog.name) ?? {};
    const citation = cited
      ? citeVersion(cited, known, context)
      : citeCatalog(catalog.name, known, context, catalog.doi);
    return { catalog, events, citation };
  });
}

interface CatalogTableProps {
  readonly cited: ReturnType<typeof makeCitations>;
  readonly chosen: readonly string[];
  readonly shown: string;
  readonly onChoose: (names: readonly string[]) => void;
  readonly onShow: (name: string) => void;
}

function CatalogTable({ cited, chosen, shown, onChoose, onShow }: CatalogTableProps) {
  const toggle = (name: string) =>
    onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <table class="cited">
      <thead>
        <tr>
          <th scope="col">Catalog</th>
          <th scope="col" class="number">
            Events
          </th>
          <th scope="col">DOI</th>
        </tr>
      </thead>
      <tbody>
        {cited.map(({ catalog: { name, doi }, events }) => (
          <tr key={name} class={name === shown ? 'is-shown' : undefined}>
            <th scope="row">
              <input
                type="checkbox"
                aria-label={`Cite ${name}`}
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />{' '}
              <button type="button" class="as-text" aria-pressed={name === shown} onClick={() => onShow(name)}>
                {name}
              </button>
            </th>
            <td class="number">{events.toLocaleString('en')}</td>
            <td>{doiLink(doi) ?? <span class="none">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EntriesProps {
  readonly all: readonly Citation[];
  readonly shown: Citation | undefined;
}

function Entries({ all, shown }: EntriesProps) {
  const text = all.map(formatBibTex).join('\n');
  return (
    <div class="code-box">
      <div class="code-head">
        <span>BibTeX</span>
        {all.length > 0 && (
          <SaveButtons
            files={[
              { title: 'Save .bib', name: 'citations.bib', type: 'application/x-bibtex', make: async () => text },
            ]}
            copy={async () => text}
            copyTitle={all.length === 1 ? 'Copy' : `Copy all ${all.length}`}
          />
        )}
      </div>
      <pre>
        <code>{shown ? formatBibTex(shown) : 'No catalog is chosen.'}</code>
      </pre>
    </div>
  );
}

/** The acknowledgement, which the source asks users to quote. */
function Acknowledgement() {
  const { acknowledgement, source } = describeSite();
  if (acknowledgement === undefined) return null;
  return (
    <div class="acknowledgement">
      <p>
        <b>Acknowledgement</b> that {source ? <a href={source.url}>{source.name}</a> : 'the source'} asks for:
      </p>
      <blockquote>{acknowledgement}</blockquote>
      <CopyButton text={acknowledgement} title="Copy the acknowledgement" />
    </div>
  );
}

export function Cite(props: CiteProps) {
  const { content } = props;
  const cited = makeCitations(useCore(), props);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState('');
  const names = cited.map(({ catalog }) => catalog.name);
  const chosen = cited.filter(({ catalog }) => !dropped.includes(catalog.name));
  const shown = chosen.find(({ catalog }) => catalog.name === picked) ?? chosen[0];
  return (
    <section aria-labelledby="cite">
      <h3 id="cite">3. Cite</h3>
      {cited.length > 1 && (
        <>
          <p class="note">
            The events come from <b>{countText(cited.length, 'catalog')}</b>. Cite each one. Select a row to see its
            entry.
          </p>
          <CatalogTable
            cited={cited}
            chosen={chosen.map(({ catalog }) => catalog.name)}
            shown={shown?.catalog.name ?? ''}
            onChoose={(kept) => setDropped(names.filter((name) => !kept.includes(name)))}
            onShow={setPicked}
          />
        </>
      )}
      {cited.length > 0 && <Entries all={chosen.map(({ citation }) => citation)} shown={shown?.citation} />}
      {cited.length === 0 && content.versions.length === 0 && (
        <p class="note">There is no entry for these data. Cite them with the acknowledgement.</p>
      )}
      <Acknowledgement />
    </section>
  );
}
