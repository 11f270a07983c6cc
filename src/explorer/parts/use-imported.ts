/** Loads code after the page has started, because not every visitor needs that code. */

import { useEffect, useState } from 'preact/hooks';

/** Null while the module is loading. */
type Imported<Module> = Module | null | 'failed';

/**
 * Makes a hook that loads a module when `isWanted` is first true. The module is kept, so components that are rendered later have it at
 * once. Browsers do not retry a failed import until the page is reloaded.
 */
export function createImport<Module extends object>(load: () => Promise<Module>) {
  let kept: Module | null = null;
  return (isWanted = true): Imported<Module> => {
    const [imported, setImported] = useState<Imported<Module>>(kept);
    useEffect(() => {
      if (!isWanted) return;
      load().then(
        (module) => {
          kept = module;
          setImported(module);
        },
        () => setImported('failed'),
      );
    }, [isWanted]);
    return imported;
  };
}
