// Stands in for Netlify: runs the edge function for its paths and sends files for any other. Deno runs it, as it does there.
// Arguments: port, folder that is published, folder of netlify.toml.
const [port, published, folder] = Deno.args;
const { default: edgeFunction } = await import(`file://${folder}/netlify/edge-functions/stillwave.js`);
const settings = await Deno.readTextFile(`${folder}/netlify.toml`);
const patterns = [...settings.matchAll(/path = "(.*)"/g)].map(([, pathname]) => new URLPattern({ pathname }));

Deno.serve({ port: Number(port), hostname: '127.0.0.1' }, async (request) => {
  if (patterns.some((pattern) => pattern.test(request.url))) return edgeFunction(request, {});
  try {
    return new Response(await Deno.readFile(published + new URL(request.url).pathname));
  } catch {
    return new Response('<h1>Page not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
  }
});
