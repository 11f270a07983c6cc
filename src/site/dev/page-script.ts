/**
 * The script that `stillwave dev` adds to the page. It reloads the page after a new release, and shows problems of the data on top. It is
 * not part of any site.
 *
 * It runs under `Content-Security-Policy: default-src 'self'`, so it is a file, and sets styles as properties.
 */

/** `release` in the URL of the script is the release of the page; empty if there was none. */
export const pageScript = (
  eventsName: string,
): string => `const shownRelease = new URL(import.meta.url).searchParams.get('release');
const place = document.createElement('section');
place.id = 'stillwave-problems';
place.setAttribute('role', 'alert');
Object.assign(place.style, {
  position: 'fixed', inset: 'auto 0 0 0', maxHeight: '60vh', overflow: 'auto', zIndex: '1000', boxSizing: 'border-box',
  padding: '12px 16px', background: '#3b0d0d', color: '#fff', borderTop: '3px solid #ff7b72',
  font: '14px/1.4 ui-monospace, monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere',
});

function show({ release, problems }) {
  if (release !== shownRelease) {
    location.reload();
    return;
  }
  place.textContent = problems;
  if (problems === '') place.remove();
  else document.body.append(place);
}

// Only while the page is seen: a browser has six connections to a server for all of its tabs.
let events = null;
function listen() {
  events?.close();
  events = document.hidden ? null : new EventSource(new URL('${eventsName}', import.meta.url));
  if (events) events.onmessage = ({ data }) => show(JSON.parse(data));
}
document.addEventListener('visibilitychange', listen);
listen();
`;
