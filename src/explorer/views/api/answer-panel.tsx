/** An API response with an explanation: the meaning of the request, the files read, and the time taken. */

import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { LEAST_ERROR } from '../../../core/contract/statuses.ts';
import type { HandlerResponse } from '../../../core/handler/ports.ts';
import { type ResolvedRequest, splitUrl } from '../../../core/handler/resolve-request.ts';
import { explainRequest, filesOfAnswer } from '../../../core/inspect/explain.ts';
import { findIgnored } from '../../../core/inspect/find-ignored.ts';
import type { Core } from '../../host/core.ts';
import { sizeText } from '../../parts/format.ts';
import { Mistakes } from '../../parts/mistakes.tsx';
import { Facts } from '../../parts/records.tsx';
import { OnThisHost } from './on-this-host.tsx';
import { apiHref, targetOf } from './paths.ts';

/** Answers a request. `facts` explain how the request was understood, and are empty if the site could not be read. */
export async function explainAnswer(core: Core, request: string, method: string) {
  const target = targetOf(request);
  const before = new Set(core.sizes.keys());
  let resolved = null as ResolvedRequest | null;
  const start = performance.now();
  const answer = await core.answer(target, method, (understood) => {
    resolved = understood;
  });
  const ms = performance.now() - start;
  const files = filesOfAnswer(resolved, core.release).map((path) => {
    const bytes = core.sizes.get(path);
    return `${path} ${bytes === undefined ? 'not read' : sizeText(bytes)}${before.has(path) ? ' (kept from before)' : ''}`;
  });
  const { packs, index, ...facts }: ReturnType<typeof explainRequest> =
    resolved === null ? {} : explainRequest(resolved, core.release);
  const ignored = findIgnored(splitUrl(`/${target}`).query, resolved?.found ?? null);
  return { request, method, answer, ms, files, facts, ignored };
}

const GET = 'GET';

type ExplainedAnswer = Awaited<ReturnType<typeof explainAnswer>>;

const decoder = new TextDecoder();

function bodyText({ headers, body }: HandlerResponse): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

/** The facts, with their names in words: `pageFile` becomes `page file`. */
const nameFacts = (facts: ExplainedAnswer['facts']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      [value].flat().join(', ') || 'none',
    ]),
  );

interface AnswerPanelProps extends ExplainedAnswer {
  readonly core: Core;
}

export function AnswerPanel({ core, request, method, answer, ms, files, facts, ignored }: AnswerPanelProps) {
  return (
    <div class="answer-panel">
      <p class={answer.status >= LEAST_ERROR ? 'refused' : undefined} role="status">
        <strong>{answer.status}</strong> {sizeText(answer.body.length)} in {ms.toFixed(1)} ms
      </p>
      {answer.status < LEAST_ERROR && method === GET && (
        <OnThisHost
          key={request}
          {...{ core, request }}
          type={(answer.headers['content-type'] ?? '').split(';', 1)[0] as string}
          pageFile={typeof facts.pageFile === 'string' ? facts.pageFile : undefined}
        />
      )}
      <Mistakes release={core.release} target={targetOf(request)} hrefOf={apiHref} />
      <h3>How the response was made</h3>
      <Facts
        facts={{
          ...nameFacts(facts),
          'files read': files.join(', ') || 'none: release.json has everything',
          ...Object.fromEntries(ignored.map(({ name, why }) => [`ignored: ${name}`, why])),
        }}
      />
      <h3>Headers</h3>
      <Facts facts={answer.headers} />
      <h3>Body</h3>
      {answer.body.length === 0 ? <p class="note">The body is empty.</p> : <pre class="answer">{bodyText(answer)}</pre>}
    </div>
  );
}
