/** An API response with details: status, how the request was understood, files read, headers, body. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { LEAST_ERROR } from '../../../core/contract/statuses.ts';
import { sizeText } from '../../parts/format.ts';
import type { ExplainedAnswer, FileRead } from './explain.ts';

/** Number of lines of a body that are shown at first. */
const SHOWN_LINES = 60;
const decoder = new TextDecoder();

function bodyText({ headers, body }: ExplainedAnswer['answer']): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

function Body({ answer }: Pick<ExplainedAnswer, 'answer'>) {
  const [isWhole, setWhole] = useState(false);
  if (answer.body.length === 0) return <p class="note">The body is empty.</p>;
  const lines = bodyText(answer).split('\n');
  const isLong = lines.length > SHOWN_LINES;
  return (
    <>
      <pre class="answer">{(isWhole ? lines : lines.slice(0, SHOWN_LINES)).join('\n')}</pre>
      {isLong && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${lines.length.toLocaleString('en')} lines`}
        </button>
      )}
    </>
  );
}

function Files({ files }: { readonly files: readonly FileRead[] }) {
  if (files.length === 0) return <>none; release.json has it all</>;
  return (
    <ul class="plain">
      {files.map(({ path, bytes, isNew }) => (
        <li key={path}>
          <code>{path}</code> {bytes !== null && sizeText(bytes)} {!isNew && '(kept from before)'}
        </li>
      ))}
    </ul>
  );
}

/** Names and values. */
const Pairs = ({ pairs }: { readonly pairs: readonly (readonly [string, ComponentChildren])[] }) => (
  <table class="pairs">
    <tbody>
      {pairs.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Facts that the list of files has. */
const SHOWN_ELSEWHERE = ['packs', 'index'];

/** The facts by their names in words: `pageFile` is `page file`. */
const listFacts = (facts: ExplainedAnswer['facts']): readonly (readonly [string, string])[] =>
  Object.entries(facts)
    .filter(([name]) => !SHOWN_ELSEWHERE.includes(name))
    .map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      [value].flat().join(', ') || 'none',
    ]);

export function AnswerPanel({ answer, ms, files, facts, ignored }: ExplainedAnswer) {
  return (
    <div class="answer-panel">
      <p class={`status ${answer.status >= LEAST_ERROR ? 'refused' : 'good'}`} role="status">
        <strong>{answer.status}</strong> {sizeText(answer.body.length)} in {ms.toFixed(1)} ms
      </p>
      <h3>How it was answered</h3>
      <Pairs
        pairs={[
          ...listFacts(facts),
          ['files read', <Files key="files" files={files} />],
          ...ignored.map(({ name, why }) => [`ignored: ${name}`, why] as const),
        ]}
      />
      <h3>Headers</h3>
      <Pairs pairs={Object.entries(answer.headers)} />
      <h3>Body</h3>
      <Body answer={answer} />
    </div>
  );
}
