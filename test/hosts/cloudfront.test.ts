/**
 * The CloudFront Function that `stillwave host cloudfront` writes, called with event objects as documented, and the distribution around it:
 * a bucket with the site's files, which it does not list, the response headers of the policy, and the error responses.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Send, sendTo, type TestAnswer, type TestRequest } from '../../src/check/send.ts';
import { fileHeaders, findFileRow } from '../../src/core/contract/files.ts';
import { HTML_TYPE, JSON_TYPE } from '../../src/core/contract/headers.ts';
import { cloudfront } from '../../src/hosts/emitters/cloudfront.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { failuresOf } from '../support/failures.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests, LEGACY_TARGETS } from '../support/hosts/host-requests.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { CONFIG, startServe } from '../support/hosts/rule-hosts.ts';
import { propertyRuns } from '../support/property-runs.ts';

const site = inject('small');

/** The documented parts of an event: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface FunctionRequest {
  method: string;
  uri: string;
  querystring: object;
  rawQueryString(): string | undefined;
  headers: Record<string, { value: string }>;
  cookies: Record<string, { value: string }>;
}
interface FunctionResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body: string;
}

function filesOf(
  upstream: string | null,
  more: Partial<HostSettings> = {},
): Record<'stillwave.js' | 'headers.json' | 'distribution.json', string> {
  const files = cloudfront.emit(hostSettings({ root: site.root, upstream, ...more }, CONFIG));
  return Object.fromEntries(files.map(({ path, text }) => [path, text])) as ReturnType<typeof filesOf>;
}

/** The function, and the origin that it chose last. */
function load(text: string) {
  const chosen = { origin: 'files' };
  const cf = { selectRequestOriginById: (id: string) => (chosen.origin = id) };
  const body = `${text.replace("import cf from 'cloudfront';", '')}\nreturn handler;`;
  const handler = new Function('cf', body)(cf) as (event: object) => FunctionRequest | FunctionResponse;
  return { handler, chosen };
}

function eventOf({ method, target, headers }: TestRequest) {
  const [uri = '', query] = target.split(/[?](.*)/s);
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
  // The function does not use the parsed query, which has lost the order of the parameters.
  const request = { method, uri, querystring: {}, headers: given, cookies: {}, rawQueryString: () => query };
  const context = {
    distributionDomainName: 'd111111abcdef8.cloudfront.net',
    distributionId: 'EDFDVBD6EXAMPLE',
    eventType: 'viewer-request',
    requestId: 'EXAMPLEntjQpEXAMPLE_SG5Z-EXAMPLEPmPfEXAMPLEu3EqEXAMPLE==',
  };
  return { version: '1.0', context, viewer: { ip: '198.51.100.11' }, request };
}

/** An object of the bucket, uploaded with the type and lifetime that docs/publish.md gives. */
function objectOf(uri: string): { body: Buffer; headers: Record<string, string> } | null {
  try {
    const body = readFileSync(join(site.root, uri));
    const row = findFileRow(uri.slice(1));
    const own = row === null ? {} : fileHeaders(row, uri, CONFIG.cache);
    const { 'cache-control': kept = 'public, max-age=300, stale-while-revalidate=86400' } = own;
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const { 'content-type': type = uri.endsWith('.html') ? HTML_TYPE : JSON_TYPE } = own;
    return { body, headers: { 'content-type': type, 'cache-control': kept, etag, 'accept-ranges': 'bytes' } };
  } catch {
    return null;
  }
}

/** The headers that the policy adds. */
function policyHeaders(text: string): Record<string, string> {
  const { CorsConfig: cors, CustomHeadersConfig: custom } = JSON.parse(text);
  const own = custom.Items.map(({ Header, Value }: Record<string, string>) => [Header, Value]);
  return {
    ...Object.fromEntries(own),
    'access-control-allow-origin': cors.AccessControlAllowOrigins.Items.join(', '),
    'access-control-expose-headers': cors.AccessControlExposeHeaders.Items.join(', '),
  };
}

/** The distribution. `upstream` is the origin "handler". */
function distributionOf(files: ReturnType<typeof filesOf>, upstream?: Send): Send {
  const { handler, chosen } = load(files['stillwave.js']);
  const added = policyHeaders(files['headers.json']);
  const errors = JSON.parse(files['distribution.json']).CustomErrorResponses.Items;
  /** The response that replaces a response with this status, whichever origin sent it. */
  const errorOf = (status: number): TestAnswer | null => {
    const error = errors.find(({ ErrorCode }: { ErrorCode: number }) => ErrorCode === status);
    if (error === undefined) return null;
    const page = objectOf(error.ResponsePagePath);
    const headers = { ...page?.headers, 'cache-control': 'public, max-age=10', ...added };
    return { status: Number(error.ResponseCode), headers, body: page?.body.toString() ?? '' };
  };
  return async (request) => {
    chosen.origin = 'files';
    const result = handler(eventOf(request));
    const isHead = request.method === 'HEAD';
    if ('statusCode' in result) {
      const headers = Object.entries(result.headers).map(([name, { value }]) => [name, value]);
      return { status: result.statusCode, headers: Object.fromEntries(headers), body: isHead ? '' : result.body };
    }
    if (chosen.origin === 'handler') {
      const answer = await (upstream as Send)(request);
      return errorOf(answer.status) ?? answer;
    }
    expect(result.querystring).toEqual({});
    const sent = objectOf(result.uri);
    if (sent === null) return { ...(errorOf(403) as TestAnswer), ...(isHead && { body: '' }) };
    const headers: TestAnswer['headers'] = { ...sent.headers, ...added };
    const asked = request.headers['if-none-match'];
    const tags = asked?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (tags.includes(headers.etag ?? '') || asked === '*') return { status: 304, headers, body: '' };
    const body = isHead ? '' : sent.body.toString();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (to === undefined) return { status: 200, headers, body };
    const range = `bytes ${from}-${to}/${sent.body.length}`;
    return {
      status: 206,
      headers: { ...headers, 'content-range': range },
      body: body.slice(Number(from), Number(to) + 1),
    };
  };
}

describe('the CloudFront Function', () => {
  const alone = filesOf(null);

  test('is small, written in the language of its runtime, and the same for every catalogue', () => {
    for (const upstream of [null, 'https://handler.example']) {
      const text = filesOf(upstream)['stillwave.js'];
      expect(text.length).toBeLessThan(10 * 1024);
      // Runtime 2.0 is ECMAScript 5.1 with some newer features, among them const, let and import of "cloudfront".
      const old = text.replace(/^import .*$/m, '').replace(/\b(?:const|let)\b/g, 'var');
      expect(() => transformSync(old, { target: 'es5' })).not.toThrow();
      expect(old).not.toMatch(/=>|`|\.\.\.|\bclass\b|\bof\b \w+\)|GW1\d|GWTC/);
      expect(filesOf(upstream)['stillwave.js']).toBe(text);
    }
  });

  test('redirects the base URL without its final slash to the page', async () => {
    const sent = await distributionOf(alone)({ method: 'GET', target: '/gw', headers: {} });
    expect([sent.status, sent.headers.location]).toEqual([302, 'https://user.example/gw/']);
  });

  test('maps the event in the documentation to a page file', () => {
    const { handler } = load(alone['stillwave.js']);
    const target = '/gw/api/v2/strain-files?sample-rate=4&page=2&detector=H1&x=1&x=2';
    const result = handler(eventOf({ method: 'GET', target, headers: { host: 'user.example' } }));
    expect(result).toMatchObject({
      method: 'GET',
      uri: '/api/v2/strain-files/_.detector-H1.sample-rate-4/20/2.json',
      querystring: {},
      headers: { host: { value: 'user.example' } },
    });
  });

  test.each(['', '?', '?a=1&b=2&a=3', '?x', '?x=', '?a=%2F&&b'])(
    'redirects to the archive with the query as it came: %j',
    (query) => {
      const { handler } = load(alone['stillwave.js']);
      const path = '/archive/data/O1/x.gwf';
      const result = handler(eventOf({ method: 'GET', target: `/gw${path}${query}`, headers: {} })) as FunctionResponse;
      const kept = query === '?' ? '' : query;
      expect(result.headers).toMatchObject({ location: { value: `https://archive.example${path}${kept}` } });
    },
  );

  test("sends an upstream's refusals as they are", async () => {
    const refusal = { status: 404, headers: {}, body: '{"detail":"Invalid page."}' };
    const send = distributionOf(filesOf('https://handler.example'), async () => refusal);
    const target = '/gw/api/v2/event-versions?min-far=1&page=999';
    expect(await send({ method: 'GET', target, headers: {} })).toEqual(refusal);
  });

  test('without the older interfaces, their paths return 404', async () => {
    const files = filesOf(null, { legacyInterfaces: false });
    for (const target of LEGACY_TARGETS) {
      const { status, body } = await distributionOf(files)({ method: 'GET', target, headers: {} });
      expect([target, status, body]).toEqual([target, 404, '{"detail":"Not found."}']);
    }
  });

  test('gives the answers of the request handler with the bucket behind it, or says that it has no file', async () => {
    const connection = {
      send: distributionOf(alone),
      read: async (target: string) => readFileSync(join(site.root, target.slice('/gw'.length))),
    };
    const results = await checkSite(CONFIG.baseUrl, connection, { tier: cloudfront.tier });
    expect(failuresOf(results)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(850);
  });

  test.each([false, true])(
    'random requests get the response of serve, or a refusal; with an upstream: %s',
    async (has) => {
      const served = await startServe(inject('cli'), site.root);
      const { send, close } = sendTo(served.origin);
      const run = { dataDir: site.data, pageSizes: CONFIG.enumerate.pageSizes, count: propertyRuns(300), seed: 1 };
      // Without knowing which files exist, the function answers other methods for every path of the API.
      const isAsked = ({ method, url }: { method: string; url: string }) =>
        /^(?:GET|HEAD)$/.test(method) && url.startsWith('/');
      const requests = [...hostRequests(run)].filter(isAsked);
      const host = has ? distributionOf(filesOf('https://handler.example'), send) : distributionOf(alone);
      try {
        const { counts, answered, wrong } = await compareWithServe(requests, { host, serve: send, hasUpstream: false });
        expect(wrong).toEqual([]);
        expect(answered).toBeGreaterThan(has ? 0.8 : 0.4);
        expect(counts.right).toBeGreaterThan(100);
      } finally {
        close();
        await served.stop();
      }
    },
  );
});
