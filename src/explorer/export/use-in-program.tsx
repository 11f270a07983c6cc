/**
 * Part 2 of the sheet: code that reads the rows that a request returns. On a host that only serves files, the code reads a saved file
 * instead.
 */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import { useClient } from '../client/context.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { type BoxedText, CodeBox } from '../widgets/code-box.tsx';
import { makeCode, readSavedFile } from './code.ts';
import { codeStep } from './code-step.ts';
import { type Answers, probeHost } from './probe.ts';
import { type Exported, nameFile } from './shown-rows.ts';

interface UseProps extends Exported {
  readonly rows: number;
}

interface CodesProps extends UseProps {
  readonly answers: Answers;
}

function Codes({ target, shown, rows, answers }: CodesProps) {
  const { baseUrl, data } = useClient().release;
  const step = shown ? codeStep(shown, data.members[WITH_PARAMETERS] ?? []) : null;
  const works = makeCode(target, baseUrl, shown?.requested.length ?? rows, step).filter(({ reads }) => answers[reads]);
  const saved = readSavedFile(nameFile({ target, shown }));
  const page: BoxedText = { title: 'This view', text: location.href };
  return (
    <>
      {works.length === 0 && (
        <p class="note">
          This host did not answer a request for a selection, so programs cannot use it for one. Save the selection
          above as CSV, then read that file.
        </p>
      )}
      {works.length > 0 && step && <p class="note">{step.why}</p>}
      <CodeBox label="Code for" texts={[...works, saved, page]} />
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
