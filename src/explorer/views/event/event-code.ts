/** Code that reads an event's strain. */

import type { FileLink } from './choose-files.ts';

/** `url` is a file in HDF5; null if there is none to read. */
export function makeEventCode(gps: number, detector: string, url: string | null) {
  const variable = detector.toLowerCase();
  const gwpy = `# Reads strain from gwosc.org.
from gwpy.timeseries import TimeSeries

gps = ${gps.toFixed(1)}
${variable} = TimeSeries.fetch_open_data(
    "${detector}", gps - 16, gps + 16)
${variable}.whiten().bandpass(30, 400).plot().show()
`;
  const withGwpy = { title: 'gwpy', text: gwpy };
  if (url === null) return [withGwpy];
  const python = `import io

import h5py
import requests

answer = requests.get(${JSON.stringify(url)})
answer.raise_for_status()
with h5py.File(io.BytesIO(answer.content)) as file:
    ${variable} = file["strain/Strain"][:]
`;
  return [
    withGwpy,
    { title: 'Python', text: python },
    { title: 'curl', text: `curl --location --remote-name ${JSON.stringify(url)}\n` },
  ];
}

/** The detector that code reads, which had data at the event if any did, and its smallest file. */
export function findExample(links: readonly FileLink[], withData: readonly string[]) {
  const detectors = [...new Set(links.map(({ values }) => values.Detector))];
  const detector = detectors.find((one) => withData.includes(one)) ?? detectors[0];
  if (detector === undefined) return null;
  const file = links.find(({ values }) => values.Detector === detector && values.Format === 'HDF5');
  return { detector, url: file?.url ?? null };
}
