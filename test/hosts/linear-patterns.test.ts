/**
 * Every pattern in an emitted file takes linear time, whatever the host's settings: the time for inputs made from the pattern's own
 * characters is measured at two lengths. JavaScript's engine backtracks, as PCRE does without its compiler.
 */

import { describe, expect, it } from 'vitest';
import type { HostName } from '../../src/hosts/host-names.ts';
import { findHost } from '../../src/hosts/hosts.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';

/** Where the files of a host contain patterns: the first group that matched. */
const PATTERNS: Partial<Record<HostName, RegExp>> = {
  nginx: /"~((?:[^"\\]|\\.)*)"|location ~ "([^"]*)"/g,
  caddy: /`~([^`]*)`|(?:path_regexp|vars_regexp \S+) `([^`]*)`/g,
  apache:
    /SetEnvIf \w+ (?:"([^"]*)"|(\S+))|=~ ?m'([^']*)'|RewriteRule (?:"([^"]*)"|(\S+))|RewriteCond \S+ (?:"(?!\/)([^"]*)"|([[!^]\S+))/g,
  cloudfront: /\/((?:[^/\\\n]|\\.)+)\/(?:[,;]|\.test)/g,
  varnish: /~ "([^"]*)"/g,
};

function patternsOf(name: HostName, form: RegExp): string[] {
  const patterns = new Set<string>();
  for (const upstream of [null, 'http://127.0.0.1:8000']) {
    const settings = hostSettings({
      baseUrl: 'https://user.example/gw',
      archiveUrl: 'https://archive.example',
      upstream,
    });
    for (const { text } of findHost(name).emit(settings)) {
      for (const [, ...groups] of text.replaceAll('\\\n', ' ').matchAll(form)) {
        const pattern = groups.find((group) => group !== undefined) ?? '';
        // A target that Apache continues on the next line has no pattern.
        if (!pattern.startsWith('%{')) patterns.add(pattern.replace(/^!/, ''));
      }
    }
  }
  return [...patterns];
}

/** Text that can stand for parts of the pattern, such as "&page=" or "/api/v2". */
function literalsOf(pattern: string): string[] {
  const plain = pattern
    .replace(/\[\.\]|\\\./g, '.')
    .replace(/\\w|\[\^?\\?[\w-][^\]]*\]/g, 'a')
    .replace(/\\d/g, '0')
    .replace(/\\/g, '');
  return [...new Set(plain.match(/[\w&=/.@%-]+/g) ?? [])];
}

/** Inputs of any length that repeat parts of the pattern, and end in a character that makes it fail. */
function* inputsFor(pattern: string): Generator<(length: number) => string> {
  const literals = literalsOf(pattern);
  const characters = [...new Set([...literals.join(''), ...'a0.-%=& '])].filter((one) => !/[b-z1-9A-Z]/.test(one));
  const pairs = characters.flatMap((one) => characters.map((other) => one + other));
  const starts = ['', ...literals.flatMap((one) => [one, `/${one}`, `&${one}=`, `&${one}`])];
  for (const repeated of new Set([...characters, ...pairs, ...literals, ...literals.map((one) => `&${one}`)])) {
    for (const start of starts) {
      for (const end of ['%', '\n']) yield (n) => start + repeated.repeat(n / repeated.length) + end;
    }
  }
}

/** The least of several times (ms), because other processes can only make a run slower. */
function leastTime(pattern: RegExp, input: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    pattern.test(input);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const SHORT = 1000;
const LONG = 8_000;
/** Far more than the linear patterns need for a short input. */
const SUSPICIOUS_MS = 0.2;
/** Twice the input takes twice the time if it is linear, and four times if it is quadratic. */
const MAX_GROWTH = 3;

/** The start of an input for which the time grows faster than the length, or null. */
function findSlowInput(source: string): string | null {
  const pattern = new RegExp(source);
  for (const input of inputsFor(source)) {
    if (leastTime(pattern, input(SHORT), 1) < SUSPICIOUS_MS) continue;
    const [once, twice] = [LONG / 2, LONG].map((length) => leastTime(pattern, input(length), 5)) as [number, number];
    if (twice > 1 && twice > MAX_GROWTH * once) return input(40);
  }
  return null;
}

describe('patterns in emitted files take linear time', () => {
  it.each(Object.entries(PATTERNS) as [HostName, RegExp][])('%s', (name, form) => {
    const patterns = patternsOf(name, form);
    expect(patterns.length).toBeGreaterThan(name === 'varnish' ? 1 : 15);
    for (const pattern of patterns) expect([pattern, findSlowInput(pattern)]).toEqual([pattern, null]);
  });

  it.each(['=[^&]*[.](?:detector|release)', '&page=0*(\\w[\\w.@-]*)&', ' *,'])(
    'a quadratic pattern is found: %s',
    (pattern) => {
      expect(findSlowInput(pattern)).not.toBeNull();
    },
  );
});
