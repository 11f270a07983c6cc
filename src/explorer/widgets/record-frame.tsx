/** The frame of a list of records, or of the page of one record. */

import type { ComponentChildren } from 'preact';
import { segmentsOf } from '../address/address.ts';
import { sectionOf, type ViewProps } from '../address/routes.ts';
import { useTabTitle, ViewHead } from './view-head.tsx';

interface FrameProps extends ViewProps {
  readonly title: string;
  readonly sentence: string | undefined;
  /** False while the content is loading, or if a part of it sets data-ready itself. */
  readonly isReady: boolean;
  /** Null until it is loaded. */
  readonly children: ComponentChildren;
}

export function RecordFrame({ address: { target }, title, sentence, isReady, children }: FrameProps) {
  const [, name = title] = segmentsOf(target);
  useTabTitle(name, sectionOf(target));
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <ViewHead title={title} sentence={sentence} />
      {children ?? <p class="waiting">Loading …</p>}
    </div>
  );
}
