/** Formats citations of papers, of catalogs and of event versions, as BibTeX and as text. */

import { hrefOf, recordTarget } from '../address/address.ts';
import type { CatalogSource } from '../client/catalog-source.ts';
import { joinText, listText } from '../text/format.ts';

/** The event version to cite. */
export interface CitedVersion {
  readonly name: string;
  readonly shortName: string;
  readonly version: number;
  readonly catalog: string;
  readonly doi?: string | null;
}

export interface Citation {
  /** Key of the BibTeX entry: letters, digits, `.` and `-`. */
  readonly key: string;
  /** Null if the title of a paper is unknown. */
  readonly title: string | null;
  /** Stands in for the title of a paper if it is unknown: `Paper on GWTC-2.1`; otherwise null. */
  readonly note: string | null;
  readonly authors: readonly string[];
  /** Null for catalogs that grow over the years. */
  readonly year: number | null;
  /** Null for papers. */
  readonly publisher: string | null;
  /** The state of the data: `release d11f82b4`; null for papers. */
  readonly version: string | null;
  /** The DOI without `https://doi.org/`, or null. arXiv registers one for each of its papers. */
  readonly doi: string | null;
  /** The paper's number on arXiv, or null. */
  readonly eprint: string | null;
  /** URL of the paper, or of the page that shows the cited data. */
  readonly url: string;
}

/** Parts shared by all citations from a site. */
interface CitationContext {
  readonly publisher: string | null;
  readonly version: string;
  /** URL of the page, without query and fragment. */
  readonly page: string;
}

const bareDoi = (doi: string | null | undefined): string | null => doi?.replace(/^https?:\/\/doi\.org\//, '') ?? null;

const ARXIV = /^https?:\/\/arxiv\.org\/abs\//;

/** `arXiv:2111.03606`; a DOI, or the URL of a paper elsewhere. */
export const paperText = (url: string): string =>
  ARXIV.test(url) ? url.replace(ARXIV, 'arXiv:') : (bareDoi(url) as string);

/** The paper on a catalog; null if it is unknown. */
export function citePaper(name: string, facts: CatalogSource): Citation | null {
  const { paper, paperTitle = null, title = name, authors = [], year } = facts;
  if (paper === undefined) return null;
  const eprint = ARXIV.test(paper) ? paper.replace(ARXIV, '') : null;
  const doi = eprint === null ? bareDoi(paper) : `10.48550/arXiv.${eprint}`;
  return {
    key: paperText(paper).replace(/[^A-Za-z0-9.]+/g, '-'),
    title: paperTitle,
    note: paperTitle === null ? `Paper on ${title}` : null,
    authors,
    year: year ?? null,
    publisher: null,
    version: null,
    doi: doi === paper ? null : doi,
    eprint,
    url: paper,
  };
}

export function citeCatalog(name: string, facts: CatalogSource, context: CitationContext): Citation {
  return {
    key: name.replaceAll('_', '-'),
    title: name,
    note: null,
    authors: facts.authors ?? [],
    year: facts.year ?? null,
    publisher: facts.publisher ?? context.publisher,
    version: context.version,
    doi: bareDoi(facts.doi),
    eprint: null,
    url: context.page + hrefOf(recordTarget('catalogs', name)),
  };
}

/** `GW150914, version 4 (GWTC-2.1-confident)`. */
export function citeVersion(version: CitedVersion, facts: CatalogSource, context: CitationContext): Citation {
  const { name, shortName, catalog, doi } = version;
  return {
    ...citeCatalog(catalog, facts, context),
    key: shortName.replaceAll('_', '-'),
    title: `${name}, version ${version.version} (${catalog})`,
    doi: bareDoi(doi ?? facts.doi),
    url: context.page + hrefOf(recordTarget('event-versions', shortName)),
  };
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes text for LaTeX: `GW190521_074359` -> `GW190521\_074359`. */
const latexText = (text: string): string => text.replace(/[\\~^_&%#${}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);

/** Encodes the characters with which a URL or a DOI would end a BibTeX field or begin a LaTeX command. */
const latexUrl = (url: string): string => url.replace(/[{}\\]|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

/**
 * Uses only fields that neither BibTeX nor biblatex rejects. Double braces keep names and capitals as they are. A paper is not an `article`, which
 * would need a journal.
 */
export function formatBibTex(citation: Citation): string {
  const { key, title, note, authors, year, publisher, version, doi, eprint, url } = citation;
  const fields = {
    author: authors.length > 0 && authors.map((author) => `{${latexText(author)}}`).join(' and '),
    title: title && `{${latexText(title)}}`,
    note: note && latexText(note),
    publisher: publisher && `{${latexText(publisher)}}`,
    year: year && String(year),
    version: version && latexText(version),
    eprint: eprint && latexUrl(eprint),
    archivePrefix: eprint && 'arXiv',
    doi: doi && latexUrl(doi),
    url: eprint && latexUrl(url),
    // Classic BibTeX styles print no `url`. A citation with a DOI needs none.
    howpublished: doi === null && `\\url{${latexUrl(url)}}`,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name.padEnd(13)} = {${value}}`] : []));
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`;
}

/** `LIGO Scientific Collaboration and Virgo Collaboration (2021): GWTC-2.1: Deep Extended Catalog of … arXiv:2108.01045.` */
export function formatText({ title, note, authors, year, publisher, version, doi, eprint, url }: Citation): string {
  const who = joinText([listText(authors), year !== null && `(${year})`], ' ');
  const what = title ?? note;
  const where = eprint === null ? (doi === null ? url : `doi:${doi}`) : `arXiv:${eprint}`;
  return `${joinText([who ? `${who}: ${what}` : what, publisher, version, where], '. ')}.`;
}
