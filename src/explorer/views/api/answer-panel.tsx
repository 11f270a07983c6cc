/** An API response with details: status, how the request was understood, files read, headers, body. */

import { useState } from 'preact/hooks';
import { JSON_TYPE } from '../../../core/contract/headers.ts';
import { LEAST_ERROR } from '../../../core/contract/statuses.ts';
import type { Explanation as Facts, IgnoredParameter } from '../../../core/handler/explain.ts';
import type { Explanation, FileRead } from '../../host/explanation.ts';
import { sizeText } from '../../parts/format.ts';

/** Number of lines of a body that are shown at first. */
const SHOWN_LINES = 60;
const decoder = new TextDecoder();

function bodyText({ headers, body }: Explanation['answer']): string {
  const text = decoder.decode(body);
  if (!(headers['content-type'] ?? '').startsWith(JSON_TYPE)) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

function Body({ answer }: Pick<Explanation, 'answer'>) {
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

function Fact({ name, value }: { readonly name: string; readonly value: string | number | readonly string[] }) {
  const title = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{text === '' ? 'none' : text}</td>
    </tr>
  );
}

/** Facts that have their own lines here and are not repeated in the list. */
const SHOWN_ELSEWHERE = ['packs', 'index'];

interface AnswerPanelProps {
  readonly explanation: Explanation;
  readonly facts: Facts;
  readonly ignored: readonly IgnoredParameter[];
}

export function AnswerPanel({ explanation, facts, ignored }: AnswerPanelProps) {
  const { answer, ms, files } = explanation;
  return (
    <div class="answer-panel">
      <p class={`status ${answer.status >= LEAST_ERROR ? 'refused' : 'good'}`} role="status">
        <strong>{answer.status}</strong> {sizeText(answer.body.length)} in {ms.toFixed(1)} ms
      </p>
      <h3>How it was answered</h3>
      <table class="pairs">
        <tbody>
          {Object.entries(facts)
            .filter(([name]) => !SHOWN_ELSEWHERE.includes(name))
            .map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
          <tr>
            <th scope="row">files read</th>
            <td>
              <Files files={files} />
            </td>
          </tr>
          {ignored.map(({ name, why }) => (
            <Fact key={name} name={`ignored: ${name}`} value={why} />
          ))}
        </tbody>
      </table>
      <h3>Headers</h3>
      <table class="pairs">
        <tbody>
          {Object.entries(answer.headers).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Body</h3>
      <Body answer={answer} />
    </div>
  );
}
