/** An API response, and how it came about: how the request was understood, which files were read, and how long it took. */

import { useState } from 'preact/hooks';
import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { LEAST_ERROR } from '../../../core/contract/statuses.ts';
import { explainRequest, filesOfAnswer, findIgnored } from '../../../core/handler/explain.ts';
import type { HandlerResponse } from '../../../core/handler/ports.ts';
import { type ResolvedRequest, splitUrl } from '../../../core/handler/resolve-request.ts';
import type { Core } from '../../host/core.ts';
import { suggest } from '../../host/names.ts';
import { sizeText } from '../../parts/format.ts';
import { Facts } from '../../parts/records.tsx';

/** Answers a request. `facts` say how it was understood; there are none if the site could not be read. */
export async function explainAnswer(core: Core, request: string, method: string) {
  const target = request.replace(/^\//, '');
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
  const ignored = findIgnored(splitUrl(`/${target}`).query, resolved?.found ?? null, suggest);
  return { request, answer, ms, files, facts, ignored };
}

type ExplainedAnswer = Awaited<ReturnType<typeof explainAnswer>>;

/** Number of lines of a body that are shown at first. */
const SHOWN_LINES = 60;
const decoder = new TextDecoder();

function bodyText({ headers, body }: HandlerResponse): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

function Body({ answer }: Pick<ExplainedAnswer, 'answer'>) {
  const [isWhole, setWhole] = useState(false);
  if (answer.body.length === 0) return <p class="note">The body is empty.</p>;
  const lines = bodyText(answer).split('\n');
  return (
    <>
      <pre class="answer">{(isWhole ? lines : lines.slice(0, SHOWN_LINES)).join('\n')}</pre>
      {lines.length > SHOWN_LINES && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${lines.length.toLocaleString('en')} lines`}
        </button>
      )}
    </>
  );
}

/** The facts by their names in words: `pageFile` is `page file`. */
const nameFacts = (facts: ExplainedAnswer['facts']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      [value].flat().join(', ') || 'none',
    ]),
  );

export function AnswerPanel({ answer, ms, files, facts, ignored }: ExplainedAnswer) {
  return (
    <div class="answer-panel">
      <p class={answer.status >= LEAST_ERROR ? 'refused' : undefined} role="status">
        <strong>{answer.status}</strong> {sizeText(answer.body.length)} in {ms.toFixed(1)} ms
      </p>
      <h3>How it was answered</h3>
      <Facts
        facts={{
          ...nameFacts(facts),
          'files read': files.join(', ') || 'none; release.json has it all',
          ...Object.fromEntries(ignored.map(({ name, why }) => [`ignored: ${name}`, why])),
        }}
      />
      <h3>Headers</h3>
      <Facts facts={answer.headers} />
      <h3>Body</h3>
      <Body answer={answer} />
    </div>
  );
}
