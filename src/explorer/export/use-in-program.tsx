/**
 * Part 2 of the sheet: code that reads the rows that a request returns. On a host that only serves files, the code reads a saved file
 * instead.
 */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import { useClient } from '../client/context.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { type BoxedText, CodeBox } from '../widgets/code-box.tsx';
import { type Code, csvUrl, jsonUrl, makeCode, type NamedFile, readSavedFile } from './code.ts';
import { codeStep } from './code-step.ts';
import type { Exported } from './shown-rows.ts';

/** How long the host may take, in ms. */
const PATIENCE_MS = 4000;

/** True if this host answers a URL with this type of content, in a reasonable time. */
async function isAnswered(url: string, type: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok && (response.headers.get('content-type') ?? '').includes(type);
  } catch {
    return false;
  }
}

/**
 * The formats in which this host answers a request itself. Hosts that only serve files do not: they return a 404 or a directory listing. Hosts
 * with rewrite rules answer some requests in JSON, and none in CSV.
 */
async function probeHost(baseUrl: string, target: string): Promise<Readonly<Record<Code['reads'], boolean>>> {
  const [json, csv] = await Promise.all([
    isAnswered(jsonUrl(target, baseUrl), 'json'),
    isAnswered(csvUrl(target, baseUrl), 'csv'),
  ]);
  return { json, csv };
}

interface UseProps extends Exported {
  readonly rows: number;
  /** As chosen in part 1. */
  readonly file: NamedFile;
}

function Codes({ target, shown, rows, file, answers }: UseProps & { answers: Awaited<ReturnType<typeof probeHost>> }) {
  const { baseUrl, data } = useClient().release;
  const step = shown ? codeStep(shown, data.members[WITH_PARAMETERS] ?? []) : null;
  const works = makeCode(target, baseUrl, shown?.requested.length ?? rows, step).filter(({ reads }) => answers[reads]);
  const page: BoxedText = { title: 'This view', text: location.href };
  return (
    <>
      {works.length === 0 && (
        <p class="note">
          This host did not answer a request for a selection, so programs cannot use it for one. Save the selection
          above, then read that file.
        </p>
      )}
      {works.length > 0 && step && <p class="note">{step.why}</p>}
      <CodeBox label="Code for" texts={[...works, readSavedFile(file), page]} />
    </>
  );
}

export function UseInProgram(props: UseProps) {
  const { target } = props;
  // Loaded here, because the other parts of the sheet need not wait for the host.
  const { value: answers } = useLoaded(target, ({ release }) => probeHost(release.baseUrl, target));
  return (
    <section aria-labelledby="use">
      <h3 id="use">2. Use in a program</h3>
      {answers === null ? <p class="waiting">Asking this host …</p> : <Codes {...props} answers={answers} />}
    </section>
  );
}
