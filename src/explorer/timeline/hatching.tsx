/** The pattern of diagonal lines for time of a run whose segments the catalogue lacks. */

interface HatchingProps {
  /** Unique on the page: each drawing has its own pattern. */
  readonly id: string;
}

export const Hatching = ({ id }: HatchingProps) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line class="hatch" y2="6" />
    </pattern>
  </defs>
);
