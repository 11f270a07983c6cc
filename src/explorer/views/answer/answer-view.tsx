/** Shows the API's response unchanged, with links, for paths that have no view. */

import { API_ROOT } from '../../../core/contract/paths.ts';
import { hrefOf } from '../../address/address.ts';
import { useCore } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import type { ViewProps } from '../../client/view.ts';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';

/** Text in which the API's own links become links to views. */
function linked(text: string, root: string) {
  return text.split(/("https?:\/\/[^"]*")/).map((part, index) => {
    const url = part.slice(1, -1);
    if (index % 2 === 0) return part;
    const href = url.startsWith(root) ? hrefOf(url.slice(root.length)) : url;
    return <a key={index} href={href}>{`"${url}"`}</a>;
  });
}

/** JSON with indentation. CSV, which never begins with a bracket, is shown as it is. */
const indented = (text: string): string => (/^[[{]/.test(text) ? JSON.stringify(JSON.parse(text), null, 2) : text);

export default function AnswerView({ address: { target } }: ViewProps) {
  const { baseUrl } = useCore().release;
  const { value: text, isReady } = useLoaded(target, (core) => core.text(target));
  useTabTitle(target, 'API');
  return (
    <section data-ready={isReady ? '' : undefined}>
      <ViewHead title={target} sentence="The API's response to this request." />
      {text !== null && <pre class="answer">{linked(indented(text), `${baseUrl}/${API_ROOT}/`)}</pre>}
    </section>
  );
}
