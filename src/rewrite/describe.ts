/** Bodies that explain: OPTIONS, the root, and the page that a browser gets at the base URL. Derived from the tables. Pure. */

import { JSON_TYPE } from "../contract/headers.ts";
import { allParameters, type Listing } from "../contract/listings.ts";
import {
	API_ROOT,
	HOME_PATH,
	pageLink,
	SERVICE_WORKER_PATH,
	type Target,
	withLinkFormat,
} from "../contract/paths.ts";
import { type Description, LISTING_NAMES } from "../contract/wire.ts";
import type { Release } from "./release.ts";

function describeListing(
	listing: Listing,
	names: ReadonlySet<string> | null,
): Description["parameters"] {
	const parameters = allParameters(listing).filter(
		({ name }) => names?.has(name) ?? true,
	);
	return parameters.map(({ name, codec, unit, meaning, default: preset }) => ({
		name,
		type: codec.kind,
		unit,
		meaning,
		default: preset === null ? null : codec.format(preset),
		...(codec.allowed && { allowed: codec.allowed }),
	}));
}

const FORMAT_ONLY = new Set(["format"]);

/** The body of OPTIONS for a resolved path. */
export function describeTarget(target: Target, release: Release): Description {
	const about = (
		name: string,
		description: string,
		parameters: Description["parameters"] = [],
	): Description => ({
		name,
		description,
		renders: [JSON_TYPE],
		parses: [],
		parameters,
	});
	if (target.kind === "listing") {
		const listing = release.listings[target.listing];
		return about(
			listing.title,
			listing.description,
			describeListing(listing, null),
		);
	}
	if (target.kind === "record") {
		const listing = release.listings[target.listing];
		return about(
			`${listing.title}: record`,
			"One record in full.",
			describeListing(listing, FORMAT_ONLY),
		);
	}
	if (target.kind === "archive")
		return about("Archive", "Redirects to the file in the data archive.");
	return about("Catalogue", "The listings of this catalogue, by name.");
}

/** The body of the root: each listing's URL, by name. */
export function rootBody(baseUrl: string): Record<string, string> {
	return Object.fromEntries(
		LISTING_NAMES.map((name) => [
			name,
			withLinkFormat(`${baseUrl}/${API_ROOT}/${name}`),
		]),
	);
}

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Finds out who answers the API here, says so, and lets the service worker do it where nobody else does. Paths are taken from
 * the page's own URL, so that a copy of the site works at any other place.
 */
const STATE_SCRIPT = `const base = location.pathname.replace(/\\/?(${HOME_PATH})?$/, '/');
const workers = navigator.serviceWorker;
const isAnswered = () => fetch(base + '${API_ROOT}/').then((answer) => answer.json()).then(() => true, () => false);
const say = (text) => { document.getElementById('state').textContent = text; };
try {
  if (!(await isAnswered())) {
    await workers.register(base + '${SERVICE_WORKER_PATH}');
    if (!workers.controller) await new Promise((resolve) => { workers.oncontrollerchange = resolve; });
    if (!(await isAnswered())) throw new Error('no packs');
  }
  say(workers?.controller ? 'This browser now answers the API itself, every query included.' : 'This host answers every query.');
} catch {
  say('This host only sends files: it answers no queries.');
}`;

function listItems(
	release: Release,
	hrefOf: (listing: Listing) => string,
): string {
	const items = LISTING_NAMES.map((name) => {
		const listing = release.listings[name];
		return `<li><a href="${escapeHtml(hrefOf(listing))}">${name}</a>: ${escapeHtml(listing.description)}</li>`;
	});
	return `<ul>\n${items.join("\n")}\n</ul>`;
}

/** The first pages of the listings, for a host that only sends files. */
function plainFiles(release: Release): string {
	const { layout, enumerate } = release.data;
	const [pageSize] = enumerate.pageSizes;
	if (layout === "packs" || pageSize === undefined) return "";
	const items = listItems(release, (listing) => {
		const query = {
			listing: listing.name,
			filters: new Map(),
			pageSize,
			page: 1,
		};
		return `${release.baseUrl}/${pageLink(listing, query, "path")}`;
	});
	return `<p>First pages as plain files, which need nothing but a host that sends them:</p>\n${items}\n`;
}

/** What a browser shows at the base URL; also the site's index.html. */
export function homePage(release: Release): string {
	const root = escapeHtml(`${release.baseUrl}/${API_ROOT}/`);
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gravitational-wave catalogue</title>
<h1>Gravitational-wave catalogue</h1>
<p>This site answers the API of a gravitational-wave catalogue from static files. It starts at <a href="${root}">${root}</a>.</p>
${listItems(release, ({ name }) => `${release.baseUrl}/${API_ROOT}/${name}`)}
<p>An OPTIONS request to a listing names its query parameters.</p>
<p id="state"></p>
${plainFiles(release)}<script type="module">
${STATE_SCRIPT}
</script>
</html>
`;
}
