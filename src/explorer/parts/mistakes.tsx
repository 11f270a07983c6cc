/**
 * The place for the list of mistakes in a request. The code for the list is loaded only when a request may have mistakes, because few
 * visitors need it.
 */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MistakesProps } from './mistake-list.tsx';

export function Mistakes(props: MistakesProps) {
  const [Shown, setShown] = useState<ComponentType<MistakesProps> | null>(null);
  useEffect(() => {
    // If the list cannot be loaded, the refusal still says what is wrong.
    import('./mistake-list.tsx').then(
      ({ MistakeList }) => setShown(() => MistakeList),
      () => {},
    );
  }, []);
  return Shown && <Shown {...props} />;
}
