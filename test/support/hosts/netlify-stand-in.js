// Stands in for Netlify: runs the edge function for its paths and sends files for any other. Deno runs it, as it does there.
// Arguments: port, folder that is published, folder of netlify.toml.
const [port, published, folder] = Deno.args;
const { default: edgeFunction } = await import(`file://${folder}/netlify/edge-functions/stillwave.js`);
const settings = await Deno.readTextFile(`${folder}/netlify.toml`);
const patterns = [...settings.matchAll(/path = "(.*)"/g)].map(([, pathname]) => new URLPattern({ pathname }));

/** The file `_headers`: a pattern for paths, and below it the headers. */
const rules = (await Deno.readTextFile(`${published}/_headers`)).split(/\n(?=\S)/).map((rule) => {
  const [path, ...lines] = rule.trim().split('\n');
  return [new RegExp(`^${path.replaceAll('*', '.*')}$`), ...lines.map((line) => line.trim().split(': '))];
});

Deno.serve({ port: Number(port), hostname: '127.0.0.1' }, async (request) => {
  const isOwn = patterns.some((pattern) => pattern.test(request.url));
  // Requests of the function itself are routed in the same way.
  const response = isOwn ? await edgeFunction(request, {}) : undefined;
  if (response !== undefined) return response;
  const { pathname } = new URL(request.url);
  try {
    const headers = rules.flatMap(([pattern, ...given]) => (pattern.test(pathname) ? given : []));
    const known = pathname.endsWith('.js') ? { 'content-type': 'text/javascript; charset=utf-8' } : {};
    const body = await Deno.readFile(published + pathname);
    return new Response(body, { headers: { ...known, ...Object.fromEntries(headers) } });
  } catch {
    return new Response('<h1>Page not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
  }
});
