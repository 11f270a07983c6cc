/**
 * `stillwave explain <url>`: shows how a request is interpreted and answered: its canonical query, count, positions, packs, page file,
 * status and headers. Answers from the packs in the site's folder, as the Node host does.
 */

import { Argument } from 'commander';
import { findRoute } from '../../core/contract/route.ts';
import { splitUrl } from '../../core/handler/resolve-request.ts';
import { explainRefusal, explainRequest, type RequestFacts } from '../../core/inspect/explain.ts';
import { findIgnored } from '../../core/inspect/find-ignored.ts';
import { findMistakes } from '../../core/inspect/find-mistakes.ts';
import { createHandler } from '../../hosts/node/handler.ts';
import { painterOf } from '../../report/color.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { printable } from '../../report/printable.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, SITE } from '../options.ts';
import { type Flags, withProject } from '../project.ts';
import { EXIT, printJson } from '../report.ts';

interface ExplainOptions {
  readonly url: string;
  readonly site: string;
  readonly json?: boolean;
}

/** `pageFile` -> `page file`. */
const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const LABEL_WIDTH = 13;

/** `facts` are texts or lists of texts by name; empty lists are not shown. */
function explanationText(facts: object, headers: Readonly<Record<string, string>>, body: string): string {
  const paint = painterOf(process.stdout);
  const rows = Object.entries(facts).flatMap(([name, value]) => {
    const lines = [value].flat().map((line) => printable(String(line)));
    const label = paint('heading', labelOf(name).padEnd(LABEL_WIDTH));
    return lines.length === 0 ? [] : [`${label}${lines.join(`\n${' '.repeat(LABEL_WIDTH)}`)}\n`];
  });
  const headerRows = Object.entries(headers).map(([name, value]) => `  ${name}: ${printable(value)}\n`);
  const bodyRows = body === '' ? [] : [`${paint('heading', 'body')}\n`, `  ${printable(body)}\n`];
  return [...rows, `${paint('heading', 'headers')}\n`, ...headerRows, ...bodyRows].join('');
}

/** Adds the base URL's path to a path that lacks it. A URL with a scheme stays as it is. */
function belowBase(url: string, basePath: string): string {
  if (/^[a-z]+:\/\//i.test(url)) return url;
  const target = url.startsWith('/') ? url : `/${url}`;
  const [path = ''] = target.split('?');
  return path === basePath || path.startsWith(`${basePath}/`) ? target : basePath + target;
}

export async function explain({ url, site: root, json }: ExplainOptions): Promise<number> {
  const handler = await createHandler({ root });
  handler.close();
  const { release } = handler.site;
  if (release === null)
    throw new ExpectedError(`there is no release in ${root}. Run "stillwave build --site ${root}" first`);
  if (release.data.layout === 'pages')
    throw new ExpectedError(`${root} has page files only. Build it with --layout both`);

  const asked = belowBase(url, release.basePath);
  const { path, query } = splitUrl(asked);
  const route = findRoute(path, release);
  // Stays empty if the site is damaged.
  let facts: RequestFacts = {};
  const { status, headers, body } = await handler.site.respond(
    { method: 'GET', url: asked, header: () => undefined },
    {
      onResolved(resolved) {
        facts = explainRequest(resolved, release);
      },
      onRefused(refused) {
        facts = explainRefusal(refused, route, release);
      },
    },
  );
  const { count, pages, ...known } = facts;
  const ignored = findIgnored(query, route, release.collections);
  const mistakes = await findMistakes(asked, release);
  // The older interfaces' responses are not paginated.
  const counts = {
    ...(count !== undefined && { entries: Number(count) }),
    ...(pages !== undefined && { pages: Number(pages) }),
  };
  const request = `GET ${asked}`;
  const refusal = status >= 400 ? new TextDecoder().decode(body) : '';
  if (json) {
    const more = refusal === '' ? {} : { body: JSON.parse(refusal) };
    printJson(true, counts, { request, ...known, status, ignored, mistakes, headers, ...more });
  } else {
    const lists = {
      ignored: ignored.map(({ name, why }) => `${name}: ${why}`),
      mistake: mistakes.map(({ why, meant }) => (meant === null ? why : `${why}: did you mean "${meant}"?`)),
    };
    process.stdout.write(explanationText({ request, ...known, ...counts, status, ...lists }, headers, refusal));
  }
  return EXIT.clean;
}

export const command: CommandDefinition = {
  description:
    'Shows the canonical query, the entries it selects, the packs and the page file they are in, and the headers.',
  arguments: [new Argument('<url>', 'URL, or a path below the base URL')],
  options: [SITE, JSON_OUTPUT],
  examples: [
    'explain "/api/v2/strain-files?detector=H1&start=1126259462&stop=1126259462"',
    'explain "/api/v2/event-versions?release=GWTC-5.0&min-far=1e-3"',
  ],
  status: '0 explained, 2 there is no site.',
  run: (flags: Flags<Omit<ExplainOptions, 'url'>>, url: string) => explain({ url, ...withProject(flags) }),
};
