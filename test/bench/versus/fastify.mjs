/**
 * Alternative 1 of `npm run bench -- versus`: the two listings as one would write them with fastify and better-sqlite3. Schemas check the
 * queries and write the answers (fast-json-stringify), statements are prepared once, and the framework's own plugin compresses bodies.
 * DATABASE is the SQLite file, BASE_URL the prefix of links.
 */

import compress from '@fastify/compress';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

const { DATABASE, BASE_URL } = process.env;
const STRAIN_FILE_SECONDS = 4096;
const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 1000;

const database = new Sqlite(DATABASE, { readonly: true });
database.pragma('mmap_size = 268435456');

const statements = new Map();
function prepare(sql) {
  if (!statements.has(sql)) statements.set(sql, database.prepare(sql));
  return statements.get(sql);
}

const parameters = database.prepare('SELECT id, name, unit, description FROM default_parameter').all();
const parameterById = new Map(parameters.map((parameter) => [parameter.id, parameter]));

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const orNull = (type) => ({ type, nullable: true });
const object = (properties) => ({ type: 'object', properties });
const arrayOf = (items) => ({ type: 'array', items });

const envelope = (entry) =>
  object({
    next: orNull('string'),
    previous: orNull('string'),
    results_count: integer,
    results_per_page: integer,
    num_pages: integer,
    page_number: integer,
    results: arrayOf(entry),
  });

const strainFile = object({
  gps_start: integer,
  utc_start: string,
  detector: string,
  sample_rate_kHz: integer,
  hdf5_url: string,
  gwf_url: string,
  detail_url: string,
});

const eventVersion = object({
  name: string,
  shortName: string,
  gps: number,
  version: integer,
  catalog: string,
  doi: string,
  detectors: arrayOf(string),
  detail_url: string,
  default_parameters: arrayOf(
    object({
      name: string,
      unit: string,
      description: string,
      best: number,
      upper_error: orNull('number'),
      lower_error: orNull('number'),
      is_upper_limit: boolean,
      is_lower_limit: boolean,
    }),
  ),
});

const paging = {
  page: { type: 'integer', minimum: 1, default: 1 },
  pagesize: { type: 'integer', minimum: 1, default: PAGE_SIZE },
};
const strainQuery = object({
  ...paging,
  detector: string,
  'sample-rate': { type: 'integer', enum: [4, 16] },
  start: integer,
  stop: integer,
});
const eventQuery = object({
  ...paging,
  release: string,
  lastver: boolean,
  'include-default-parameters': boolean,
  ...Object.fromEntries(
    parameters.flatMap(({ name }) => ['min', 'max'].map((end) => [`${end}-${name.replaceAll('_', '-')}`, number])),
  ),
});

/** One page of `SELECT columns FROM source ORDER BY order`, in its envelope; null if the page does not exist. */
function pageOf({ columns, source, order, values }, { url, query }, toEntries) {
  const size = Math.min(query.pagesize, MAX_PAGE_SIZE);
  const { count } = prepare(`SELECT count(*) AS count ${source}`).get(...values);
  const pages = Math.ceil(count / size);
  if (query.page > Math.max(pages, 1)) return null;
  const rows = prepare(`SELECT ${columns} ${source} ORDER BY ${order} LIMIT ? OFFSET ?`).all(
    ...values,
    size,
    (query.page - 1) * size,
  );
  const link = (page) => {
    const target = new URL(url, BASE_URL);
    target.searchParams.set('page', String(page));
    return target.href;
  };
  return {
    next: query.page < pages ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(query.page - 1) : null,
    results_count: count,
    results_per_page: size,
    num_pages: pages,
    page_number: query.page,
    results: toEntries(rows),
  };
}

function strainFiles(request) {
  const { detector, 'sample-rate': rate, start, stop } = request.query;
  const conditions = [];
  const values = [];
  const where = (condition, value) => {
    conditions.push(condition);
    values.push(value);
  };
  if (detector !== undefined) where('detector = ?', detector);
  if (rate !== undefined) where('sample_rate_khz = ?', rate);
  if (start !== undefined) where('gps_start > ?', start - STRAIN_FILE_SECONDS);
  if (stop !== undefined) where('gps_start <= ?', stop);
  const listing = {
    columns: 'gps_start, utc_start, detector, sample_rate_khz, archive_path',
    source: `FROM strain_file${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`,
    order: 'gps_start, detector, sample_rate_khz',
    values,
  };
  return pageOf(listing, request, (rows) =>
    rows.map(({ gps_start, utc_start, detector, sample_rate_khz, archive_path }) => ({
      gps_start,
      utc_start,
      detector,
      sample_rate_kHz: sample_rate_khz,
      hdf5_url: `${BASE_URL}${archive_path}.hdf5?format=api`,
      gwf_url: `${BASE_URL}${archive_path}.gwf?format=api`,
      detail_url: `${BASE_URL}/api/v2/strain-files/${detector}-${gps_start}-${sample_rate_khz}kHz?format=api`,
    })),
  );
}

/** Parameter objects of event versions, by id. */
function parametersOf(ids) {
  const rows = prepare(
    `SELECT event_version_id, parameter_id, best, upper_error, lower_error, is_upper_limit, is_lower_limit
     FROM parameter_value WHERE event_version_id IN (SELECT value FROM json_each(?))
     ORDER BY event_version_id, parameter_id`,
  ).all(JSON.stringify(ids));
  const byVersion = new Map(ids.map((id) => [id, []]));
  for (const row of rows) {
    const { name, unit, description } = parameterById.get(row.parameter_id);
    byVersion.get(row.event_version_id).push({
      name,
      unit,
      description,
      best: row.best,
      upper_error: row.upper_error,
      lower_error: row.lower_error,
      is_upper_limit: row.is_upper_limit === 1,
      is_lower_limit: row.is_lower_limit === 1,
    });
  }
  return byVersion;
}

function eventVersions(request) {
  const { query } = request;
  const joins = [];
  const joined = [];
  const conditions = [];
  const values = [];
  for (const { id, name } of parameters) {
    const option = name.replaceAll('_', '-');
    const [min, max] = [query[`min-${option}`], query[`max-${option}`]];
    if (min === undefined && max === undefined) continue;
    joins.push(`JOIN parameter_value p${id} ON p${id}.event_version_id = v.id AND p${id}.parameter_id = ${id}`);
    if (min !== undefined) {
      joins.push(`AND p${id}.best >= ?`);
      joined.push(min);
    }
    if (max !== undefined) {
      joins.push(`AND p${id}.best <= ?`);
      joined.push(max);
    }
  }
  if (query.release !== undefined) {
    const names = query.release.split(',');
    conditions.push(`v.catalog IN (${names.map(() => '?').join(', ')})`);
    values.push(...names);
  }
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const source = `FROM event_version v ${joins.join(' ')}${where}`;
  const last = 'SELECT v.*, MAX(v.version) OVER (PARTITION BY v.name) AS last';
  const listing = {
    columns: 'v.id, v.name, v.version, v.gps, v.catalog, v.doi, v.detectors',
    source: query.lastver ? `FROM (${last} ${source}) v WHERE v.version = v.last` : source,
    order: 'v.gps DESC, v.name, v.version',
    values: [...joined, ...values],
  };
  return pageOf(listing, request, (rows) => {
    const withParameters = query['include-default-parameters'] ? parametersOf(rows.map(({ id }) => id)) : null;
    return rows.map(({ id, name, version, gps, catalog, doi, detectors }) => ({
      name,
      shortName: `${name}-v${version}`,
      gps,
      version,
      catalog,
      doi: doi ?? undefined,
      detectors: JSON.parse(detectors),
      detail_url: `${BASE_URL}/api/v2/event-versions/${name}-v${version}?format=api`,
      default_parameters: withParameters?.get(id),
    }));
  });
}

const app = Fastify();
await app.register(compress, { encodings: ['gzip'] });

const listings = [
  ['/api/v2/strain-files', strainQuery, strainFile, strainFiles],
  ['/api/v2/event-versions', eventQuery, eventVersion, eventVersions],
];
for (const [url, querystring, entry, answer] of listings) {
  app.get(url, { schema: { querystring, response: { 200: envelope(entry) } } }, (request, reply) => {
    const body = answer(request);
    if (body === null) {
      reply.code(404).send({ detail: 'Invalid page.' });
      return;
    }
    reply.send(body);
  });
}

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stderr.write(`(listening on ${address})\n`);
