/** Finds symbolic links that lead out of a folder. A folder from someone else, such as a pull request, may contain any link. */
import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** A path in a folder goes through a link that leads out of the folder. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  /** The link's path. */
  readonly path: string;

  constructor(path: string, root: string) {
    super(`${path} is a link that leads out of ${root}`);
    this.path = path;
  }
}

/** Throws LinkError if any step from `root` down to `path` is a link that leads out of `root`. `root` itself may be a link. */
export function assertInside(root: string, path: string): void {
  const steps = relative(resolve(root), resolve(path)).split(sep);
  if (steps[0] === '..') throw new RangeError(`${path} is not below ${root}`);
  const inside = `${realpathSync(root)}${sep}`;
  let here = root;
  for (const step of steps) {
    here = join(here, step);
    const found = lstatSync(here, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isSymbolicLink() && !targetOf(here).startsWith(inside)) throw new LinkError(here, root);
  }
}

/** A link's target. A target that does not exist counts as outside, because a write could create it. */
function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return '';
  }
}
