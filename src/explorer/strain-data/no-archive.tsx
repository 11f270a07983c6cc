/** Explains why there are no links to strain files. */

export const NoArchive = () => (
  <p class="note">This site has no address of a data archive, so there are no links to the files.</p>
);
