/** The pattern of diagonal lines for time of a run whose segments the catalogue lacks. */

/** The id is unique on the page: each drawing has its own pattern. */
export const Hatching = ({ id }: { readonly id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line class="hatch" y2="6" />
    </pattern>
  </defs>
);
