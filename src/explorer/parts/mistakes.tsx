/** Shows the list of mistakes in a request. The code for the list is loaded only when a request may have mistakes, because few visitors need it. */

import type { MistakesProps } from './mistake-list.tsx';
import { createImport } from './use-imported.ts';

const useList = createImport(() => import('./mistake-list.tsx'));

export function Mistakes(props: MistakesProps) {
  const list = useList();
  // If the list cannot be loaded, the refusal still says what is wrong.
  return list === null || list === 'failed' ? null : <list.MistakeList {...props} />;
}
