/** An API response: its status, what is wrong with the request, its body and its headers. */

import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { LEAST_ERROR } from '../../../core/contract/statuses.ts';
import type { HandlerResponse } from '../../../core/handler/ports.ts';
import type { Core } from '../../host/core.ts';
import { sizeText } from '../../parts/format.ts';
import { Mistakes } from '../../parts/mistakes.tsx';
import { Facts } from '../../parts/records.tsx';
import { apiHref, targetOf } from './paths.ts';

const decoder = new TextDecoder();

function bodyText({ headers, body }: HandlerResponse): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

interface AnswerPanelProps {
  readonly core: Core;
  readonly request: string;
  readonly answer: HandlerResponse;
}

export const AnswerPanel = ({ core, request, answer }: AnswerPanelProps) => (
  <div class="answer-panel">
    <p class={answer.status >= LEAST_ERROR ? 'refused' : undefined} role="status">
      <strong>{answer.status}</strong> {sizeText(answer.body.length)}
    </p>
    <Mistakes release={core.release} target={targetOf(request)} hrefOf={apiHref} />
    <h3>Body</h3>
    <pre class="answer">{bodyText(answer)}</pre>
    <h3>Headers</h3>
    <Facts facts={answer.headers} />
  </div>
);
