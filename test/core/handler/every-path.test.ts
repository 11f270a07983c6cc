/** The response for every path of the contract, computed by hand from the catalogue in `every-kind.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeCatalogue } from '../../oracle/catalogue-writer.ts';
import { everyKind } from '../../oracle/every-kind.ts';
import { openBuiltSite } from '../../support/built-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-every-path-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeCatalogue(folder, everyKind);
const CONFIG = { baseUrl: 'https://h.test/gw', archiveUrl: 'https://archive.test' };
const built = await openBuiltSite(folder, CONFIG);
afterAll(() => built.remove());

const ask = (method: string, url: string) => built.answer({ method, url, headers: {} });

const API = 'https://h.test/gw/api/v2';

interface Page {
  next: string | null;
  previous: string | null;
  results_count: number;
  results: Record<string, unknown>[];
}

async function get(url: string): Promise<{ status: number; text: string }> {
  const { status, body } = await ask('GET', `/gw/api/v2${url}`);
  return { status, text: body };
}

async function page(url: string): Promise<Page> {
  const { status, text } = await get(url);
  expect(status, url).toBe(200);
  return JSON.parse(text) as Page;
}

/** The listed values of one member. */
async function listed(url: string, member: string): Promise<unknown[]> {
  return (await page(url)).results.map((entry) => entry[member]);
}

/** The text of a response, with `API` in place of the API's address. */
async function textOf(url: string): Promise<string> {
  return (await get(url)).text.split(API).join('API');
}

describe('the root', () => {
  it('names the collections', async () => {
    expect(await textOf('/')).toBe(
      '{"strain-files":"API/strain-files?format=api","event-versions":"API/event-versions?format=api",' +
        '"default-parameters":"API/default-parameters?format=api","runs":"API/runs?format=api",' +
        '"datasets":"API/datasets?format=api","catalogs":"API/catalogs?format=api","events":"API/events?format=api",' +
        '"timelines":"API/timelines?format=api"}',
    );
  });
});

describe('runs', () => {
  it('are ordered by their start', async () => {
    expect(await listed('/runs', 'name')).toEqual(['O1', 'O1-Disc', 'O2', 'O3']);
    expect(await textOf('/runs?pagesize=1')).toBe(
      '{"next":"API/runs?format=api&page=2&pagesize=1","previous":null,"results_count":4,"results_per_page":1,' +
        '"num_pages":4,"page_number":1,"results":[{"name":"O1","gps_start":1126051217,"gps_end":1137254417,' +
        '"detectors":["L1","H1"],"detail_url":"API/runs/O1?format=api"}]}',
    );
  });

  it('have a record with links to its nested listings', async () => {
    expect(await textOf('/runs/O1-Disc')).toBe(
      '{"name":"O1-Disc","gps_start":1126250000,"gps_end":1126270000,"detectors":[],' +
        '"detail_url":"API/runs/O1-Disc?format=api","datasets_url":"API/runs/O1-Disc/datasets?format=api",' +
        '"events_url":"API/runs/O1-Disc/events?format=api",' +
        '"strain_files_url":"API/runs/O1-Disc/strain-files?format=api",' +
        '"timelines_url":"API/runs/O1-Disc/timelines?format=api"}',
    );
  });

  it('list the strain files of their datasets', async () => {
    expect(await listed('/runs/O1/strain-files', 'detail_url')).toEqual(
      [
        'H1-1126256640-4kHz',
        'H1-1126256640-16kHz',
        'L1-1126256640-4kHz',
        'H1-1126260736-4kHz',
        'H1-1126260736-16kHz',
      ].map((id) => `${API}/strain-files/${id}?format=api`),
    );
    expect(await listed('/runs/O1/strain-files?stop=1126256640&detector=H1&sample-rate=16', 'gps_start')).toEqual([
      1126256640,
    ]);
    expect(await get('/runs/O1-Disc/strain-files')).toEqual({
      status: 404,
      text: '{"detail":"No O1-Disc files are recorded. Others with a list: O1, O2."}',
    });
    const { next, previous } = await page('/runs/O1/strain-files/?run=O2&pagesize=2&page=2&start=%31&detector=H1');
    expect([next, previous]).toEqual([
      null,
      `${API}/runs/O1/strain-files?detector=H1&format=api&page=1&pagesize=2&start=1`,
    ]);
  });

  it('list their events; a recorded run takes precedence', async () => {
    expect(await listed('/runs/O1/events', 'name')).toEqual(['GW151226']);
    expect(await listed('/runs/O1-Disc/events', 'name')).toEqual(['GW150914']);
    expect(await listed('/runs/O2/events', 'name')).toEqual(['170104']);
    expect(await listed('/runs/O3/events', 'name')).toEqual([]);
  });

  it('list their datasets and timelines', async () => {
    expect(await listed('/runs/O1/datasets', 'name')).toEqual(['O1_4KHZ_R1', 'O1_16KHZ_R1']);
    expect(await listed('/runs/O1/timelines', 'name')).toEqual(['H1_CBC_CAT1', 'H1_DATA']);
    expect(await listed('/runs/O2/timelines', 'name')).toEqual(['H1_CBC_CAT1', 'V1_DATA']);
    expect(await listed('/runs/O3/timelines', 'name')).toEqual([]);
  });
});

describe('datasets', () => {
  it('are ordered by their start, then sample rate', async () => {
    expect(await listed('/datasets', 'name')).toEqual(['O1_4KHZ_R1', 'O1_16KHZ_R1', 'O2_4KHZ_R1', 'O3_4KHZ_R1']);
  });

  it('list their bits by number; injection bits are numbered separately', async () => {
    expect(await textOf('/datasets/O1_4KHZ_R1')).toBe(
      '{"name":"O1_4KHZ_R1","run":"O1","description":"The first run.","sample_rate_kHz":4,"gps_start":1126051217,' +
        '"gps_end":1137254417,"detectors":["H1","L1"],"bitmask":[' +
        '{"name":"DATA","description":"data present","bit":0,"mask_type":"DQ"},' +
        '{"name":"NO_INJ","description":"no injection","bit":0,"mask_type":"INJ"},' +
        '{"name":"CBC_CAT1","description":null,"bit":1,"mask_type":"DQ"}],' +
        '"strain_files_url":"API/datasets/O1_4KHZ_R1/strain-files?format=api",' +
        '"detail_url":"API/datasets/O1_4KHZ_R1?format=api"}',
    );
  });

  it('keep recorded bounds and detectors', async () => {
    const [, second, , last] = (await page('/datasets')).results;
    expect([second?.gps_start, second?.gps_end, second?.description]).toEqual([1126051218, 1137254416, null]);
    expect([last?.detectors, last?.bitmask]).toEqual([['V1', 'H1'], []]);
  });

  it('list their strain files', async () => {
    expect(await listed('/datasets/O1_16KHZ_R1/strain-files?sample-rate=16', 'gps_start')).toEqual([
      1126256640, 1126260736,
    ]);
    expect((await page('/datasets/O1_16KHZ_R1/strain-files?sample-rate=4')).results_count).toBe(0);
    expect((await get('/datasets/O3_4KHZ_R1/strain-files')).status).toBe(404);
  });
});

describe('catalogs', () => {
  it('have the order of the data', async () => {
    expect(await listed('/catalogs', 'name')).toEqual(['GWTC', 'GWTC-2', 'GWTC-1-confident', 'A', 'Empty', 'Later']);
    expect(await textOf('/catalogs/GWTC')).toBe(
      '{"name":"GWTC","description":"The sum.","doi":null,"events_url":"API/catalogs/GWTC/events?format=api",' +
        '"detail_url":"API/catalogs/GWTC?format=api"}',
    );
    expect(JSON.parse(await textOf('/catalogs/GWTC-1-confident')).doi).toBe('https://doi.org/10.7935/82H3-HH23');
  });

  it.each([
    ['GWTC-1-confident/events', ['GW151226-v1', 'GW150914-v2']],
    ['GWTC/events', ['GW151226-v1', 'GW150914-v3']],
    ['GWTC/events?lastver', ['GW151226-v1', 'GW150914-v3']],
    ['GWTC/events?release=Empty&release=&max-gps-time=1126259462.5', ['GW150914-v3']],
    ['GWTC/events?release=%zz&min-total-mass-source=65', ['GW150914-v3']],
    ['Later/events', ['170104-v1', 'GW151226-v5', 'GW150914-v3', 'S1-v1']],
    ['Later/events?name-contains=gw15', ['GW151226-v5', 'GW150914-v3']],
    ['Empty/events', []],
  ])('%s', async (url, names) => {
    expect(await listed(`/catalogs/${url}`, 'shortName')).toEqual(names);
  });

  it('do not copy the bound filter into links', async () => {
    const { next } = await page('/catalogs/Later/events?pagesize=3&release=A&include-default-parameters=1');
    expect(next).toBe(`${API}/catalogs/Later/events?format=api&include-default-parameters=true&page=2&pagesize=3`);
  });

  it('are values of release, including cumulative ones', async () => {
    expect(await listed('/event-versions?release=GWTC', 'shortName')).toEqual(['GW151226-v1', 'GW150914-v3']);
    const both = await page('/event-versions?release=GWTC-1-confident,GWTC,Empty&pagesize=2');
    expect(both.results_count).toBe(3);
    expect(both.next).toBe(
      `${API}/event-versions?format=api&page=2&pagesize=2&release=Empty%2CGWTC%2CGWTC-1-confident`,
    );
    expect(JSON.parse(await textOf('/event-versions?release=gwtc')).allowed).toEqual(await listed('/catalogs', 'name'));
  });
});

describe('events', () => {
  it('are ordered by the last version, latest first', async () => {
    expect(await listed('/events', 'name')).toEqual(['170104', 'GW151226', 'GW150914', 'S1']);
    expect(await textOf('/events?pagesize=1')).toContain(
      '"results":[{"name":"170104","strain_files_url":"API/events/170104/strain-files?format=api",' +
        '"detail_url":"API/events/170104?format=api","aliases":["170104","GW170104"],"versions":[' +
        '{"version":1,"catalog":"A","detail_url":"API/event-versions/170104-v1?format=api"}]}]}',
    );
  });

  it('have a record, also under their aliases', async () => {
    const body =
      '{"name":"GW150914","grace_id":"G184098","run":"O1-Disc",' +
      '"gcn_notice":"https://gcn.gsfc.nasa.gov/notices_l/G184098.lvc",' +
      '"gcn_circular":"https://gcn.nasa.gov/circulars?query=G184098","aliases":["GW150914","150914-v1","GW15"],' +
      '"versions":[{"version":1,"catalog":"A","detail_url":"API/event-versions/GW150914-v1?format=api"},' +
      '{"version":2,"catalog":"GWTC-1-confident","detail_url":"API/event-versions/GW150914-v2?format=api"},' +
      '{"version":3,"catalog":"GWTC-2","detail_url":"API/event-versions/GW150914-v3?format=api"}]}';
    for (const id of ['GW150914', 'GW15', '150914-v1', '%47W15/']) expect(await textOf(`/events/${id}`)).toBe(body);
  });

  it('have null for unknown values', async () => {
    expect(await textOf('/events/S1')).toBe(
      '{"name":"S1","grace_id":null,"run":null,"gcn_notice":null,"gcn_circular":null,"aliases":["S1"],"versions":[' +
        '{"version":1,"catalog":"A","detail_url":"API/event-versions/S1-v1?format=api"}]}',
    );
  });

  it('list the bulk strain files that contain their second', async () => {
    expect(await listed('/events/GW150914/strain-files', 'detail_url')).toEqual(
      ['H1-1126256640-4kHz', 'H1-1126256640-16kHz', 'L1-1126256640-4kHz'].map(
        (id) => `${API}/strain-files/${id}?format=api`,
      ),
    );
    expect((await page('/events/GW150914/strain-files?start=1126260736')).results_count).toBe(0);
    expect((await page('/events/GW150914/strain-files?start=1126260735')).results_count).toBe(3);
    expect(await listed('/events/170104/strain-files', 'gps_start')).toEqual([1167556608]);
    expect((await page('/events/S1/strain-files')).results_count).toBe(0);
    expect((await page('/events/GW15/strain-files?pagesize=2')).next).toBe(
      `${API}/events/GW150914/strain-files?format=api&page=2&pagesize=2`,
    );
  });
});

describe('event versions', () => {
  it('have a record', async () => {
    expect(await textOf('/event-versions/GW150914-v3')).toBe(
      '{"name":"GW150914","shortName":"GW150914-v3","gps":1126259462.5,"version":3,"catalog":"GWTC-2",' +
        '"detectors":["L1","H1"],"detail_url":"API/event-versions/GW150914-v3?format=api","run":"O1-Disc",' +
        '"grace_id":"G184098","aliases":["GW150914","150914-v1","GW15"],' +
        '"gcn_notice":"https://gcn.gsfc.nasa.gov/notices_l/G184098.lvc",' +
        '"gcn_circular":"https://gcn.nasa.gov/circulars?query=G184098","is_last_version":true,"versions":[' +
        '{"version":1,"catalog":"A","detail_url":"API/event-versions/GW150914-v1?format=api"},' +
        '{"version":2,"catalog":"GWTC-1-confident","detail_url":"API/event-versions/GW150914-v2?format=api"},' +
        '{"version":3,"catalog":"GWTC-2","detail_url":"API/event-versions/GW150914-v3?format=api"}],' +
        '"parameters_url":"API/event-versions/GW150914-v3/parameters?format=api",' +
        '"timelines_url":"API/event-versions/GW150914-v3/timelines?format=api",' +
        '"strain_files_url":"API/event-versions/GW150914-v3/strain-files?format=api","default_parameters":[' +
        '{"name":"total_mass_source","unit":"","description":"The total_mass_source.","best":65.0,"upper_error":null,' +
        '"lower_error":null,"is_upper_limit":false,"is_lower_limit":false}]}',
    );
  });

  it('keep the decimal of gps, and have no run outside the runs', async () => {
    expect(await textOf('/event-versions/S1')).toContain('"gps":1000000000.0,"version":1,');
    expect(await textOf('/event-versions/S1')).toContain(
      '"run":null,"grace_id":null,"aliases":["S1"],"gcn_notice":null,"gcn_circular":null,',
    );
    expect(await textOf('/event-versions/GW151226-v1')).toContain('"run":"O1","grace_id":"G211117",');
  });

  it.each([
    ['GW150914', 'GW150914-v3'],
    ['GW15', 'GW150914-v3'],
    ['150914-v1', 'GW150914-v3'],
    ['GW170104', '170104-v1'],
    ['GW150914@A', 'GW150914-v1'],
    ['GW150914%40A', 'GW150914-v1'],
    ['GW150914@GWTC', 'GW150914-v3'],
    ['GW150914@GWTC-1-confident', 'GW150914-v2'],
    ['GW151226@GWTC', 'GW151226-v1'],
    ['GW151226@Later', 'GW151226-v5'],
    ['BOXING-v7', 'GW151226-v1'],
    ['GW15122%36', 'GW151226-v5'],
  ])('%s is %s', async (id, shortName) => {
    expect(await get(`/event-versions/${id}`)).toEqual(await get(`/event-versions/${shortName}`));
    for (const below of ['strain-files', 'parameters', 'default-parameters', 'timelines']) {
      const nested = await get(`/event-versions/${id}/${below}?pagesize=1`);
      expect(nested.status).toBe(200);
      expect(nested).toEqual(await get(`/event-versions/${shortName}/${below}?pagesize=1`));
    }
  });

  it.each([
    ...['GW150914-v4', 'GW150914-v03', 'GW15@GWTC', 'GW150914-v2@GWTC-1-confident'],
    ...['GW151226@GWTC-2', 'GW150914@UNKNOWN', 'GW150914@', '@GWTC', '@', 'GW150914%2540GWTC'],
    ...['GW150914@GWTC@GWTC', 'GW150914%20', 'GW150914+', '%00'],
  ])('%s does not exist', async (id) => {
    for (const below of ['', '/strain-files', '/parameters']) {
      expect(await get(`/event-versions/${id}${below}`)).toEqual({ status: 404, text: '{"detail":"Not found."}' });
    }
  });

  it.each([
    ['gw150914', 'GW150914'],
    ['GW150914-V3', 'GW150914-v3'],
    ['GW150914@gwtc', 'GW150914@GWTC'],
  ])('%s is not found, and %s is suggested', async (id, known) => {
    for (const below of ['', '/strain-files', '/parameters']) {
      const text = `{"detail":"Not found. Did you mean \\"${known}\\"?"}`;
      expect(await get(`/event-versions/${id}${below}`)).toEqual({ status: 404, text });
    }
  });

  it('list their own strain files', async () => {
    const first = await textOf('/event-versions/GW150914-v2/strain-files?pagesize=1');
    expect(first).toBe(
      '{"next":"API/event-versions/GW150914-v2/strain-files?format=api&page=2&pagesize=1","previous":null,' +
        '"results_count":18,"results_per_page":1,"num_pages":18,"page_number":1,"results":[{"gps_start":1126259447,' +
        '"detector":"H1","sample_rate_kHz":16,"duration":32,"file_format":"GWF","download_url":"https://h.test/gw' +
        '/eventapi/json/GWTC-1-confident/GW150914/v2/H-H1_GWOSC_16KHZ_R1-1126259447-32.gwf"}]}',
    );
    const files = (await listed('/event-versions/GW150914-v2/strain-files', 'download_url')).map((url) =>
      String(url).replace(/^.*_GWOSC_/, ''),
    );
    expect(files.slice(0, 7)).toEqual([
      '16KHZ_R1-1126259447-32.gwf',
      '16KHZ_R1-1126259447-32.hdf5',
      '16KHZ_R1-1126259447-32.txt.gz',
      '4KHZ_R1-1126259447-32.gwf',
      '4KHZ_R1-1126259447-32.hdf5',
      '4KHZ_R1-1126259447-32.txt.gz',
      '16KHZ_R1-1126257415-4096.gwf',
    ]);
    expect(await listed('/event-versions/GW150914-v3/strain-files', 'detector')).toEqual(Array(6).fill('V1'));
    expect((await page('/event-versions/S1-v1/strain-files')).results_count).toBe(0);
  });

  it('use the file names in the data for their strain files', async () => {
    const path = '/event-versions/GW150914-v1/strain-files';
    expect(await listed(path, 'duration')).toEqual(Array(6).fill(2048));
    expect((await page(`${path}?duration=4096`)).results_count).toBe(0);
    expect(await listed(`${path}?file-format=gwf`, 'download_url')).toEqual([
      'https://h.test/gw/eventapi/json/A/GW150914/v1/H-H1_LOSC_CLN_16_V1-1126257500-2048.gwf',
      'https://h.test/gw/eventapi/json/A/GW150914/v1/H-H1_LOSC_CLN_4_V1-1126257500-2048.gwf',
    ]);
  });

  it.each([
    ['detector=L1', 6, null],
    ['detector=K1', 0, null],
    ['duration=4096', 6, null],
    ['file-format=HDF5&duration=32', 4, 'duration=32&file-format=hdf&format=api&page=2&pagesize=1'],
    ['file-format=Hdf', 6, 'file-format=hdf&format=api&page=2&pagesize=1'],
    [
      'file-format=tXt&sample-rate=4&detector=H1',
      2,
      'detector=H1&file-format=txt&format=api&page=2&pagesize=1&sample-rate=4',
    ],
    ['start=1&min-foo=x&release=%zz', 18, 'format=api&page=2&pagesize=1'],
  ])('filter their strain files by %s', async (query, count, next) => {
    const answer = await page(`/event-versions/GW150914-v2/strain-files?pagesize=1&${query}`);
    expect(answer.results_count).toBe(count);
    if (next !== null) expect(answer.next).toBe(`${API}/event-versions/GW150914-v2/strain-files?${next}`);
  });

  it('list their parameter sets', async () => {
    const limits = '"is_upper_limit":false,"is_lower_limit":false}';
    const none = `"upper_error":null,"lower_error":null,${limits}`;
    expect(await textOf('/event-versions/GW150914-v3/parameters')).toContain(
      '"results":[{"name":"C01:Mixed","description":"Both waveforms.","date_added":"2021-11-01",' +
        '"data_url":"https://data.example/GW150914.h5","pipeline":"bilby","pipeline_type":"pe",' +
        '"waveform_family":"C01:Mixed","is_preferred":true,' +
        '"links":[{"url":"https://data.example/skymap.fits","label":"skymap","description":"Where it is."}],' +
        '"parameters":[' +
        `{"name":"total_mass_source","unit":"","description":"The total_mass_source.","best":65.0,${none},` +
        `{"name":"redshift","unit":"","description":"The redshift.","best":0.09,${none},` +
        `{"name":"chi_p","unit":"","description":"The chi_p.","best":0.3,${none}]},` +
        '{"name":"gstlal","description":null,"date_added":null,"data_url":null,"pipeline":null,' +
        '"pipeline_type":"search","waveform_family":null,"is_preferred":false,' +
        `"links":[],"parameters":[{"name":"far","unit":"yr^-1","description":"The far.","best":1e-08,${none}]},` +
        '{"name":"bare","description":null,"date_added":null,"data_url":null,"pipeline":null,"pipeline_type":null,' +
        '"waveform_family":null,"is_preferred":false,"links":[],' +
        '"parameters":[]}]}',
    );
  });

  it('without sets use their default parameters as one, and have none without parameters', async () => {
    const objects =
      '[{"name":"chi_eff","unit":"","description":"The chi_eff.","best":-0.01,"upper_error":0.12,' +
      '"lower_error":-0.13,"is_upper_limit":false,"is_lower_limit":false},{"name":"far","unit":"yr^-1",' +
      '"description":"The far.","best":1e-07,"upper_error":null,"lower_error":null,"is_upper_limit":true,' +
      '"is_lower_limit":false}]';
    expect(await textOf('/event-versions/GW150914-v2/parameters')).toContain(
      '"results":[{"name":"GWTC-1-confident",' +
        '"description":"Default parameters of the version, in place of sets, which are not known.",' +
        '"date_added":null,"data_url":null,"pipeline":null,"pipeline_type":null,"waveform_family":null,' +
        `"is_preferred":true,"links":[],"parameters":${objects}}]}`,
    );
    expect(await textOf('/event-versions/GW150914-v2/default-parameters')).toContain(`"results_count":2,`);
    expect(await textOf('/event-versions/GW150914-v2/default-parameters')).toContain(`"results":${objects}}`);
    expect((await page('/event-versions/GW150914-v1/parameters')).results).toEqual([]);
    expect((await page('/event-versions/GW150914-v1/default-parameters')).results).toEqual([]);
  });

  it('list the timelines of their detectors in their run', async () => {
    expect(await listed('/event-versions/GW150914-v3/timelines', 'name')).toEqual(['L1_CBC_CAT1']);
    expect(await listed('/event-versions/170104/timelines', 'name')).toEqual(['V1_DATA']);
    expect(await listed('/event-versions/S1-v1/timelines', 'name')).toEqual([]);
  });
});

describe('timelines', () => {
  it('are sorted by name, one per flag', async () => {
    expect(await listed('/timelines', 'name')).toEqual(['H1_CBC_CAT1', 'H1_DATA', 'L1_CBC_CAT1', 'V1_DATA']);
    expect(await textOf('/timelines/H1_CBC_CAT1')).toBe(
      '{"name":"H1_CBC_CAT1","detector":"H1","run_names":["O1","O2"],' +
        '"segments_url":"API/timelines/H1_CBC_CAT1/segments?format=api",' +
        '"detail_url":"API/timelines/H1_CBC_CAT1?format=api"}',
    );
  });

  it.each([
    ['/timelines/H1_DATA/segments', '1126256700-1126257000 1126258000-1126261000'],
    ['/timelines/H1_DATA/segments?start=1126256999&stop=1126258001', '1126256999-1126257000 1126258000-1126258001'],
    ['/timelines/H1_DATA/segments?start=1126257000&stop=1126258000', ''],
    ['/timelines/H1_DATA/segments?start=1126258500&stop=1126258500', ''],
    ['/timelines/H1_DATA/segments?start=1126260999', '1126260999-1126261000'],
    ['/timelines/H1_DATA/segments?start=1126261000', ''],
    ['/timelines/H1_DATA/segments?stop=1126256700', ''],
    ['/timelines/H1_DATA/segments?stop=1126256701.0', '1126256700-1126256701'],
    ['/timelines/H1_DATA/segments?start=1126258100&stop=1126258200', '1126258100-1126258200'],
    ['/timelines/H1_DATA/segments?start=-5&flag=x&detector=L1&min-x=1', '1126256700-1126257000 1126258000-1126261000'],
    ['/timelines/H1_CBC_CAT1/segments', '1126258100-1126258200 1170000000-1170000010'],
    ['/runs/O1/timelines/H1_CBC_CAT1/segments', '1126258100-1126258200'],
    ['/runs/O2/timelines/H1_CBC_CAT1/segments?stop=1170000001', '1170000000-1170000001'],
  ])('%s', async (url, expected) => {
    expect((await page(url)).results.map(({ start, stop }) => `${start}-${stop}`).join(' ')).toBe(expected);
  });

  it('only have start and stop, and links with the interval', async () => {
    expect(await textOf('/runs/O1/timelines/H1_DATA/segments/?pagesize=1&stop=1126260000.0&start=01126256800')).toBe(
      '{"next":"API/runs/O1/timelines/H1_DATA/segments?format=api&page=2&pagesize=1&start=1126256800&stop=1126260000",' +
        '"previous":null,"results_count":2,"results_per_page":1,"num_pages":2,"page_number":1,' +
        '"results":[{"start":1126256800,"stop":1126257000}]}',
    );
  });
});

describe('strain file records', () => {
  it.each([
    [
      'H1-1126256640-4kHz',
      74.12109375,
      [
        [0, 'DATA', 3036],
        [1, 'CBC_CAT1', 100],
      ],
    ],
    ['H1-1126260736-4kHz', 6.4453125, [[0, 'DATA', 264]]],
    ['H1-1126256640-16kHz', 74.12109375, [[5, 'DATA', 3036]]],
    ['L1-1126256640-4kHz', 50, [[0, 'DATA', 2048]]],
    ['V1-1167556608-4kHz', 100, null],
  ])('%s has its duty cycle and the seconds of its bits', async (id, dutyCycle, sums) => {
    const record = JSON.parse(await textOf(`/strain-files/${id}`));
    expect(record.duty_cycle).toBe(dutyCycle);
    expect(record.bitsums).toEqual(sums?.map(([bit, name, sum]) => ({ bit, name, sum })) ?? null);
  });
});

describe('refusals', () => {
  it.each([
    ...['/runs/o1', '/runs/O4', '/runs/O4/events', '/runs//events', '/runs/O1/x', '/runs/O1/strain-files/x'],
    ...['/runs/O1/strain-files/H1-1126256640-4kHz', '/runs/O1/events/GW151226', '/runs/O1/datasets/O1_4KHZ_R1'],
    ...['/runs/O1/timelines/H1_DATA', '/runs/O1/timelines/X/segments', '/runs/O4/timelines/H1_DATA/segments'],
    ...['/runs/O1/timelines/H1_DATA/segments/x', '/runs/O1/timelines%2FH1_DATA%2Fsegments', '/runs/O1%2Fevents'],
    ...['/datasets/O1', '/datasets/O1_4KHZ_R1/events', '/datasets/x/strain-files', '/catalogs/gwtc'],
    ...[
      '/catalogs/GWTC/strain-files',
      '/catalogs/x/events',
      '/catalogs/GWTC/events/GW150914-v3',
      '/events/GW150914-v3',
    ],
    ...['/events/GW150914@GWTC', '/events/x/strain-files', '/events/GW150914/parameters', '/timelines/H1'],
    ...['/timelines/x/segments', '/timelines/H1_DATA/x', '/event-versions/GW150914-v3/x', '/segments', '/parameters'],
    ...['/event-versions/GW150914-v3/timelines/H1_DATA', '/event-versions/GW150914-v3/timelines/H1_DATA/segments'],
    ...[
      '/default-parameters/far',
      '/default-parameters/far/x',
      '/runs?page=2',
      '/runs/O1?format=csv',
      '/runs/O1?format=x',
    ],
    ...['/timelines/H1_DATA/segments?start=1126257000&stop=1126258000&page=2'],
  ])('%s is not found', async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  it.each([
    ['/event-versions/GW150914/strain-files?duration=33&file-format=', 'duration', ['32', '4096']],
    ['/event-versions/GW150914/strain-files?file-format=txt.gz', 'file-format', ['hdf', 'hdf5', 'gwf', 'txt']],
    [
      '/event-versions/GW150914/strain-files?file-format=hdf&file-format=hdf5',
      'file-format',
      ['hdf', 'hdf5', 'gwf', 'txt'],
    ],
    ['/event-versions/GW150914/strain-files?detector=', 'detector', ['H1', 'H2', 'L1', 'V1', 'G1', 'K1']],
    ['/timelines/H1_DATA/segments?start=2&stop=1&page=0', 'start', undefined],
    ['/timelines/H1_DATA/segments?stop=1e9', 'stop', undefined],
    ['/runs/O2/timelines/H1_DATA/segments?start=x', 'start', undefined],
    ['/runs/O3/strain-files?detector=X1', 'detector', ['H1', 'H2', 'L1', 'V1', 'G1', 'K1']],
    ['/catalogs/GWTC/events?min-foo=1&lastver=x', 'lastver', ['true', 'false']],
    ['/events?pagesize=0', 'pagesize', undefined],
  ])('%s is a 400 that names %s', async (url, parameter, allowed) => {
    const { status, text } = await get(url);
    const body = JSON.parse(text);
    expect([status, body.parameter, body.allowed]).toEqual([400, parameter, allowed]);
  });

  it('only GET, HEAD and OPTIONS are allowed, everywhere', async () => {
    for (const path of ['/api/v2/runs/O1/events', '/api/v2/timelines/H1_DATA/segments', '/eventapi/x.gwf']) {
      expect((await ask('POST', `/gw${path}?page=0`)).status).toBe(405);
      expect((await ask('OPTIONS', `/gw${path}?page=0`)).status).toBe(200);
    }
    expect((await ask('POST', '/gw/api/v2/runs/O4/events')).status).toBe(404);
  });
});

describe('event strain files in the archive', () => {
  it.each([
    ['/gw/eventapi/json/A/x/v1/H.txt.gz?a=b', 302, 'https://archive.test/eventapi/json/A/x/v1/H.txt.gz?a=b'],
    ['/gw/eventapi/x.gwf/', 302, 'https://archive.test/eventapi/x.gwf/'],
    ['/gw/eventapi/x/', 404, undefined],
    ['/gw/eventapi', 404, undefined],
    ['/gw/eventapi/', 404, undefined],
    ['/gw/eventapi/../x', 404, undefined],
    ['/eventapi/x', 404, undefined],
  ])('%s', async (url, status, location) => {
    const answer = await ask('GET', url);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it('are not found without an archive', async () => {
    const alone = await openBuiltSite(folder, { ...CONFIG, archiveUrl: null });
    expect((await alone.answer({ method: 'GET', url: '/gw/eventapi/x.gwf', headers: {} })).status).toBe(404);
    alone.remove();
  });
});

it('listings are tables with format=csv', async () => {
  const csv = async (url: string): Promise<string[]> =>
    (await get(`${url}${url.includes('?') ? '&' : '?'}format=csv`)).text.split('\r\n');
  expect((await csv('/runs'))[0]).toBe('name,gps_start,gps_end,detectors,detail_url');
  expect(await csv('/timelines/H1_DATA/segments?start=1126257000&stop=1126257001')).toEqual(['start,stop', '']);
  expect((await csv('/event-versions?pagesize=1&name-contains=GW150914'))[1]).toBe(
    'GW150914,GW150914-v3,1126259462.5,3,GWTC-2,,L1|H1,https://h.test/gw/api/v2/event-versions/GW150914-v3?format=api',
  );
});
