/** Requests that no client should send get the status in the contract's table or Node's own 4xx; never a 5xx, never a hang. */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  bodyOf,
  exchange,
  open,
  received,
  requestFor,
  type Server,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), inject('shipped').root);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const LISTING = '/api/v2/event-versions';
const manyHeaders = (count: number) => Array.from({ length: count }, (_, n) => `X${n}: 1\r\n`).join('');
const isNode20 = process.version.startsWith('v20.');
const ask = async (request: string) => statusesOf(await exchange(server.port, request));

describe('targets', () => {
  const long = (size: number, text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

  it.each<[string, string, number]>([
    ['8 KB of path', `/api/v2/${long(8000, 'a/')}`, 404],
    ['8 KB of one segment', `${LISTING}/${long(8000, 'a')}`, 404],
    ['8 KB of percent signs', `${LISTING}?name-contains=${long(8000, '%')}`, 400],
    ['8 KB of name', `${LISTING}?name-contains=${long(8000, 'a')}`, 400],
    ['8 KB in an unknown parameter', `${LISTING}?x=${long(8000, 'a')}`, 200],
    ['8 KB of digits', `${LISTING}?page=${long(8000, '9')}`, 404],
    ['8 KB of page size', `${LISTING}?pagesize=${long(8000, '9')}`, 200],
    ['8 KB of GPS second', `/api/v2/strain-files?start=${long(8000, '9')}`, 400],
    ['8 KB of number', `${LISTING}?min-far=${long(8000, '1')}`, 400],
    ['8 KB of releases', `${LISTING}?release=${long(8000, 'GWTC-2,')}GWTC-2`, 400],
    ['8 KB of the same release', `${LISTING}?release=${long(7 * 1000, 'GWTC-2,')}GWTC-2`, 200],
    ['8 KB of hyphens', `${LISTING}/${long(8000, '-')}`, 404],
    ['more than a request line may have', `${LISTING}?x=${long(20_000, 'a')}`, 431],
    ['2,000 unknown parameters', `${LISTING}?${long(8000, 'a=1&')}`, 200],
    ['2,000 names that exist nowhere', `${LISTING}?${Array.from({ length: 1500 }, (_, n) => `p${n}=`).join('&')}`, 200],
    ['1,000 times one parameter', `${LISTING}?${long(7000, 'page=1&')}`, 400],
    ['thousands of separators', `${LISTING}?${long(8000, '&')}`, 200],
    ['thousands of question marks', `${LISTING}?${long(8000, '?')}`, 200],
    ['broken encoding of a name', `${LISTING}?%=1&%f=2&%%%`, 200],
    ['broken encoding of a value', `${LISTING}?lastver=%`, 400],
    ['broken encoding in the path', '/api/v2/%', 404],
    ['overlong UTF-8', `${LISTING}?name-contains=%C0%80`, 400],
    ['half a surrogate pair', `${LISTING}?name-contains=%ED%A0%80`, 400],
    ['an encoded NUL in a value', `${LISTING}?name-contains=%00`, 200],
    ['an encoded NUL in a number', `${LISTING}?page=1%00`, 404],
    ['an encoded NUL in the path', `${LISTING}/GW150914-v3%00`, 404],
    ['an encoded line feed', `${LISTING}?page=1%0A`, 404],
    ['an encoded header', `${LISTING}?x=%0d%0aSet-Cookie:%20a=b`, 200],
    ['__proto__ as a parameter', `${LISTING}?__proto__=1&constructor=2&toString=3`, 200],
    ['__proto__ as a listing', '/api/v2/__proto__', 404],
    ['__proto__ as a record', `${LISTING}/__proto__`, 404],
    ['__proto__ as a value', '/api/v2/strain-files?detector=__proto__', 400],
    ['constructor as a release', `${LISTING}?release=constructor`, 400],
    ['a range of __proto__', `${LISTING}?min-__proto__=1`, 400],
    ['a repeated parameter', `${LISTING}?page=1&page=1`, 400],
    ['an empty parameter', `${LISTING}?pagesize=`, 400],
    ['a huge number', `${LISTING}?min-far=1e400`, 400],
    ['a huge exponent', `${LISTING}?min-far=1e${long(7000, '9')}`, 400],
    ['a tiny number', `${LISTING}?min-far=1e-${long(7000, '9')}`, 200],
    ['2^53', '/api/v2/strain-files?start=9007199254740992', 400],
    ['full-width digits', `${LISTING}?page=%EF%BC%91`, 404],
    ['Arabic digits', `${LISTING}?pagesize=%D9%A2`, 400],
    ['full-width digits as bytes', `${LISTING}?pagesize=\xef\xbc\x92`, 400],
    ['a backslash', '/api\\v2', 404],
    ['dots', '/api/v2/./../..', 404],
    ['many slashes', `/${long(8000, '/')}`, 404],
    ['a semicolon', `${LISTING};a=b`, 404],
    ['a fragment', `${LISTING}#x`, 200],
    ['absolute form', `http://evil.example:1${LISTING}`, 200],
    ['absolute form, nowhere', 'http://evil.example', 200],
    ['absolute form, other scheme', `ftp://evil.example${LISTING}`, 200],
    ['two schemes', `http://http://x${LISTING}`, 404],
    ['no slash', 'api/v2/', 400],
    ['an asterisk', '*', 404],
    ['a space', `${LISTING}?name-contains=a b`, 400],
    ['a tab', `${LISTING}?name-contains=a\tb`, 400],
    ['a NUL', `${LISTING}?name-contains=a\0b`, 400],
  ])('%s: %#', async (_, target, status) => {
    const answer = await exchange(server.port, requestFor(target));
    expect(statusesOf(answer)).toEqual([status]);
    expect(answer).not.toMatch(/^set-cookie/im);
    if (status !== 200 && bodyOf(answer).startsWith('{'))
      expect(Object.keys(JSON.parse(bodyOf(answer)))[0]).toBe('detail');
  });
});

describe('requests', () => {
  const line = `GET ${LISTING} HTTP/1.1\r\n`;
  const close = 'Connection: close\r\n\r\n';

  it.each<[string, string, number[]]>([
    ['an empty Host', `${line}Host:\r\n${close}`, [200]],
    ['a Host that is none', `${line}Host: a b/<>"\\\r\n${close}`, [200]],
    ['TRACE', requestFor(LISTING, 'TRACE'), [405]],
    ['PROPFIND', requestFor(LISTING, 'PROPFIND'), [405]],
    ['OPTIONS of everything', requestFor('*', 'OPTIONS'), [404]],
    ['an upgrade', requestFor(LISTING, 'GET', 'Upgrade: websocket\r\n').replace('close', 'Upgrade, close'), [200]],
    ['HTTP/1.0', `GET ${LISTING} HTTP/1.0\r\n\r\n`, [200]],
    ['HTTP/9.9', `GET ${LISTING} HTTP/9.9\r\nHost: x\r\n${close}`, [400]],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['a header without a name', requestFor(LISTING, 'GET', ': x\r\n'), [400]],
    ['20 KB of header', requestFor(LISTING, 'GET', `X: ${'a'.repeat(20_000)}\r\n`), [431]],
    ['900 headers', requestFor(LISTING, 'GET', manyHeaders(900)), [200]],
    // Node 20 ignores the headers after the first thousand, newer versions refuse the request.
    ['1,500 headers', requestFor(LISTING, 'GET', manyHeaders(1500)), [isNode20 ? 200 : 431]],
    ['8 KB of If-None-Match', requestFor(LISTING, 'GET', `If-None-Match: ${'"'.repeat(8000)}\r\n`), [200]],
    ['8 KB of tags', requestFor(LISTING, 'GET', `If-None-Match: ${'W/"a",'.repeat(1300)}\r\n`), [200]],
    ['8 KB of Accept-Encoding', requestFor(LISTING, 'GET', `Accept-Encoding: ${'gzip;q=0,'.repeat(900)}\r\n`), [200]],
    ['both lengths', requestFor(LISTING, 'POST', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'), [400]],
    ['two lengths', requestFor(LISTING, 'POST', 'Content-Length: 3\r\nContent-Length: 4\r\n'), [400]],
    ['a length that is none', requestFor(LISTING, 'POST', 'Content-Length: -1\r\n'), [400]],
    ['a body with GET', `${requestFor(LISTING, 'GET', 'Content-Length: 5\r\n')}hello`, [200]],
    ['a body of a megabyte', `${requestFor(LISTING, 'POST', 'Content-Length: 1000000\r\n')}${'x'.repeat(1e6)}`, [405]],
  ])('%s', async (_, request, statuses) => {
    expect(await ask(request)).toEqual(statuses);
  });

  it.each<[string, string, number[]]>([
    ['FOO', requestFor(LISTING, 'FOO'), [400]],
    ['get', requestFor(LISTING, 'get'), [400]],
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', []],
    ['no HTTP', 'hello\r\n\r\n', [400]],
    ['bytes above 0x7F', requestFor(`${LISTING}?x=\xff`, 'FOO'), [400]],
    ['no Host', `${line}${close}`, [400]],
    ['an expectation', requestFor(LISTING, 'GET', 'Expect: foo\r\n'), [417]],
  ])('Node answers itself: %s', async (_, request, statuses) => {
    const answer = await exchange(server.port, request);
    expect(statusesOf(answer)).toEqual(statuses);
    expect(await ask(requestFor(LISTING))).toEqual([200]);
  });

  it('a broken body closes the connection', async () => {
    const chunked = requestFor(LISTING, 'GET', 'Transfer-Encoding: chunked\r\n');
    expect((await ask(`${chunked}xyz\r\n`)).length).toBeLessThanOrEqual(1);
    expect(await ask(requestFor(LISTING))).toEqual([200]);
  });

  it('pipelined requests are all answered, in order', async () => {
    const targets = [
      '/api/v2/',
      '/nothing',
      `${LISTING}?page=0`,
      '/api/v2/default-parameters',
      `${LISTING}?pagesize=0`,
    ];
    const requests = targets.map((target) => requestFor(target).replace('Connection: close\r\n', ''));
    const answer = await exchange(server.port, `${requests.join('')}${requestFor('/api/v2/strain-files')}`);
    expect(statusesOf(answer)).toEqual([200, 404, 404, 200, 400, 200]);
  });

  it('500 pipelined requests, half of them invalid, are all answered', async () => {
    const one = requestFor(LISTING).replace('Connection: close\r\n', '');
    const bad = requestFor('/%').replace('Connection: close\r\n', '');
    const statuses = await ask(`${(one + bad).repeat(250)}${requestFor('/api/v2/')}`);
    expect(statuses).toEqual([...Array.from({ length: 500 }, (_, n) => (n % 2 === 0 ? 200 : 404)), 200]);
  });
});

describe('slow clients', () => {
  it('200 slow connections do not block others', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => open(server.port)));
    for (const socket of slow) socket.on('error', () => {}).write('G');
    expect(await ask(requestFor(LISTING))).toEqual([200]);
    for (const socket of slow) socket.write('ET /api/v2/ HTTP/1.1\r\nHost: x\r\n');
    expect(await ask(requestFor(LISTING))).toEqual([200]);
    for (const socket of slow) socket.destroy();
    expect(await ask(requestFor(LISTING))).toEqual([200]);
  });

  it('a request that arrives byte by byte is answered', async () => {
    const socket = await open(server.port);
    const answer = received(socket);
    socket.setNoDelay(true);
    for (const byte of requestFor('/api/v2/')) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(statusesOf(await answer)).toEqual([200]);
  });

  it('a client that reads nothing for a while finally gets the whole page', async () => {
    const socket = await open(server.port);
    socket.pause();
    socket.write(requestFor('/api/v2/strain-files?pagesize=1000'));
    await Promise.all(Array.from({ length: 20 }, () => ask(requestFor(LISTING))));
    const answer = await received(socket.resume());
    expect(JSON.parse(bodyOf(answer)).results).toHaveLength(1000);
  });
});
