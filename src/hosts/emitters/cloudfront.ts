/**
 * Amazon S3 with CloudFront: emits a CloudFront Function for viewer requests, which maps queries to page files as the nginx rules do, and
 * the configurations for the distribution and its response headers.
 *
 * A function cannot see whether a file exists. The distribution therefore returns 400 for a missing file, and the function contains each
 * listing's enumerated page sizes and filters, which come from the configuration.
 *
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html,
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html
 */

import { createCollections } from '../../core/collections/registry.ts';
import { ARCHIVED_ENDING } from '../../core/contract/archive-paths.ts';
import { pathOfUrl } from '../../core/contract/base-url.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { errorCacheControl, JSON_TYPE, PREFLIGHT } from '../../core/contract/headers.ts';
import { PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { NOT_ENUMERATED, NOT_FOUND, OTHER_METHOD_NOT_ALLOWED, type Refusal } from '../../core/contract/refusals.ts';
import { HOME_PATH } from '../../core/contract/site-paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { exampleLines } from '../rules/examples.ts';
import { commonHeaders } from '../rules/file-headers.ts';
import { ODD_TARGET, requestRules, variableName } from '../rules/request.ts';
import { fillLines, MAX_COLUMNS } from '../rules/text.ts';
import { type RequestRules, type Variable, variablesOf } from '../rules/variables.ts';
import { distributionText, headersText } from './cloudfront-distribution.ts';

const indent = (line: string): string => `    ${line}`;

/** A JavaScript string literal. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** A long JavaScript string on several lines, broken between words. */
const quoteLong = (text: string): string => (text.match(/.{1,90}(?: |$)/g) ?? ['']).map(quote).join(' +\n        ');

/** Escapes a pattern for use between two slashes. */
const inPattern = (pattern: string): string => pattern.replaceAll('/', '\\/');

/** Rows of a table: the variable, the pattern, and the value. */
function rowLines(variables: readonly Variable[]): string[] {
  return variables.flatMap(({ name, rows }) =>
    rows.flatMap(([pattern, value]) => {
      const start = `    [${quote(name)}, /${inPattern(pattern)}/,`;
      const end = `${quote(value)}],`;
      return start.length + end.length < MAX_COLUMNS ? `${start} ${end}` : [start, `        ${end}`];
    }),
  );
}

/** The variables for each listing's enumerated filters, by the listing's path. */
function filterLines({ enumerate }: HostSettings): string[] {
  return wholeListings(createCollections()).flatMap(({ collection, path }) => {
    const names = enumerate.filters[collection.name] ?? [];
    const variables = names.map((name) => quote(variableName(name)));
    return variables.length === 0 ? [] : [`    '/${API_ROOT}/${path}': [${variables.join(', ')}],`];
  });
}

const refusal = ({ status, body }: Refusal): string => `respond(${status}, ${quoteLong(JSON.stringify(body))})`;

/** Passes requests that match no file to the request handler, or refuses them. */
function otherLines({ upstream }: HostSettings): string[] {
  if (upstream === null) return ['function other() {', `    return ${refusal(NOT_ENUMERATED)};`, '}'];
  return [
    '// The origin "handler" of the distribution gets the request as it came.',
    'function other(request) {',
    "    cf.selectRequestOriginById('handler');",
    '    return request;',
    '}',
  ];
}

/** If there is an upstream: passes on paths that no file can have, archive paths, and methods other than GET and HEAD. */
const passLines = (): string[] => [
  '    const isKnown = path.path || path.record || path.file;',
  `    if (!isKnown || /${ARCHIVED_ENDING}\\/?$/.test(request.uri)) return other(request);`,
  "    if (request.method !== 'GET' && request.method !== 'HEAD') return other(request);",
];

/** If there is no upstream: answers the requests that `passLines` would pass on. */
const aloneLines = (archiveUrl: string | null): string[] => [
  `    if (!path.path && !path.record && !path.file && !path.archive) return ${refusal(NOT_FOUND)};`,
  `    if (request.method === 'OPTIONS') return respond(204, '');`,
  "    if (request.method !== 'GET' && request.method !== 'HEAD')",
  `        return ${refusal(OTHER_METHOD_NOT_ALLOWED)};`,
  ...(archiveUrl === null
    ? []
    : [
        '    if (path.archive)',
        `        return respond(302, '', ${quote(archiveUrl)} + path.archive + (search && '?' + search));`,
      ]),
];

/** The tables that the function reads: patterns, enumerated page sizes and filters, headers. */
function tableLines(settings: HostSettings, rules: RequestRules): string[] {
  const { cache, enumerate } = settings;
  const { vary = '', ...common } = commonHeaders(cache);
  const { 'cache-control': listings = '', ...headers } = { ...common, ...PREFLIGHT, vary, 'content-type': JSON_TYPE };
  return [
    '// A variable, a pattern, and the value of the variable if the pattern matches. The first match counts.',
    'const QUERY = [',
    ...rowLines(variablesOf(rules, 'query')),
    '];',
    'const PATH = [',
    ...rowLines(variablesOf(rules, 'path')),
    '];',
    '// Page sizes and filters with page files.',
    `const SIZES = [${enumerate.pageSizes.map((one) => `'${one}'`).join(', ')}];`,
    'const FILTERS = {',
    ...filterLines(settings),
    '};',
    '// Cache-Control of responses and of errors.',
    `const KEPT = [${quote(listings)}, ${quote(errorCacheControl(cache))}];`,
    'const HEADERS = {',
    ...fillLines(Object.entries(headers).map(([name, value]) => `${quote(name)}: ${quote(value)},`)).map(indent),
    '};',
  ];
}

const READ_LINES: readonly string[] = [
  'function read(rows, text) {',
  '    const found = {};',
  '    rows.forEach(function (row) {',
  '        const match = row[1].exec(text);',
  "        if (match && found[row[0]] === undefined) found[row[0]] = row[2].replace('$1', match[1]);",
  '    });',
  '    return found;',
  '}',
  '',
  'function respond(status, body, location) {',
  '    const headers = {};',
  '    Object.keys(HEADERS).forEach(function (name) { headers[name] = { value: HEADERS[name] }; });',
  "    headers['cache-control'] = { value: KEPT[status < 400 ? 0 : 1] };",
  '    if (location) headers.location = { value: location };',
  '    return { statusCode: status, headers: headers, body: body };',
  '}',
];

/** The function that CloudFront calls. */
function handlerLines({ upstream, archiveUrl, baseUrl }: HostSettings, { filters }: RequestRules): string[] {
  const [size, page] = [PAGE_SIZE, PAGE].map(({ name, default: preset }) => `query.${name} || '${preset}'`);
  const base = pathOfUrl(baseUrl);
  return [
    'function handler(event) {',
    '    const request = event.request;',
    ...(base === '' ? [] : [`    if (request.uri === '${base}') return respond(302, '', '${baseUrl}/');`]),
    '    // Undefined without a "?".',
    "    const search = request.rawQueryString() || '';",
    "    const query = read(QUERY, '&' + search + '&');",
    "    const path = read(PATH, request.uri.replace(/%40/g, '@'));",
    `    if (/${inPattern(ODD_TARGET)}/.test(request.uri)) return other(request);`,
    `    if (path.handler === '/${HOME_PATH}') return other(request);`,
    ...(upstream === null ? aloneLines(archiveUrl) : passLines()),
    '    if (path.file) request.uri = path.file;',
    '    else if (query.unread) return other(request);',
    '    else if (path.record) request.uri = path.record;',
    '    else {',
    `        const size = ${size};`,
    '        if (SIZES.indexOf(size) < 0) return other(request);',
    "        let filters = '';",
    `        const all = [${filters.map(({ name }) => quote(name)).join(', ')}];`,
    '        for (let n = 0; n < all.length; n++) {',
    '            if (query[all[n]] && (FILTERS[path.path] || []).indexOf(all[n]) < 0) return other(request);',
    "            filters += query[all[n]] || '';",
    '        }',
    `        request.uri = path.path + '/_' + filters + '/' + size + '/' + (${page}) + '.json';`,
    '    }',
    '    request.querystring = {};',
    '    return request;',
    '}',
  ];
}

function functionText(settings: HostSettings, rules: RequestRules): string {
  const lines = [
    ...(settings.upstream === null ? [] : ["import cf from 'cloudfront';", '']),
    `// Made by: ${settings.command}`,
    '// CloudFront Function for viewer requests, runtime cloudfront-js-2.0.',
    '// Each request is mapped to the path of a file in the bucket. A missing file is a 400 of the distribution.',
    ...exampleLines(settings, rules).map((line) => `// ${line}`),
    '',
    ...tableLines(settings, rules),
    '',
    ...READ_LINES,
    '',
    ...otherLines(settings),
    '',
    ...handlerLines(settings, rules),
    '',
  ];
  return lines.join('\n');
}

function emit(settings: HostSettings): HostFile[] {
  return [
    { path: 'stillwave.js', text: functionText(settings, requestRules(settings, 'PCRE')) },
    { path: 'headers.json', text: headersText(settings) },
    { path: 'distribution.json', text: distributionText(settings) },
  ];
}

export const cloudfront: Host = {
  name: 'cloudfront',
  title: 'Amazon S3 with CloudFront',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS without a body; with --upstream every query',
  cannot: 'queries that are not enumerated, percent-encoding; a missing file is a 400',
  limits: [
    {
      limit: 'a function of at most 10 KB',
      source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
    },
    {
      limit: 'a URL of at most 8,192 bytes',
      source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
    },
  ],
  deploy: [
    'stillwave build --layout both --base-url https://catalogue.example',
    'stillwave host cloudfront --out cloudfront',
    'aws cloudfront create-function --name stillwave --function-config Comment=Stillwave,Runtime=cloudfront-js-2.0 --function-code fileb://cloudfront/stillwave.js',
    'aws cloudfront create-response-headers-policy --response-headers-policy-config file://cloudfront/headers.json',
    'aws cloudfront create-distribution --distribution-config file://cloudfront/distribution.json',
  ],
  layouts: ['both', 'pages'],
  upstream: 'URL',
  emit,
};
