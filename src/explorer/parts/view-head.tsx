/** The head of a view: its title, a sentence about its content, and its actions. Also sets the title of the tab. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Sets the title of the tab to its content: `254 events, p_astro > 0.9 – Events`. A part of another view, without a subject, leaves it. */
export function useTabTitle(subject: string | null, section: string): void {
  useEffect(() => {
    if (subject !== null) document.title = subject === section ? section : `${subject} – ${section}`;
  }, [subject, section]);
}

interface ViewHeadProps {
  readonly title: ComponentChildren;
  readonly sentence?: ComponentChildren;
  /** Buttons and links at the right. */
  readonly children?: ComponentChildren;
}

export const ViewHead = ({ title, sentence, children }: ViewHeadProps) => (
  <div class="view-head">
    <div>
      <h1>{title}</h1>
      {sentence !== undefined && <p class="sentence">{sentence}</p>}
    </div>
    {children}
  </div>
);
