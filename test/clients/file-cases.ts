/** Calls that return URLs of files, or segments. */

import { type Case, NOT_FOUND, REFUSED } from './case.ts';
import type { Facts, Version } from './facts.ts';

export function getEventUrls({ last, eventFiles, bulkFiles }: Facts): Case[] {
  const own = (shortName: string, rateKHz = 4, format = 'hdf5', detector?: string) =>
    eventFiles(shortName)
      .filter((file) => file.rateKHz === rateKHz && file.format === format)
      .filter((file) => detector === undefined || file.detector === detector)
      .map(({ path }) => path);
  /** Files of the run that contain the event's second. */
  const bulk = (of: Version, ending = 'hdf5') => {
    const second = Math.floor(of.gps);
    return bulkFiles(undefined, second, second, 4, of.run ?? undefined).map(({ path }) => `${path}.${ending}`);
  };
  const withoutOwn = (name: string, run: string): Case => {
    const second = Math.floor(last(name).gps);
    return {
      call: `get_event_urls('${name}')`,
      run: (client) => client.getEventUrls(name),
      asks: [
        `event-versions/${name}/strain-files?sample-rate=4&file-format=hdf`,
        `event-versions/${name}`,
        `${run}strain-files?start=${second}&stop=${second}&sample-rate=4`,
      ],
      // The data have no list of these runs' files, so the site answers 404 rather than an empty list.
      ...(run.startsWith('runs/O4b') || run.startsWith('runs/O4c') || run.startsWith('runs/S6')
        ? { fails: NOT_FOUND }
        : { gives: bulk(last(name)) }),
    };
  };
  return [
    withoutOwn('GW150914', 'runs/O1/'),
    {
      call: "get_event_urls('GW170814-v3')",
      run: (client) => client.getEventUrls('GW170814-v3'),
      asks: ['event-versions/GW170814-v3/strain-files?sample-rate=4&file-format=hdf'],
      gives: own('GW170814-v3'),
    },
    {
      call: "get_event_urls('GW150914', version=3, detector='L1', duration=32)",
      run: (client) => client.getEventUrls('GW150914', { version: 3n, detector: 'L1', duration: 32n }),
      asks: ['event-versions/GW150914-v3/strain-files?detector=L1&sample-rate=4&file-format=hdf&duration=32'],
      gives: ['/eventapi/json/GWTC-1-confident/GW150914/v3/L-L1_GWOSC_4KHZ_R1-1126259447-32.hdf5'],
    },
    {
      call: "get_event_urls('GW150914', catalog='GWTC-1-confident', sample_rate=16384, format='gwf')",
      run: (client) =>
        client.getEventUrls('GW150914', { catalog: 'GWTC-1-confident', sampleRate: 16384n, format: 'gwf' }),
      asks: ['event-versions/GW150914@GWTC-1-confident/strain-files?sample-rate=16&file-format=gwf'],
      gives: own('GW150914-v3', 16, 'gwf'),
    },
    {
      call: "get_event_urls('GW170817-v3', detector='V1', format='txt')",
      run: (client) => client.getEventUrls('GW170817-v3', { detector: 'V1', format: 'txt' }),
      asks: ['event-versions/GW170817-v3/strain-files?detector=V1&sample-rate=4&file-format=txt'],
      gives: own('GW170817-v3', 4, 'txt', 'V1'),
    },
    {
      call: "get_event_urls('GW150914-v3', start=1126259000, end=1126259447)",
      run: (client) => client.getEventUrls('GW150914-v3', { start: 1126259000n, end: 1126259447n }),
      asks: ['event-versions/GW150914-v3/strain-files?sample-rate=4&file-format=hdf'],
      gives: own('GW150914-v3').filter((path) => path.endsWith('-4096.hdf5')),
    },
    {
      call: "get_event_urls('GW150914', version=1)",
      run: (client) => client.getEventUrls('GW150914', { version: 1n }),
      asks: ['event-versions/GW150914-v1/strain-files?sample-rate=4&file-format=hdf'],
      gives: ['H-H1', 'L-L1'].flatMap((prefix) =>
        ['1126259446-32', '1126257414-4096'].map(
          (file) => `/eventapi/json/O1_O2-Preliminary/GW150914/v1/${prefix}_LOSC_4_V1-${file}.hdf5`,
        ),
      ),
    },
    {
      call: "get_event_urls('GW170817-v3', detector='G1')",
      run: (client) => client.getEventUrls('GW170817-v3', { detector: 'G1' }),
      asks: ['event-versions/GW170817-v3/strain-files?detector=G1&sample-rate=4&file-format=hdf'],
      gives: own('GW170817-v3', 4, 'hdf5', 'G1'),
    },
    {
      call: "get_event_urls('GW170817-v3', detector='K1')",
      run: (client) => client.getEventUrls('GW170817-v3', { detector: 'K1' }),
      asks: [
        'event-versions/GW170817-v3/strain-files?detector=K1&sample-rate=4&file-format=hdf',
        'event-versions/GW170817-v3',
        'runs/O2/strain-files?detector=K1&start=1187008882&stop=1187008882&sample-rate=4',
      ],
      gives: [],
    },
    withoutOwn('GW230529_181500', 'runs/O4a/'),
    withoutOwn('GW241110_124123', 'runs/O4b2Disc/'),
    withoutOwn('blind_injection', 'runs/S6/'),
    withoutOwn('GW250207_115645', 'runs/O4c1DiscC00/'),
    {
      call: "get_event_urls('GW150914-v4', format='txt')",
      run: (client) => client.getEventUrls('GW150914-v4', { format: 'txt' }),
      asks: [
        'event-versions/GW150914-v4/strain-files?sample-rate=4&file-format=txt',
        'event-versions/GW150914-v4',
        'runs/O1/strain-files?start=1126259462&stop=1126259462&sample-rate=4',
      ],
      fails: ['KeyError', /txt_url/],
    },
    {
      call: "get_event_urls('GW123456')",
      run: (client) => client.getEventUrls('GW123456'),
      asks: ['event-versions/GW123456/strain-files?sample-rate=4&file-format=hdf'],
      fails: NOT_FOUND,
    },
    {
      call: "get_event_urls('GW150914', sample_rate=2048)",
      run: (client) => client.getEventUrls('GW150914', { sampleRate: 2048n }),
      asks: ['event-versions/GW150914/strain-files?sample-rate=2048&file-format=hdf'],
      fails: REFUSED,
    },
  ];
}

export function getRunUrls({ bulkFiles }: Facts): Case[] {
  const urls = (ending: string, ...of: Parameters<Facts['bulkFiles']>) =>
    bulkFiles(...of).map(({ path }) => `${path}.${ending}`);
  return [
    {
      call: "get_run_urls('O1', 'H1', 1126257414, 1126261511)",
      run: (client) => client.getRunUrls('O1', 'H1', 1126257414n, 1126261511n),
      asks: ['runs/O1/strain-files?detector=H1&start=1126257414&stop=1126261511&sample-rate=4'],
      gives: [1126256640, 1126260736].map((start) => `/archive/data/O1/1126170624/H-H1_LOSC_4_V1-${start}-4096.hdf5`),
    },
    {
      call: "get_run_urls('O2_4KHZ_R1', 'L1', 1187008882.9, 1187016978.1, format='gwf')",
      run: (client) => client.getRunUrls('O2_4KHZ_R1', 'L1', 1187008882.9, 1187016978.1, { format: 'gwf' }),
      asks: ['runs/O2/strain-files?detector=L1&start=1187008882&stop=1187016978&sample-rate=4'],
      gives: urls('gwf', 'L1', 1187008882, 1187016978, 4, 'O2'),
    },
    {
      call: "get_run_urls('O3GK', 'K1', 1270281618, 1271462418, sample_rate=16384, pagesize=100)",
      run: (client) =>
        client.getRunUrls('O3GK', 'K1', 1270281618n, 1271462418n, { sampleRate: 16384n, pagesize: 100n }),
      asks: ['runs/O3GK/strain-files?detector=K1&start=1270281618&stop=1271462418&sample-rate=16&pagesize=100'],
      gives: urls('hdf5', 'K1', 1270281618, 1271462418, 16, 'O3GK'),
    },
    {
      call: "get_run_urls('O1', None, 1126256640, 1126260736)",
      run: (client) => client.getRunUrls('O1', undefined, 1126256640n, 1126260736n),
      asks: ['runs/O1/strain-files?start=1126256640&stop=1126260736&sample-rate=4'],
      gives: urls('hdf5', undefined, 1126256640, 1126260736, 4, 'O1'),
    },
    {
      call: "get_run_urls('O1', 'V1', 1126257414, 1126261511)",
      run: (client) => client.getRunUrls('O1', 'V1', 1126257414n, 1126261511n),
      asks: ['runs/O1/strain-files?detector=V1&start=1126257414&stop=1126261511&sample-rate=4'],
      gives: [],
    },
    {
      call: "get_run_urls('O1', 'H1', 1187008882, 1187008883)",
      run: (client) => client.getRunUrls('O1', 'H1', 1187008882n, 1187008883n),
      asks: ['runs/O1/strain-files?detector=H1&start=1187008882&stop=1187008883&sample-rate=4'],
      gives: [],
    },
    {
      call: "get_run_urls('O9', 'H1', 1126257414, 1126261511)",
      run: (client) => client.getRunUrls('O9', 'H1', 1126257414n, 1126261511n),
      asks: ['runs/O9/strain-files?detector=H1&start=1126257414&stop=1126261511&sample-rate=4'],
      fails: NOT_FOUND,
    },
  ];
}

export function getUrls({ eventFiles, bulkFiles }: Facts): Case[] {
  const bulk = (...of: Parameters<Facts['bulkFiles']>) => bulkFiles(...of).map(({ path }) => `${path}.hdf5`);
  const around = 'event-versions?min-gps-time=1126259446&max-gps-time=1126263574';
  const filesOf = (shortName: string, detector: string) =>
    `event-versions/${shortName}/strain-files?detector=${detector}&sample-rate=4&file-format=hdf`;
  return [
    {
      call: "get_urls('L1', 1126259446, 1126259478)",
      run: (client) => client.getUrls('L1', 1126259446n, 1126259478n),
      asks: [
        around,
        filesOf('GW150914-v4', 'L1'),
        'event-versions/GW150914-v4',
        'runs/O1/strain-files?detector=L1&start=1126259462&stop=1126259462&sample-rate=4',
      ],
      gives: bulk('L1', 1126259462, 1126259462, 4, 'O1'),
    },
    {
      call: "get_urls('L1', 1126259446, 1126259478, version=1)",
      run: (client) => client.getUrls('L1', 1126259446n, 1126259478n, { version: 1n }),
      asks: [around, filesOf('GW150914-v1', 'L1')],
      gives: eventFiles('GW150914-v1')
        .filter(({ detector, rateKHz, format }) => detector === 'L1' && rateKHz === 4 && format === 'hdf5')
        .map(({ path }) => path),
    },
    {
      call: "get_urls('H1', 1126259446, 1126263000)",
      run: (client) => client.getUrls('H1', 1126259446n, 1126263000n),
      asks: [
        'event-versions?min-gps-time=1126259446&max-gps-time=1126267096',
        filesOf('GW150914-v4', 'H1'),
        'event-versions/GW150914-v4',
        'runs/O1/strain-files?detector=H1&start=1126259462&stop=1126259462&sample-rate=4',
        filesOf('GW150914-v3', 'H1'),
        filesOf('GW150914-v2', 'H1'),
        filesOf('GW150914-v1', 'H1'),
        'runs',
        'runs/O1/strain-files?detector=H1&start=1126259446&stop=1126263000&sample-rate=4',
      ],
      gives: bulk('H1', 1126259446, 1126263000, 4, 'O1'),
    },
    {
      call: "get_urls('L1', 1126259446, 1126259478, dataset='O1', sample_rate=16384)",
      run: (client) => client.getUrls('L1', 1126259446n, 1126259478n, { dataset: 'O1', sampleRate: 16384n }),
      asks: [around, 'runs', 'runs/O1/strain-files?detector=L1&start=1126259446&stop=1126259478&sample-rate=16'],
      gives: bulk('L1', 1126259446, 1126259478, 16, 'O1'),
    },
    {
      call: "get_urls('L1', 1369419300, 1369419330, dataset='GW230529')",
      run: (client) => client.getUrls('L1', 1369419300n, 1369419330n, { dataset: 'GW230529' }),
      asks: [
        'event-versions?min-gps-time=1369419300&max-gps-time=1369423426',
        filesOf('GW230529_181500-v3', 'L1'),
        'event-versions/GW230529_181500-v3',
        'runs/O4a/strain-files?detector=L1&start=1369419318&stop=1369419318&sample-rate=4',
      ],
      gives: bulk('L1', 1369419318, 1369419318, 4, 'O4a'),
    },
    {
      call: "get_urls('V1', 1126259446, 1126259478)",
      run: (client) => client.getUrls('V1', 1126259446n, 1126259478n),
      asks: [around, 'runs'],
      fails: ['ValueError', /reaches over/],
    },
  ];
}

export function getSegments({ segments }: Facts): Case[] {
  const call = (flag: string, start: bigint | number, end: bigint | number, asked: string): Omit<Case, 'gives'> => ({
    call: `get_segments('${flag}', ${asked.replace(/start=|stop=/g, '').replace('&', ', ')})`,
    run: (client) => client.getSegments(flag, start, end),
    asks: [`timelines/${flag}/segments?${asked}`],
  });
  return [
    {
      ...call('H1_DATA', 1126051217n, 1126151217n, 'start=1126051217&stop=1126151217'),
      gives: [
        [1126073529, 1126114861],
        [1126121462, 1126123267],
        [1126123553, 1126126832],
        [1126139205, 1126139266],
        [1126149058, 1126151217],
      ],
    },
    {
      ...call('L1_DATA', 1126259446n, 1126259478n, 'start=1126259446&stop=1126259478'),
      gives: [[1126259446, 1126259478]],
    },
    {
      ...call('V1_DATA', 1187000000, 1240000000, 'start=1187000000.0&stop=1240000000.0'),
      gives: segments('V1_DATA', 1187000000, 1240000000),
    },
    {
      call: "get_segments('H1_DATA', 0, 2000000000, pagesize=500)",
      run: (client) => client.getSegments('H1_DATA', 0n, 2000000000n, { pagesize: 500n }),
      asks: ['timelines/H1_DATA/segments?start=0&stop=2000000000&pagesize=500'],
      gives: segments('H1_DATA', 0, 2000000000),
    },
    { ...call('H1_DATA', 0n, 1n, 'start=0&stop=1'), fails: NOT_FOUND },
    { ...call('X9_DATA', 0n, 1n, 'start=0&stop=1'), fails: NOT_FOUND },
    { ...call('H1_DATA', 1126259446.5, 1126259478n, 'start=1126259446.5&stop=1126259478'), fails: REFUSED },
  ];
}
