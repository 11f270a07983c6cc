/** What was published with the versions of an event: posterior samples, sky maps and papers. The version shown comes first. */

import type { EventVersionDetail, ParameterSet } from '../../../core/contract/wire.ts';
import { segmentsOf } from '../../address/address.ts';
import type { CatalogSource } from '../../client/catalog-source.ts';

/** A version with its parameter sets. */
interface VersionSets {
  readonly version: Pick<EventVersionDetail, 'version' | 'catalog'>;
  readonly sets: readonly ParameterSet[];
}

export interface PublishedFile {
  readonly version: number;
  readonly text: string;
  readonly url: string;
  /** Where the file is: `Zenodo 6513631`. */
  readonly source: string;
}

const SKY_MAP = 'skymap';

/** The name of the file that a URL leads to. Zenodo's URLs end with the word `content`. */
const linkedFile = (url: string): string =>
  segmentsOf(new URL(url).pathname).findLast((part) => part !== 'content') ?? '';

/** The form of a file, by its name: `HDF5`, `tar.gz`. */
function formOf(name: string): string {
  const [ending = 'file'] = /(tar\.)?[^.]*$/.exec(name) ?? [];
  return /^(h5|hdf|hdf5)$/i.test(ending) ? 'HDF5' : ending;
}

function sourceOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const [, record] = /\/records\/(\d+)/.exec(pathname) ?? [];
  const [, document] = /\/public\/\d+\/([^/]+)/.exec(pathname) ?? [];
  if (hostname === 'zenodo.org') return record === undefined ? 'Zenodo' : `Zenodo ${record}`;
  return hostname === 'dcc.ligo.org' && document !== undefined ? `DCC ${document}` : hostname;
}

/** `mixed (HDF5)`: the waveforms of the samples if the data name them, and the form of the file. */
function sampleText(url: string, sets: readonly ParameterSet[]): string {
  const families = new Set(sets.map(({ waveform_family }) => waveform_family));
  const family = families.size === 1 ? [...families][0] : null;
  const [mixture] = /mixed|combined/i.exec(`${linkedFile(url)} ${family ?? ''}`) ?? [];
  const waveforms = mixture?.toLowerCase() ?? family;
  return `${waveforms ? `${waveforms} ` : ''}(${formOf(linkedFile(url))})`;
}

/** The files of posterior samples, the preferred file of each version first. */
export function listSamples(all: readonly VersionSets[]): readonly PublishedFile[] {
  return all.flatMap(({ version: { version }, sets }) => {
    const known = sets
      .filter(({ data_url }) => data_url !== null)
      .toSorted((a, b) => Number(b.is_preferred) - Number(a.is_preferred));
    const urls = [...new Set(known.map(({ data_url }) => data_url as string))];
    return urls.map((url) => {
      const own = known.filter(({ data_url }) => data_url === url);
      return { version, url, text: sampleText(url, own), source: sourceOf(url) };
    });
  });
}

/** The sky maps of the first version that has any: its own, or the file of its catalog. */
export function listSkyMaps(
  all: readonly VersionSets[],
  catalogs: ReadonlyMap<string, CatalogSource>,
): readonly PublishedFile[] {
  const found = all.map(({ version: { version, catalog }, sets }) => {
    const own = sets
      .toSorted((a, b) => Number(b.is_preferred) - Number(a.is_preferred))
      .flatMap(({ links }) => links.filter(({ label }) => label === SKY_MAP).map(({ url }) => url));
    const shared = catalogs.get(catalog)?.skyMaps;
    const urls = own.length > 0 || shared === undefined ? own : [shared];
    return [...new Set(urls)].map((url) => ({ version, url, text: linkedFile(url), source: sourceOf(url) }));
  });
  return found.find((files) => files.length > 0) ?? [];
}

/** The papers on the catalogs of the versions. */
export function listPapers(all: readonly VersionSets[], catalogs: ReadonlyMap<string, CatalogSource>) {
  const papers = all.flatMap(({ version: { version, catalog } }) => {
    const { paper: url, title = catalog } = catalogs.get(catalog) ?? {};
    return url === undefined ? [] : [{ url, title, version }];
  });
  return papers.filter(({ url }, n) => papers.findIndex((one) => one.url === url) === n);
}
