/** An API response: its status, what is wrong with the request, its body and its headers. */

import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { API_ROOT } from '../../../core/contract/paths.ts';
import { findIgnored } from '../../../core/inspect/find-ignored.ts';
import type { HandlerResponse } from '../../../core/release/ports.ts';
import { parametersOf, resolveTarget } from '../../address/address.ts';
import { useClient } from '../../client/context.ts';
import { sizeText } from '../../text/format.ts';
import { indentJson } from '../../text/indent-json.ts';
import { Facts } from '../../widgets/facts.tsx';
import { Mistakes } from '../../widgets/mistakes.tsx';
import { Scroll } from '../../widgets/panel.tsx';
import { apiHref, targetOf } from './paths.ts';

const decoder = new TextDecoder();

function bodyText({ headers, body }: HandlerResponse): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return indentJson(text);
}

/** Text in which the API's own links become links to requests in this view. */
function linked(text: string, root: string) {
  return text.split(/("https?:\/\/[^"]*")/).map((part, index) => {
    const url = part.slice(1, -1);
    if (index % 2 === 0) return part;
    const href = url.startsWith(root) ? apiHref(url.slice(root.length)) : url;
    return <a key={index} href={href}>{`"${url}"`}</a>;
  });
}

export function AnswerPanel({ request, answer }: { readonly request: string; readonly answer: HandlerResponse }) {
  const { release } = useClient();
  const target = targetOf(request);
  const ignored = findIgnored(parametersOf(target).toString(), resolveTarget(target, release), release.collections);
  return (
    <div class="answer-panel">
      <p class={answer.status >= 400 ? 'refused' : undefined} role="status">
        <strong>{answer.status}</strong> {sizeText(answer.body.length)}
      </p>
      <Mistakes target={target} linkTo={apiHref} />
      {ignored.length > 0 && <p>Ignored: {ignored.map(({ name, why }) => `${name} (${why})`).join(', ')}.</p>}
      <h3>Body</h3>
      <Scroll label="Body">
        <pre class="answer">{linked(bodyText(answer), `${release.baseUrl}/${API_ROOT}/`)}</pre>
      </Scroll>
      <h3>Headers</h3>
      <Facts facts={answer.headers} />
    </div>
  );
}
