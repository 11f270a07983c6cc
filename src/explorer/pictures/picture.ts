/** A picture: paths and text with their positions and colours. */

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface PicturePath {
  readonly d: string;
  readonly matrix: Matrix;
  /** CSS colours; `none` if there is none. */
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly dashes: readonly number[];
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
}

export interface PictureText {
  readonly text: string;
  readonly matrix: Matrix;
  /** Left end of the text on its baseline. */
  readonly x: number;
  readonly y: number;
  /** Font size in pixels. */
  readonly size: number;
  readonly weight: string;
  readonly fill: string;
  /** The outline behind the letters, so that they can be read on top of lines; `none` if there is none. */
  readonly stroke: string;
  readonly strokeWidth: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly font: string;
  readonly paths: readonly PicturePath[];
  readonly texts: readonly PictureText[];
}

/** Whether a colour that a browser computed, such as `rgb(107, 74, 0)` or `rgba(0, 0, 0, 0)`, can be seen. */
export const isVisible = (colour: string): boolean => colour !== 'none' && !/^rgba\(.*, 0\)$/.test(colour);
