/** The mark for a type of binary: a circle, diamond or square in the type's colour. */

import { paint, type Shape, shapePath } from '../charts/marks.ts';
import { type BinaryType, TYPE_SHAPES, TYPE_WORDS } from './binaries.ts';

/** A single mark beside text. */
export const ShapeMark = ({ shape, colour }: { readonly shape: Shape; readonly colour: string }) => (
  <svg class="type-mark" width={12} height={12} aria-hidden="true">
    <path class="mark" style={paint(colour)} d={shapePath(shape, { x: 6, y: 6 }, 4)} />
  </svg>
);

export const TypeMark = ({ type }: { readonly type: BinaryType }) => (
  <ShapeMark shape={TYPE_SHAPES[type]} colour={type} />
);

/** The mark with the type's abbreviation, whose title is the full name. */
export const TypeName = ({ type }: { readonly type: BinaryType }) => (
  <>
    <TypeMark type={type} /> <abbr title={TYPE_WORDS[type]}>{type}</abbr>
  </>
);
