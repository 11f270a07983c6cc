/** A view's sheet for downloading its content, using it in a program, and citing it. */

import { useLoaded } from '../client/use-loaded.ts';
import { Sheet } from '../widgets/sheet.tsx';
import { Cite } from './cite.tsx';
import { Download } from './download.tsx';
import { describeRows, loadContent, type SheetProps } from './sheet-content.ts';
import { titleOf } from './shown-rows.ts';
import { UseInProgram } from './use-in-program.tsx';

export default function ExportSheet(props: SheetProps) {
  const { target, shown, onClose } = props;
  const { value: content } = useLoaded(`${target} ${shown && titleOf(shown)}`, (core) => loadContent(core, props));
  return (
    <Sheet title="Cite and export" about={shown ? titleOf(shown) : content && describeRows(content)} onClose={onClose}>
      {content === null && <p class="waiting">Loading …</p>}
      {content && (
        <>
          <Download {...{ target, content, shown }} />
          <UseInProgram {...{ target, content, shown }} />
          <Cite content={content} />
        </>
      )}
    </Sheet>
  );
}
