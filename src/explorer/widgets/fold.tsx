/** A folded section of rarely used fields. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** True if any of the fields has a value. The section then opens. */
  readonly isInUse: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Only the user closes the section: otherwise, a field would disappear while the user empties it. */
export function Fold({ title, isInUse, class: own, children }: FoldProps) {
  const wasInUse = useRef(false);
  wasInUse.current ||= isInUse;
  return (
    <details class={own} open={wasInUse.current}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
