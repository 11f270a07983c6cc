/** Random event versions that share names and times, facts about their events, and their short strain files. */
import {
  CATALOGS,
  DETECTORS,
  type GeneratedEvent,
  type GeneratedEventFacts,
  type GeneratedEventStrainFiles,
  type GeneratedParameterSet,
  type GeneratedRun,
  type GeneratedValue,
  OTHER_PARAMETERS,
  PARAMETERS,
} from './catalogue-writer.ts';
import type { Random } from './random.ts';

export function randomEvents(source: Random): GeneratedEvent[] {
  const names = new Set<string>();
  const wanted = source.integer(1, 70);
  while (names.size < wanted) {
    const stem = source.pick(['GW', 'S', '', 'blind_', 'x.']);
    names.add(`${stem}${source.integer(150000, 150130)}${source.pick(['', '', '_120000', '-v2', '.2'])}`);
  }
  const events = [...names].flatMap((name) => {
    const count = source.pick([1, 1, 1, 2, 3]);
    return source
      .shuffled([1, 2, 3, 5, 40])
      .slice(0, count)
      .map((version) => randomEvent(source, name, version));
  });
  // An event's name must not be the short name of another event's version.
  const shortNames = new Set(events.map(({ name, version }) => `${name}-v${version}`));
  return events.filter(({ name }) => !shortNames.has(name));
}

/** From the start of O1: within and around the runs, and in the first strain files. */
const EVENT_TIMES = [0, 0.5, 205423, 205423, 300000, 7948783, 8048783, 11203200, 38505600, 40950000, 60000000];

function randomEvent(source: Random, name: string, version: number): GeneratedEvent {
  const gps = 1126051217 + source.integer(-20, 40) + source.pick(EVENT_TIMES) + source.pick([0, 0, 0.1, 0.9]);
  return {
    name,
    version,
    gps: Math.round(gps * 10) / 10,
    catalog: source.pick(CATALOGS.filter((catalog) => catalog !== 'Empty')),
    detectors: source.shuffled(DETECTORS).slice(0, source.integer(1, 4)),
    ...(source.chance(0.8) ? { parameters: randomValues(source) } : {}),
    ...(source.chance(0.3) ? { parameter_sets: randomParameterSets(source) } : {}),
    ...(source.chance(0.2) ? { short_name: `${name}_alt-v${version}` } : {}),
    ...(source.chance(0.4) ? { reference: source.pick(['/GWTC/', 'https://doi.org/10.7935/"x"']) } : {}),
    ...(source.chance(0.4) ? { bulk_detectors: source.shuffled(DETECTORS).slice(0, source.integer(1, 3)) } : {}),
    ...(source.chance(0.5) ? { doi: `https://doi.org/10.7935/x?y='a,${version}'` } : {}),
  };
}

function randomParameterSets(source: Random): GeneratedParameterSet[] {
  const names = source.shuffled(['C01:Mixed', 'gstlal', 'pycbc "bbh"', 'é']).slice(0, source.integer(1, 3));
  return names.map((name, index) => ({
    name,
    ...(source.chance(0.3) ? { description: `What ${name} says.` } : {}),
    ...(source.chance(0.5) ? { date_added: source.pick(['2019-12-31', '2026-05-22']) } : {}),
    ...(source.chance(0.5) ? { pipeline: source.pick(['cwb', 'MBTA']) } : {}),
    ...(source.chance(0.7) ? { pipeline_type: source.pick(['pe', 'search'] as const) } : {}),
    ...(source.chance(0.5) ? { waveform_family: source.pick(['na', name]) } : {}),
    ...(source.chance(0.5) ? { data_url: `https://data.example/${index}?a=1&b=2` } : {}),
    ...(source.chance(0.5) ? { is_preferred: index === 0 } : {}),
    ...(source.chance(0.5)
      ? {
          links: [
            { url: 'https://data.example/skymap.fits', label: 'skymap' },
            { url: 'https://data.example/p', label: 'posterior-samples', description: 'All "samples"' },
          ].slice(0, source.integer(1, 2)),
        }
      : {}),
    ...(source.chance(0.8) ? { parameters: randomValues(source, [...PARAMETERS, ...OTHER_PARAMETER_NAMES]) } : {}),
  }));
}

const OTHER_PARAMETER_NAMES = OTHER_PARAMETERS.map(({ name }) => name);

function randomValues(source: Random, parameters: readonly string[] = PARAMETERS): Record<string, GeneratedValue> {
  const values: Record<string, GeneratedValue> = {};
  for (const parameter of source.shuffled(parameters)) {
    if (source.chance(0.6)) values[parameter] = randomValue(source);
  }
  return values;
}

function randomValue(source: Random): GeneratedValue {
  const best = source.pick([0, 1, -0.5, 0.1, 1e-7, 1e21, 35.6, 123456.789, source.integer(-50, 50) / 10]);
  const roll = source.next();
  if (roll < 0.1) return { best, is_upper_limit: true };
  if (roll < 0.2) return { best, is_lower_limit: true };
  if (roll < 0.5) return { best };
  return { best, upper_error: source.integer(0, 30) / 10, lower_error: source.integer(-30, 0) / 10 };
}

/** An alias is neither an event's name nor a short name, in any case. */
export function randomFacts(
  source: Random,
  events: readonly GeneratedEvent[],
  runs: readonly GeneratedRun[],
): GeneratedEventFacts[] {
  const names = [...new Set(events.map(({ name }) => name))];
  const taken = new Set([...names, ...events.map(({ name, version }) => `${name}-v${version}`)].map(lowerCase));
  const freeAliases = (wanted: readonly string[]): string[] =>
    wanted.filter((alias) => !taken.has(lowerCase(alias)) && taken.add(lowerCase(alias)));
  return source.shuffled(names).flatMap((name) => {
    const maybe = [name.replace(/^GW|_.*$/g, ''), `${name}.alias`, `a-${name}-v1`, `${name}_0`];
    const aliases = source.chance(0.6) ? freeAliases(source.shuffled(maybe).slice(0, source.integer(1, 3))) : [];
    const facts: GeneratedEventFacts = {
      name,
      ...(source.chance(0.4) ? { grace_id: `S${name.replace(/[^A-Za-z0-9]/g, '')}x` } : {}),
      ...(source.chance(0.2) ? { run: source.pick(runs).name } : {}),
      ...(aliases.length > 0 ? { aliases } : {}),
    };
    return Object.keys(facts).length > 1 ? [facts] : [];
  });
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

export function randomEventStrainFiles(
  source: Random,
  { name, version, gps }: GeneratedEvent,
): GeneratedEventStrainFiles[] {
  if (source.chance(0.5)) return [];
  const detectors = source.shuffled(DETECTORS).slice(0, source.integer(1, 3));
  return detectors.map((detector) => {
    const which = source.pick(['both', 'both', 'both', 32, 2048, 4096, 'none']);
    const prefix = source.chance(0.3) ? `${detector.slice(0, 1)}-${detector}_OLD` : null;
    return {
      name,
      version,
      detector,
      ...(which === 'both' || which === 32 ? { gps_start_32: Math.floor(gps) - 15 } : {}),
      ...(which === 2048 ? { gps_start_2048: Math.floor(gps) - 1842 } : {}),
      ...(prefix === null ? {} : { file_prefix_16kHz: `${prefix}_16_V1`, file_prefix_4kHz: `${prefix}_4_V1` }),
      ...(which === 'both' || which === 4096 ? { gps_start_4096: Math.floor(gps) - 2047 } : {}),
    };
  });
}
