/** The head of a view: its title, a sentence about its content, and its actions. Also sets the tab title. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { CAPTION } from '../charts/picture-parts.ts';

/**
 * Sets the tab title to the view's content: `254 events of GWTC, p_astro > 0.9 – Events`. A view that is part of another view has no subject and
 * leaves the title unchanged.
 */
export function useTabTitle(subject: string | null, section: string): void {
  // After every render, because the frame sets the title too, when the address names another record.
  useEffect(() => {
    if (subject !== null) document.title = subject === section ? section : `${subject} – ${section}`;
  });
}

interface ViewHeadProps {
  readonly title: ComponentChildren;
  /** Also the caption of saved pictures. False while it is loading. */
  readonly sentence?: ComponentChildren;
  /** True if the view is part of another one, which has the heading of the page. */
  readonly isPart?: boolean;
  /** Buttons and links on the right. */
  readonly children?: ComponentChildren;
}

export const ViewHead = ({ title, sentence, isPart = false, children }: ViewHeadProps) => (
  <div class="view-head row">
    <div>
      {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
      {sentence !== undefined && (
        <p class="sentence" role="status" {...CAPTION}>
          {sentence}
        </p>
      )}
    </div>
    {children}
  </div>
);
