/** The head of a view: its title, a sentence that says what it shows, and what can be done with it. Also names the tab. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Names the tab after what it shows: `254 events, p_astro > 0.9 – Events`. A part of another view, without a subject, leaves it. */
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
