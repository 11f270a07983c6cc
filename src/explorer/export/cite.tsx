/** Part 3 of the sheet: the catalogs in a selection with their data and papers, and the acknowledgement that the source asks for. */

import { useState } from 'preact/hooks';
import { groupBy } from '../../core/base/group-by.ts';
import type { Catalog } from '../../core/contract/wire.ts';
import { useClient } from '../client/context.ts';
import type { Client } from '../client/site-client.ts';
import { describeSite } from '../client/site-facts.ts';
import { countEvents } from '../event-data/rows.ts';
import { countText, wholeText } from '../text/format.ts';
import { CodeBox } from '../widgets/code-box.tsx';
import { CheckBox } from '../widgets/controls.tsx';
import { doiLink } from '../widgets/facts.tsx';
import { NotListed } from '../widgets/not-listed.tsx';
import { CopyButton, SaveButton } from '../widgets/save.tsx';
import { type Citation, formatBibTex, formatText, paperText } from './citations.ts';
import type { ShownRows } from './shown-rows.ts';
import { citeData } from './site-citations.ts';

interface CiteProps {
  readonly shown: ShownRows | undefined;
  /** All catalogs, in the catalogue's order. */
  readonly catalogs: readonly Catalog[];
}

/** The catalogs in the selection, in catalog order, each with its citations and the number of selected events in it: 0 if it only has an injection. */
function listCited(client: Client, { shown, catalogs }: CiteProps) {
  const byCatalog = groupBy(shown?.rows ?? [], ({ entry }) => entry.catalog);
  return catalogs.flatMap((catalog) => {
    const own = byCatalog.get(catalog.name);
    return own === undefined ? [] : { catalog, events: countEvents(own), ...citeData(client, catalog.name) };
  });
}

type Cited = ReturnType<typeof listCited>[number];

/** The paper of a catalog, or the catalog above with the same paper. */
function Paper({ one, all }: { readonly one: Cited; readonly all: readonly Cited[] }) {
  const { paper } = one;
  if (paper === null) return <NotListed />;
  const first = all.find((other) => other.paper?.url === paper.url);
  return first === one || first === undefined ? (
    <a href={paper.url}>{paperText(paper.url)}</a>
  ) : (
    <span class="none">with {first.catalog.name}</span>
  );
}

interface CatalogTableProps {
  readonly all: readonly Cited[];
  readonly shown: Cited | undefined;
  readonly onShow: (name: string) => void;
}

function CatalogTable({ all, shown, onShow }: CatalogTableProps) {
  return (
    <table class="cited">
      <thead>
        <tr>
          <th scope="col">Catalog</th>
          <th scope="col" class="number">
            Events
          </th>
          <th scope="col">Data</th>
          <th scope="col">Paper</th>
        </tr>
      </thead>
      <tbody>
        {all.map((one) => (
          <tr key={one.catalog.name} class={one === shown ? 'is-shown' : undefined}>
            <th scope="row">
              <button
                type="button"
                class="as-text"
                aria-pressed={one === shown}
                onClick={() => onShow(one.catalog.name)}
              >
                {one.catalog.name}
              </button>
            </th>
            <td class="number">{wholeText(one.events)}</td>
            <td>{doiLink(one.catalog.doi) ?? <NotListed />}</td>
            <td>
              <Paper one={one} all={all} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Data and papers without duplicates: several catalogs may share a paper. */
function listCitations(all: readonly Pick<Cited, 'paper' | 'data'>[]): readonly Citation[] {
  const both = all.flatMap(({ data, paper }) => (paper === null ? [data] : [data, paper]));
  return [...new Map(both.map((one) => [one.url, one])).values()];
}

interface EntriesProps {
  readonly all: readonly Cited[];
  readonly shown: Cited;
  /** The acknowledgement to add, or an empty string. */
  readonly thanks: string;
}

function Entries({ all, shown, thanks }: EntriesProps) {
  const [own, every] = [listCitations([shown]), listCitations(all)];
  const asBibTex = (citations: readonly Citation[]) => citations.map(formatBibTex).join('\n');
  const asText = (citations: readonly Citation[]) => `${citations.map(formatText).join('\n')}\n`;
  const texts = [
    { title: 'BibTeX', text: asBibTex(own), all: `${asBibTex(every)}${thanks && `\n% ${thanks}\n`}` },
    { title: 'Text', text: asText(own), all: `${asText(every)}${thanks && `\n${thanks}\n`}` },
  ];
  return (
    <CodeBox label="Citations as" texts={texts}>
      {({ title, all }) => (
        <>
          <CopyButton title={`Copy all ${every.length}`} make={() => all} />
          {title === 'BibTeX' && (
            <SaveButton title="Save .bib" name="citations.bib" type="application/x-bibtex" make={() => all} />
          )}
        </>
      )}
    </CodeBox>
  );
}

export function Cite(props: CiteProps) {
  const all = listCited(useClient(), props);
  const { acknowledgement } = describeSite();
  const [picked, setPicked] = useState('');
  const [isThanking, setThanking] = useState(true);
  const shown = all.find(({ catalog }) => catalog.name === picked) ?? all[0];
  return (
    <section aria-labelledby="cite">
      <h3 id="cite">
        3. Cite <span class="unit">data and paper together</span>
      </h3>
      {shown && (
        <>
          <p class="note">The events come from {countText(all.length, 'catalog')}. Select a row to see its entries.</p>
          <CatalogTable all={all} shown={shown} onShow={setPicked} />
          <Entries all={all} shown={shown} thanks={isThanking ? (acknowledgement ?? '') : ''} />
        </>
      )}
      {props.shown === undefined && (
        <p class="note">
          There is no entry for strain data.{acknowledgement && ' Cite them with the acknowledgement.'}
        </p>
      )}
      {acknowledgement && (
        <div class="acknowledgement">
          {shown && <CheckBox title="With the acknowledgement" isChecked={isThanking} onChange={setThanking} />}
          <blockquote>{acknowledgement}</blockquote>
          <p class="buttons row">
            <CopyButton title="Copy the acknowledgement" make={() => acknowledgement} />
          </p>
        </div>
      )}
    </section>
  );
}
