/**
 * Compares a host with rewrite rules with `serve` of the same site. Without an upstream, the host may refuse requests that have no file,
 * but its other responses must be the same; with an upstream, it must answer everything.
 */

import type { Send, TestAnswer } from '../../../src/check/send.ts';
import { NOT_ENUMERATED, NOT_FOUND, OTHER_METHOD_NOT_ALLOWED } from '../../../src/core/contract/refusals.ts';
import type { OracleRequest } from '../../oracle/answer.ts';

type Verdict = 'right' | 'refused' | 'wrong';

/**
 * Headers that must be equal. `ETag` and the exposed headers may differ: these hosts have their own validators, and expose only the headers
 * that they send.
 */
const COMPARED = ['location', 'allow', 'vary', 'cache-control', 'access-control-allow-origin'];

/** Invalid targets, and targets with a NUL: the programs themselves refuse these, in their own ways. */
const REFUSED_BY_PROGRAMS = /#|^[^?]*%(?:00|(?![0-9a-f]{2}))/i;

/** The refusal that may stand for any answer if there is no upstream. */
function isRefusal({ status, body }: TestAnswer, { method }: OracleRequest): boolean {
  return status === NOT_ENUMERATED.status && (method === 'HEAD' || body === JSON.stringify(NOT_ENUMERATED.body));
}

function headerDifference(expected: TestAnswer, answer: TestAnswer, names: readonly string[]): string | null {
  // Hosts that send files mention compressed copies in the same header.
  const read = ({ headers }: TestAnswer, name: string) => headers[name]?.replace(/, ?Accept-Encoding$/i, '');
  const name = names.find((one) => read(answer, one) !== read(expected, one));
  return name === undefined ? null : `${name}: ${answer.headers[name]}, expected ${expected.headers[name]}`;
}

function difference(expected: TestAnswer, answer: TestAnswer): string | null {
  // Files cannot describe a listing or name a method, and a redirect has the program's own body.
  const isPreflight = expected.status === 200 && answer.status === 204 && answer.body === '';
  const isFixed = answer.body === JSON.stringify(OTHER_METHOD_NOT_ALLOWED.body);
  // Files cannot name the requested page, or suggest the name that was probably meant.
  const isLonger = /"detail":"(?:Not found\. Did you mean|This site has no HTML pages of the old portal)/.test(
    expected.body,
  );
  const isPlain = isLonger && answer.body === JSON.stringify(NOT_FOUND.body);
  const isRedirect = answer.status === 302;
  if (!isPreflight && answer.status !== expected.status) return `status ${answer.status}, expected ${expected.status}`;
  const names = [...COMPARED, ...(isPreflight || isRedirect ? [] : ['content-type'])];
  const found = headerDifference(expected, answer, names);
  if (found !== null || isPreflight || isRedirect || isFixed || isPlain || answer.body === expected.body) return found;
  return `body ${answer.body.slice(0, 200)}, expected ${expected.body.slice(0, 200)}`;
}

/** `answer` is null if strict clients do not accept it: Go's server sends a body for HEAD if it cannot parse the request. */
function judge(
  expected: TestAnswer,
  answer: TestAnswer | null,
  request: OracleRequest,
  hasUpstream: boolean,
): [Verdict, string] {
  const found = answer === null ? 'a body for HEAD' : difference(expected, answer);
  if (found === null) return ['right', ''];
  const status = answer?.status ?? 400;
  if (REFUSED_BY_PROGRAMS.test(request.url) && status >= 400 && status < 500) return ['refused', found];
  return [!hasUpstream && answer !== null && isRefusal(answer, request) ? 'refused' : 'wrong', found];
}

/** Null for a response that cannot be parsed. */
function parsed(error: unknown): null {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {};
  if (code?.startsWith('HPE_')) return null;
  throw error;
}

interface Compared {
  readonly counts: Record<Verdict, number>;
  /** The fraction of GET requests that were not refused. */
  readonly answered: number;
  /** A line for each wrong response. */
  readonly wrong: readonly string[];
}

/** A host, and `serve` of the same site. */
interface Pair {
  readonly host: Send;
  readonly serve: Send;
  readonly hasUpstream: boolean;
}

const ASKED_AT_ONCE = 8;

export async function compareWithServe(requests: Iterable<OracleRequest>, pair: Pair): Promise<Compared> {
  const counts: Record<Verdict, number> = { right: 0, refused: 0, wrong: 0 };
  const gets = { all: 0, answered: 0 };
  const wrong: string[] = [];
  const waiting = requests[Symbol.iterator]();
  const next = async (): Promise<void> => {
    for (let one = waiting.next(); !one.done; one = waiting.next()) {
      const request = one.value;
      const { method, url, headers } = request;
      const sent = { method, target: url, headers };
      const [expected, answer] = await Promise.all([pair.serve(sent), pair.host(sent).catch(parsed)]);
      const [verdict, found] = judge(expected, answer, request, pair.hasUpstream);
      counts[verdict]++;
      if (verdict === 'wrong') wrong.push(`${method} ${url}: ${found}`);
      if (method !== 'GET') continue;
      gets.all++;
      if (verdict !== 'refused') gets.answered++;
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, next));
  return { counts, answered: gets.answered / gets.all, wrong };
}
