/** Services that fail, lie or change while they are read: a harvest is complete, or merges nothing. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/intake/harvest/client.ts';
import { HarvestError } from '../../../src/intake/harvest/errors.ts';
import { DEFAULT_KINDS } from '../../../src/intake/harvest/harvest-kinds.ts';
import { Service } from '../../../src/intake/harvest/service.ts';
import type { ImportKind } from '../../../src/intake/kinds/kinds.ts';
import { Random } from '../../oracle/random.ts';
import { buildPacks } from '../../support/built-site.ts';
import { fullCatalogue } from '../../support/data-folders.ts';
import { contentOf } from '../../support/folders.ts';
import { pageOf, sendJson, startService, type TestService } from '../../support/serve-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto, type Mischief, serveSite } from './harvest-into.ts';

const folder = temporaryFolder();
const data = join(fullCatalogue(), 'data');
const site = join(folder, 'site');
const services: TestService[] = [];
let made = 0;
/** Data files from a harvest of a well-behaved service. */
let whole: ReadonlyMap<string, string>;

beforeAll(async () => {
  await buildPacks(data, site);
  const { origin } = await serve();
  const into = newFolder();
  await harvestInto({ base: origin, data: into });
  whole = contentOf(into);
});
afterAll(() => Promise.all(services.map((service) => service.close())));

const newFolder = (): string => join(folder, `data-${++made}`);

async function serve(mischief?: Mischief): Promise<TestService> {
  const service = await serveSite(site, mischief);
  services.push(service);
  return service;
}

/** Harvests the service into a new folder, and checks that the result is the same as from a well-behaved service. */
async function expectWhole(service: TestService, more: Partial<Parameters<typeof harvestInto>[0]> = {}): Promise<void> {
  const into = newFolder();
  await harvestInto({ base: service.origin, data: into, ...more });
  expect(contentOf(into)).toEqual(whole);
}

/** Harvests the service into a copy of the data, and checks that this fails with the message and leaves the data unchanged. */
async function expectRefusal(service: TestService, message: RegExp): Promise<void> {
  const into = newFolder();
  cpSync(data, into, { recursive: true });
  const before = contentOf(into);
  const failure = await harvestInto({ base: service.origin, data: into, retries: 2 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HarvestError);
  expect((failure as Error).message).toMatch(message);
  expect(contentOf(into)).toEqual(before);
}

/** Requests the original response from the site, to modify it. */
async function askSite({ origin }: { origin: string }, path: string) {
  const answer = await fetch(`${origin}/${path}`, { headers: { 'x-plain': '1' } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Modifies pages and records of a site; null means unmodified. */
function changing(change: (path: string, body: Record<string, unknown>, number: number) => unknown): Mischief {
  return ({ path, headers, number }, response, origin) => {
    if (headers['x-plain']) return false;
    void askSite({ origin }, path).then(({ status, body }) => {
      sendJson(response, (status === 200 ? change(path, body, number) : null) ?? body, status);
    });
    return true;
  };
}

it('the first of several errors is reported', async () => {
  let afterError = (): void => {};
  const failed = new Promise<void>((resolve) => {
    afterError = resolve;
  });
  const fail = async (error: string): Promise<never> => {
    if (error === 'later') await failed;
    else setImmediate(afterError);
    throw new Error(error);
  };
  const service = new Service({} as Client);
  await expect(service.each('', ['later', 'first'], fail)).rejects.toThrow('first');
});

it('pauses grow even if a service asks for none', async () => {
  const service = await serve((_, response) => {
    response.writeHead(503, { 'retry-after': '0' }).end();
    return true;
  });
  const waits: number[] = [];
  const onPause = (_: string, wait: number) => waits.push(wait);
  const options = { base: service.origin, data: newFolder(), kinds: ['runs'] as const, retries: 3, onPause };
  await expect(harvestInto(options)).rejects.toThrow(/the response status is 503/);
  expect(waits).toEqual([1, 2, 4]);
});

describe('a service that fails for a while is read completely', () => {
  it.each([429, 503, 500, 408])('with %i for every third request', async (status) => {
    const service = await serve(({ number }, response) => {
      if (number % 3 !== 0) return false;
      response.writeHead(status, status === 503 ? { 'retry-after': '0' } : {}).end('<p>Later.</p>');
      return true;
    });
    await expectWhole(service);
  });

  it('with connections that are closed before, during and at the end of a response', async () => {
    const service = await serve(({ number }, response) => {
      if (number % 4 !== 0) return false;
      if (number % 8 === 0) response.destroy();
      else {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"next": null, ');
        setTimeout(() => response.destroy(), 2);
      }
      return true;
    });
    await expectWhole(service);
  });

  it('with truncated JSON in a complete response', async () => {
    const service = await serve(({ number }, response) => {
      if (number % 4 !== 0) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"next": null, "results": [{"name": "O');
      return true;
    });
    await expectWhole(service);
  });

  it('with a pause, and not requested again before its end', async () => {
    let refusedAt = 0;
    let nextAt = 0;
    const service = await serve(({ number }, response) => {
      if (number === 4) {
        refusedAt = performance.now();
        response.writeHead(429, { 'retry-after': '1' }).end();
        return true;
      }
      if (refusedAt > 0 && nextAt === 0) nextAt = performance.now();
      return false;
    });
    await expectWhole(service);
    // The other requests in progress were sent before the refusal. Timers may be slightly early.
    expect(nextAt - refusedAt).toBeGreaterThan(900);
  });
});

it('a harvest never sends requests faster than the rate', async () => {
  const times: number[] = [];
  const service = await serve(() => {
    times.push(performance.now());
    return false;
  });
  // The first request may arrive late, but is not sent before.
  const start = performance.now();
  await harvestInto({ base: service.origin, data: newFolder(), rate: 50, kinds: ['runs', 'catalogs'] });
  const seconds = ((times.at(-1) as number) - start) / 1000;
  expect(times.length).toBeGreaterThan(4);
  // Timers may be slightly early.
  expect(seconds).toBeGreaterThan((times.length - 1) / 50 - 0.05);
});

it('a harvest identifies itself', async () => {
  const service = await serve();
  await harvestInto({ base: service.origin, data: newFolder(), kinds: ['runs'] });
  expect(service.asked.map(({ headers }) => headers['user-agent'])).toEqual(
    service.asked.map(() => expect.stringMatching(/^stillwave-harvest\/\d+\.\d+\.\d+ /)),
  );
});

describe('pages', () => {
  it('can have their entries in any order, even a different one each time', async () => {
    const random = new Random(1);
    const service = await serve(
      changing((_path, body) => {
        return Array.isArray(body.results) ? { ...body, results: random.shuffled(body.results) } : body;
      }),
    );
    const into = newFolder();
    cpSync(data, into, { recursive: true });
    const before = contentOf(into);
    await harvestInto({ base: service.origin, data: into });
    expect(contentOf(into)).toEqual(before);
  });

  it('can be smaller than requested, and linked with another scheme', async () => {
    const behind = await serve();
    const service = await startService(({ path }, _request, response, origin) => {
      const url = new URL(`${origin}/${path}`);
      if (!path.startsWith('api/')) return sendJson(response, {}, 404);
      url.searchParams.set('pagesize', '2');
      void askSite(behind, `${url.pathname.slice(1)}${url.search}`).then(({ status, body }) => {
        if (typeof body.next === 'string') {
          body.next = body.next.replace(behind.origin, origin).replace('http:', 'https:');
        }
        sendJson(response, body, status);
      });
    });

    services.push(service);
    const into = newFolder();
    cpSync(data, into, { recursive: true });
    const before = contentOf(into);
    await harvestInto({ base: service.origin, data: into });
    expect(contentOf(into)).toEqual(before);
    expect(service.asked.filter(({ path }) => path.startsWith('api/v2/event-versions?')).length).toBeGreaterThan(2);
  });

  it('of a size that the host does not offer are requested again in a size that it offers', async () => {
    const service = await serve(({ path }, response) => {
      if (!path.includes('pagesize=1000')) return false;
      sendJson(
        response,
        { detail: 'This host has some sizes only.', parameter: 'pagesize', allowed: ['20', '100', '500'] },
        400,
      );
      return true;
    });
    await expectWhole(service);
    expect(service.asked.filter(({ path }) => path.includes('pagesize=1000'))).toHaveLength(1);
    expect(service.asked.some(({ path }) => path.includes('pagesize=500'))).toBe(true);
  });

  it('of a size that the host offers only for some listings are requested again in the next smaller size', async () => {
    const service = await serve(({ path }, response) => {
      // These listings are requested several at a time.
      if (!/\/parameters\?.*pagesize=1000/.test(path)) return false;
      sendJson(response, { detail: 'This listing has smaller sizes only.', parameter: 'pagesize' }, 400);
      return true;
    });
    await expectWhole(service);
    const sizes = service.asked.flatMap(({ path }) => /pagesize=\d+/.exec(path) ?? []);
    expect([...new Set(sizes)]).toEqual(['pagesize=1000', 'pagesize=500']);
  });

  it.each(['https://elsewhere.example/api/v2/events?page=2', 'http://[', 'file:///etc/passwd', '/admin?page=2'])(
    'that lead to %s are not followed',
    async (next) => {
      await expectRefusal(
        await serve(changing((path, body) => (path.includes('/events?') ? { ...body, next } : null))),
        /#\/next: /,
      );
    },
  );

  it('that form a cycle are given up', async () => {
    const circle = changing((path, body) => (path.includes('/runs?') ? { ...body, next: '?pagesize=1000' } : null));
    await expectRefusal(await serve(circle), /runs\?pagesize=1000#\/next: it points back/);
  });
});

describe('counts', () => {
  it('that are wrong are reported with their location', async () => {
    const short = changing((path, body) =>
      path.includes('/event-versions?') ? { ...body, results_count: 368 } : null,
    );
    await expectRefusal(
      await serve(short),
      /event-versions\?\S+#\/results_count: the count is 368, but 5 different entries were received/,
    );
  });

  it('that are wrong while the service changes are right when the same command is run again', async () => {
    let lies = 1;
    const service = await serve(
      changing((path, body) => (path.includes('/events?') && lies-- > 0 ? { ...body, results_count: 7 } : null)),
    );
    const [into, answers] = [newFolder(), join(folder, 'changed-answers')];
    const run = () => harvestInto({ base: service.origin, data: into, answers });
    await expect(run()).rejects.toThrow(/#\/results_count: .* run the same command again/);
    expect(existsSync(into)).toBe(false);
    const { traffic } = await run();
    expect(traffic.fromCache).toBe(0);
    expect(contentOf(into)).toEqual(whole);
  });
});

describe('entries', () => {
  const KINDS = ['runs', 'catalogs', 'event-versions'] as const;

  const value = (name: string, best: number, unit = '') => ({ name, unit, description: `The ${name}.`, best });

  /** Harvests event versions into a new folder, each entry changed by its name. Returns the problems and the parameters in the data. */
  async function harvestVersions(changes: Readonly<Record<string, object>>, into = newFolder()) {
    const service = await serve(
      changing((path, body) => {
        if (!path.includes('/event-versions?')) return null;
        const entries = body.results as { name: string }[];
        return { ...body, results: entries.map((entry) => ({ ...entry, ...changes[entry.name] })) };
      }),
    );
    const { merged } = await harvestInto({ base: service.origin, data: into, kinds: KINDS });
    const read = (path: string): string => readFileSync(join(into, path), 'utf8');
    return { problems: merged.problems.map(({ message }) => message), read };
  }

  it('that are skipped do not take along the parameters that they are the first to have', async () => {
    const { problems, read } = await harvestVersions({
      GW151226: { name: 'x1', default_parameters: [value('chi_eff', 0.1)] },
      GW150914: { default_parameters: [value('chi_eff', 0.2)] },
    });
    expect(problems).toEqual([expect.stringMatching(/^entry skipped \(x1-v1\): event x1 differs from X1/)]);
    expect(read('default-parameters.yaml')).toContain('name: chi_eff\n');
    expect(read('event-versions/GWTC-1.yaml')).toContain('chi_eff: {best: 0.2}');
  });

  it('with a parameter that is skipped do not take along their other parameters', async () => {
    const { problems, read } = await harvestVersions({
      GW151226: { default_parameters: [value('chi_eff', 0.1), value('Redshift', 0.1)] },
      GW150914: { default_parameters: [value('chi_eff', 0.2), value('redshift', 0.2)] },
    });
    expect(problems).toEqual([
      expect.stringContaining('entry skipped (GW151226-v1): the text "Redshift" is not a parameter name'),
      expect.stringContaining('entry skipped (Redshift): '),
    ]);
    expect(read('event-versions/GWTC-1.yaml')).toContain('chi_eff: {best: 0.2}');
  });

  it('can have another spelling of a unit than the data', async () => {
    const changes = {
      GW150914: { default_parameters: [value('mass_1_source', 35.6, 'Msun'), value('far', 1e-7, '1/year')] },
    };
    const fresh = await harvestVersions(changes);
    expect(fresh.read('default-parameters.yaml').match(/unit: .*/g)).toEqual([
      'unit: M_sun',
      'unit: ""',
      'unit: yr^-1',
    ]);
    const into = newFolder();
    cpSync(data, into, { recursive: true });
    const path = join(into, 'default-parameters.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('M_sun', 'solMass'));
    const { problems, read } = await harvestVersions(changes, into);
    expect(problems.filter((message) => message.includes('unit'))).toEqual([]);
    expect(read('default-parameters.yaml')).toContain('unit: solMass');
  });

  it('can have a mask with a bit that is not an object', async () => {
    const service = await serve(
      changing((path, body) =>
        path.includes('/datasets?')
          ? { ...body, results: (body.results as object[]).map((entry) => ({ ...entry, bitmask: [null] })) }
          : null,
      ),
    );
    const { merged } = await harvestInto({ base: service.origin, data: newFolder() });
    expect(merged).toMatchObject({ problems: [], files: expect.anything() });
  });
});

describe('a server without API v2', () => {
  it.each([
    ['a web page', 200, 'text/html', '<html></html>', /the response is a web page. Give the part of the URL before/],
    ['nothing but 404', 404, 'text/html', '<html></html>', /has no listing of runs/],
    ['another JSON', 200, 'application/json', '{"hello": 1}', /not a page of a listing .* Is this an API v2/],
    ['403', 403, 'application/json', '{"detail": "Go away."}', /the response status is 403 \(Go away\.\)/],
    ['410', 410, 'text/plain', 'gone', /the response status is 410/],
  ])('is named: %s', async (_name, status, type, body, message) => {
    const service = await startService((_asked, _request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    services.push(service);
    await expectRefusal(service, message);
    expect(service.asked.length).toBeLessThan(4);
  });

  it('is reported: a redirect to another host', async () => {
    const service = await startService((_asked, _request, response) => {
      response.writeHead(301, { location: 'https://elsewhere.example/api/v2/runs' }).end();
    });
    services.push(service);
    await expectRefusal(service, /redirects to https:\/\/elsewhere\.example/);
  });

  it('is reported: nobody at the port', async () => {
    const service = await startService(() => {});
    await service.close();
    await expectRefusal(service, /the connection failed \(ECONNREFUSED\)\. Check the URL/);
  });

  it('is reported: a port with another protocol', async () => {
    const failure = harvestInto({ base: 'http://localhost:9', data: newFolder() });
    await expect(failure).rejects.toThrow(/the connection failed \(bad port\)\. Check the URL/);
  });

  it('is left alone if it asks for a long pause', async () => {
    const service = await serve((_asked, response) => {
      response.writeHead(503, { 'retry-after': '86400' }).end();
      return true;
    });
    await expectRefusal(service, /asks to wait 1440 min/);
    expect(service.asked).toHaveLength(1);
  });
});

it('a service that dies midway, twice, is read completely without repeating answered requests', async () => {
  const into = newFolder();
  const answers = join(folder, 'answers');
  const asked: string[] = [];
  let dead = 12;
  let resets = 0;
  const service = await serve(({ path }, response) => {
    if (asked.length >= dead || resets-- > 0) {
      response.destroy();
      return true;
    }
    asked.push(path);
    return false;
  });
  const run = () => harvestInto({ base: service.origin, data: into, answers, retries: 1 });
  await expect(run()).rejects.toThrow(/connection failed .* Run the same command later/);
  dead = 25;
  await expect(run()).rejects.toThrow(/connection failed/);
  expect(existsSync(into)).toBe(false);
  dead = Number.POSITIVE_INFINITY;
  // The service is known to answer, so the first failure is no reason to give up.
  resets = 1;
  const { traffic } = await run();
  expect(contentOf(into)).toEqual(whole);
  expect(new Set(asked).size).toBe(asked.length);
  expect(traffic.fromCache).toBeGreaterThanOrEqual(25);
  const { traffic: second } = await run();
  expect(second).toMatchObject({ fromCache: 0, requests: expect.any(Number) });
  expect(second.unchanged).toBe(second.requests);
});

it('another command does not continue an interrupted harvest: it asks again, conditionally', async () => {
  const answers = join(folder, 'other-command');
  let requests = 0;
  const service = await serve((_asked, response) => {
    if (++requests !== 13) return false;
    response.destroy();
    return true;
  });
  const run = (command: string, data = newFolder()) =>
    harvestInto({ base: service.origin, data, answers, command, retries: 0 });
  await expect(run('first')).rejects.toThrow(/connection failed/);
  const { traffic } = await run('second');
  expect(traffic.fromCache).toBe(0);
  expect(traffic.unchanged).toBeGreaterThanOrEqual(12);
});

it('a harvest of few kinds keeps the validators of all others', async () => {
  const answers = join(folder, 'few-kinds');
  const service = await serve();
  const run = (kinds: readonly ImportKind[]) =>
    harvestInto({ base: service.origin, data: newFolder(), answers, kinds });
  await run(DEFAULT_KINDS);
  await run(['runs']);
  const { traffic } = await run(DEFAULT_KINDS);
  expect(traffic.requests).toBeGreaterThan(10);
  expect(traffic.unchanged).toBe(traffic.requests);
});

describe('answers of a harvest that was stopped more than a day ago', () => {
  /** Stops a harvest after 12 requests, makes its answers 25 hours old, and runs it again. */
  async function runAfterADay(name: string, mischief: Mischief) {
    const [into, answers] = [newFolder(), join(folder, name)];
    let requests = 0;
    let isDead = true;
    const service = await serve((asked, response, origin) => {
      if (isDead && !asked.headers['x-plain'] && ++requests > 12) {
        response.destroy();
        return true;
      }
      return mischief(asked, response, origin);
    });
    const run = () => harvestInto({ base: service.origin, data: into, answers, retries: 1 });
    await expect(run()).rejects.toThrow(/connection failed/);
    isDead = false;
    const old = new Date(Date.now() - 25 * 3600 * 1000);
    const files = readdirSync(join(answers, 'answered'));
    for (const file of files) utimesSync(join(answers, 'answered', file), old, old);
    const { traffic } = await run();
    expect(contentOf(into)).toEqual(whole);
    return { traffic, files };
  }

  it('are only used for conditional requests', async () => {
    const { traffic, files } = await runAfterADay('old-answers', () => false);
    expect(files.length).toBeGreaterThan(5);
    expect(traffic).toMatchObject({ fromCache: 0, unchanged: files.length });
  });

  it('are requested again if they have no validators', async () => {
    const { traffic, files } = await runAfterADay(
      'old-answers-without-validators',
      changing(() => null),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(traffic).toMatchObject({ fromCache: 0, unchanged: 0 });
  });
});

it('each kind can be read on its own', async () => {
  for (const kind of DEFAULT_KINDS) {
    const { origin } = await serve();
    const into = newFolder();
    cpSync(data, into, { recursive: true });
    const before = contentOf(into);
    const { merged } = await harvestInto({ base: origin, data: into, kinds: [kind] });
    expect([kind, merged]).toEqual([kind, expect.objectContaining({ problems: [], warnings: [], files: new Map() })]);
    expect(contentOf(into)).toEqual(before);
  }
});

it('a service that names no detector is merged into data that have detectors', async () => {
  const service = await serve(({ path }, response) => {
    sendJson(response, pageOf(path.includes('/catalogs?') ? [{ name: 'New-1', description: 'Few.', doi: null }] : []));
    return true;
  });
  const run = (into: string) => harvestInto({ base: service.origin, data: into, kinds: ['catalogs'] });
  const [into, empty] = [newFolder(), newFolder()];
  mkdirSync(into);
  writeFileSync(join(into, 'detectors.yaml'), 'detectors:\n  - { code: H1, name: H1 }\n');
  expect((await run(into)).merged).toMatchObject({ reason: null, problems: [], changes: [{ record: 'New-1' }] });
  expect((await run(empty)).merged).toMatchObject({
    reason: 'the data have problems',
    problems: [{ code: 'D101', file: join(empty, 'detectors.yaml') }],
  });
});
