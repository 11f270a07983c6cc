/** Draws the rows of a table in steps: none while the table is out of sight, then the first ones at once, and the others soon after. */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Number of rows drawn immediately, which fill the window. The others follow, so that a change is visible before a long table is laid out. */
const FIRST_ROWS = 30;
/**
 * Minimum number of rows that each further step adds: few enough that no step is noticed on a phone. More steps take longer in all, because
 * each one lays out and paints the rows before it again.
 */
const STEP_ROWS = 30;
/** Maximum number of steps for a table of any length. */
const MAX_STEPS = 40;
/** Pause before each step, in ms, during which the page is drawn and accepts input. */
const PAUSE_MS = 30;
/** Time until a table is drawn although it is out of sight, in ms: the page's first seconds belong to what is in sight. */
const UNSEEN_MS = 6000;

/**
 * The number of rows to draw; null before `box`, which contains the table, comes into sight. A table that stays out of sight is drawn after
 * some time, so that the browser's search finds its rows. Printing draws all rows. The count starts again with each new array of rows.
 */
export function useDrawnCount(rows: readonly unknown[], box: RefObject<Element | null>): number | null {
  const [isSeen, setSeen] = useState(false);
  const [drawn, setDrawn] = useState({ rows, count: FIRST_ROWS });
  const count = drawn.rows === rows ? drawn.count : FIRST_ROWS;
  useLayoutEffect(() => {
    const see = () => setSeen(true);
    const element = box.current as Element;
    // The observer would report this only after the next frame.
    if (element.getBoundingClientRect().top < innerHeight) return see();
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && see());
    observer.observe(element);
    const timer = setTimeout(see, UNSEEN_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (isSeen && count >= rows.length) return;
    const step = Math.max(STEP_ROWS, Math.ceil(rows.length / MAX_STEPS));
    const timer = isSeen && setTimeout(() => setDrawn({ rows, count: count + step }), PAUSE_MS);
    const drawAll = () => {
      setSeen(true);
      setDrawn({ rows, count: rows.length });
    };
    addEventListener('beforeprint', drawAll);
    return () => {
      if (timer) clearTimeout(timer);
      removeEventListener('beforeprint', drawAll);
    };
  }, [rows, count, isSeen]);
  return isSeen ? Math.min(count, rows.length) : null;
}
