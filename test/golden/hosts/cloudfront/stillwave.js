// Made by: stillwave host cloudfront --out cloudfront
// CloudFront Function for viewer requests, runtime cloudfront-js-2.0.
// Each request is mapped to the path of a file in the bucket. A missing file is a 400 of the distribution.
// /api/v2/strain-files?sample-rate=4&page=3: .sample-rate-4, 20, 3 -> /api/v2/strain-files/_.sample-rate-4/20/3.json
// /api/v2/event-versions?lastver=true&pagesize=500: .lastver, 500, 1 -> /api/v2/event-versions/_.lastver/500/1.json
// /api/v2/runs/O1: a record -> /api/v2/runs/O1.json
// /api/v2/strain-files?start=1126256640: 20, 1, /~ -> no file

// A variable, a pattern, and the value of the variable if the pattern matches. The first match counts.
const QUERY = [
    ['detector', /&detector=(\w[\w@-]*(?:[.][A-Z\d][\w@-]*)*)&/, '.detector-$1'],
    ['include_default_parameters', /&include-default-parameters(=(true|True|1)?)?&/, '.include-default-parameters'],
    ['lastver', /&lastver(=(true|True|1)?)?&/, '.lastver'],
    ['release', /&release=(\w[\w@-]*(?:[.][A-Z\d][\w@-]*)*)&/, '.release-$1'],
    ['sample_rate', /&sample-rate=(\w[\w@-]*(?:[.][A-Z\d][\w@-]*)*)&/, '.sample-rate-$1'],
    ['pagesize', /&pagesize=0*([1-9]\d*)&/, '$1'],
    ['pagesize', /&pagesize[=&]/, '/~'],
    ['page', /&page=0*([1-9]\d*)&/, '$1'],
    ['page', /&page[=&]/, '/~'],
    ['unread', /[%+#]|[^!-~]/, '/~'],
    ['unread', /&(detector|include-default-parameters|lastver|release|sample-rate|page)[=&](?:.*&)?\1[=&]/, '/~'],
    ['unread', /&(pagesize|format)[=&](?:.*&)?\1[=&]/, '/~'],
    ['unread', /&(?:duration|file-format|name-contains|start|stop)[=&]|&(?:min|max)-/, '/~'],
    ['unread', /&(?:detector|release|sample-rate)(?!=\w[\w@-]*(?:[.][A-Z\d][\w@-]*)*&)[=&]/, '/~'],
    ['unread', /&(?:include-default-parameters|lastver)(?!(?:=(?:true|True|1|false|False|0)?)?&)[=&]/, '/~'],
    ['unread', /&format(?!=(?:api|json)&)[=&]/, '/~'],
];
const PATH = [
    ['path', /^(\/api\/v2(?:\/\w[\w.@-]*)*)\/?$/, '$1'],
    ['record', /^\/api\/v2\/?$/, '/api/v2/index.json'],
    ['record', /^\/api\/v2\/(?:openapi[.]json|schema)\/?$/, '/api/v2/openapi.json'],
    ['record', /^(\/api\/v2\/\w[\w.@-]*\/\w[\w.@-]*)\/?$/, '$1.json'],
    ['record', /^(\/(?:eventapi|archive|timeline)(?:\/\w[\w.@-]*)+)\/?$/, '$1.json'],
    ['handler', /^\/(?:api\/v2\/docs|eventapi\/json\/query\/show|eventapi\/jsonfull\/query\/show|eventapi\/csv\/)/,
        '/index.html'],
    ['handler', /^\/(?:eventapi\/ascii\/|archive\/-?\d|archive\/links\/|timeline\/segments\/)/, '/index.html'],
    ['handler', /^((?:\/api\/v2|\/eventapi)\/\w[\w.@-]*\/\w[\w.@-]*)\/./, '$1.json'],
    ['file', /^\/?$/, '/home.html'],
    ['file', /^(\/(?:packs|index|assets)\/[\w-]+[.][a-z]+|\/downloads\/[a-z.-]+)$/, '$1'],
    ['file', /^(\/(?:release[.]json|release[.]txt|robots[.]txt|manifest[.]json))$/, '$1'],
    ['archive', /^(\/(?:archive\/data|eventapi)(?:\/[\w-][\w.-]*)+[.](?:gwf|hdf5|txt[.]gz)\/?)$/, '$1'],
];
// Page sizes and filters with page files.
const SIZES = ['20', '500'];
const FILTERS = {
    '/api/v2/strain-files': ['detector', 'sample_rate'],
    '/api/v2/event-versions': ['release', 'lastver', 'include_default_parameters'],
};
// Cache-Control of responses and of errors.
const KEPT = ['public, max-age=300, stale-while-revalidate=86400', 'public, max-age=10'];
const HEADERS = {
    'allow': 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS', 'access-control-allow-headers': '*',
    'access-control-max-age': '86400', 'vary': 'Accept, Accept-Encoding', 'content-type': 'application/json',
};

function read(rows, text) {
    const found = {};
    rows.forEach(function (row) {
        const match = row[1].exec(text);
        if (match && found[row[0]] === undefined) found[row[0]] = row[2].replace('$1', match[1]);
    });
    return found;
}

function respond(status, body, location) {
    const headers = {};
    Object.keys(HEADERS).forEach(function (name) { headers[name] = { value: HEADERS[name] }; });
    headers['cache-control'] = { value: KEPT[status < 400 ? 0 : 1] };
    if (location) headers.location = { value: location };
    return { statusCode: status, headers: headers, body: body };
}

function other() {
    return respond(400, '{"detail":"The request is invalid, or this host only answers precomputed queries. The ' +
        'explorer at the base URL answers every query, downloads/ has all data, and docs/hosts.md ' +
        'describes such hosts."}');
}

function handler(event) {
    const request = event.request;
    // Undefined without a "?".
    const search = request.rawQueryString() || '';
    const query = read(QUERY, '&' + search + '&');
    const path = read(PATH, request.uri.replace(/%40/g, '@'));
    if (/^(?:[^ \/]+ )?[^? ]*(?:%(?:[^4]|4[^0]|4?$)|^\/\/|[^:]\/\/|\/[.]|#)/.test(request.uri)) return other(request);
    if (path.handler === '/index.html') return other(request);
    if (!path.path && !path.record && !path.file && !path.archive) return respond(404, '{"detail":"Not found."}');
    if (request.method === 'OPTIONS') return respond(204, '');
    if (request.method !== 'GET' && request.method !== 'HEAD')
        return respond(405, '{"detail":"This method is not allowed."}');
    if (path.archive)
        return respond(302, '', 'https://gwosc.org' + path.archive + (search && '?' + search));
    if (path.file) request.uri = path.file;
    else if (query.unread) return other(request);
    else if (path.record) request.uri = path.record;
    else {
        const size = query.pagesize || '20';
        if (SIZES.indexOf(size) < 0) return other(request);
        let filters = '';
        const all = ['detector', 'include_default_parameters', 'lastver', 'release', 'sample_rate'];
        for (let n = 0; n < all.length; n++) {
            if (query[all[n]] && (FILTERS[path.path] || []).indexOf(all[n]) < 0) return other(request);
            filters += query[all[n]] || '';
        }
        request.uri = path.path + '/_' + filters + '/' + size + '/' + (query.page || '1') + '.json';
    }
    request.querystring = {};
    return request;
}
