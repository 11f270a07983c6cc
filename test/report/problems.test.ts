/** Problems as text. */

import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { printProblems } from '../../src/cli/report.ts';
import { countProblems, formatProblems } from '../../src/report/problem-text.ts';
import { countFilesWithProblems, type Problem } from '../../src/report/problems.ts';
import { textOfProblems } from '../support/problem-text.ts';

describe('formatProblems', () => {
  const problem: Problem = {
    file: resolve('data/a.yaml'),
    line: 2,
    column: 3,
    code: 'D104',
    message: 'm',
    fix: 'f',
    excerpt: 'e',
  };

  it('shows paths relative to the working folder, absolute outside of it', () => {
    expect(textOfProblems([problem])).toBe('data/a.yaml:2:3  D104  m\n  2 | e\n  fix: f\n1 problem\n');
    expect(textOfProblems([{ ...problem, file: '/x/data/a.yaml' }])).toContain('/x/data/a.yaml:2:3');
  });

  it('only has colour if requested', () => {
    expect(textOfProblems([problem])).not.toContain('\u001b');
    expect([...formatProblems([problem], true)].join('')).toContain('\u001b[31mD104');
  });

  it('is empty without problems', () => {
    expect(textOfProblems([])).toBe('');
  });

  it('shows many problems of a file with the same message once, with their lines, and counts all of them', () => {
    const alike = (...lines: number[]) => lines.map((line) => ({ ...problem, line }));
    const other = { ...problem, line: 3, message: 'n' };
    const [first, second] = alike(2, 5) as [Problem, Problem];
    expect(textOfProblems([first, other, second]).match(/^data.*/gm)).toEqual([
      'data/a.yaml:2:3  D104  m',
      'data/a.yaml:3:3  D104  n',
      'data/a.yaml:5:3  D104  m',
    ]);
    const twelve = alike(2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    expect(textOfProblems([first, other, ...twelve.slice(1)])).toBe(
      'data/a.yaml:2:3  D104  m\n  2 | e\n  also in lines 5 to 15; 12 times in all\n  fix: f\n' +
        'data/a.yaml:3:3  D104  n\n  3 | e\n  fix: f\n' +
        '13 problems\n',
    );
    const inFiles = alike(2, 2, 2, 2).map((one, n) => ({ ...one, file: `data/${n}.yaml` }));
    expect(textOfProblems(inFiles).match(/D104/g)).toHaveLength(4);
  });

  it.each([
    [[2, 2, 5, 5], 'also in line 5; 4 times in all'],
    [[2, 2, 5, 6, 6], 'also in lines 5, 6; 5 times in all'],
    [[2, 5, 6, 7], 'also in lines 5 to 7; 4 times in all'],
    [
      [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22],
      'also in lines 4, 6, 8, 10, 12, 14, 16, 18, and 2 more; 11 times in all',
    ],
    [[2, 2, 2, 2], '4 times in all'],
  ])('shows problems in lines %j as %s', (lines, text) => {
    const alike = lines.map((line) => ({ ...problem, line }));
    expect(textOfProblems(alike)).toMatch(`data/a.yaml:2:3  D104  m\n  2 | e\n  ${text}\n  fix: f\n`);
  });

  it('shows many warnings of a topic once, with their count and lines, and before the problems', () => {
    const warning = (line: number): Problem => ({ ...problem, line, code: 'W201', message: `m${line}`, topic: '' });
    expect(textOfProblems([problem, ...[3, 4, 5].map(warning)]).match(/W201|D104/g)).toEqual([
      'W201',
      'W201',
      'W201',
      'D104',
    ]);
    expect(textOfProblems([problem, ...[3, 4, 5, 6].map(warning)])).toBe(
      'data/a.yaml:3:3  W201  m3\n  3 | e\n  also in lines 4 to 6; 4 such warnings in all\n  fix: f\n' +
        'data/a.yaml:2:3  D104  m\n  2 | e\n  fix: f\n1 problem and 4 warnings\n',
    );
    const other: Problem = { ...warning(7), topic: 'other' };
    expect(textOfProblems([...[3, 4, 5].map(warning), other]).match(/W201/g)).toHaveLength(4);
  });

  it('mentions no lines for problems in a response, which has none', () => {
    const url = 'https://x.example/api/v2/runs';
    const alike = Array.from({ length: 4 }, (): Problem => ({ url, code: 'D104', message: 'm', fix: 'f' }));
    expect(textOfProblems(alike)).toBe(`${url}  D104  m\n  4 times in all\n  fix: f\n4 problems\n`);
  });

  it('counts no responses as files', () => {
    const at = (n: number): Problem => ({
      url: `https://x.example/#/results/${n}`,
      code: 'D104',
      message: 'm',
      fix: 'f',
    });
    const problems = [problem, { ...problem, file: 'data/b.yaml' }];
    expect([problems, [...problems, at(0)]].map(countFilesWithProblems)).toEqual([2, 2]);
    expect(countProblems(problems)).toBe('2 problems in 2 files');
    expect(countProblems([...problems, at(0)])).toBe('3 problems');
    expect(countProblems([at(0), at(1)])).toBe('2 problems');
  });

  it('shows 200,000 problems with the same message in linear time', () => {
    const many = Array.from({ length: 200_000 }, (_, n) => ({ ...problem, line: n + 1 }));
    expect(textOfProblems(many)).toContain('also in lines 2 to 200000; 200,000 times in all\n');
  });
});

describe('printProblems', () => {
  it('groups all problems before it prints them in parts', () => {
    const many = Array.from({ length: 150_000 }, (_, n) => [
      { file: 'a.yaml', line: n + 1, column: 1, code: 'D104' as const, message: 'm', fix: 'f' },
      { file: 'b.yaml', line: n + 1, column: 1, code: 'D104' as const, message: `${n}`, fix: 'f' },
    ]);
    const written: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    printProblems(many.flat());
    write.mockRestore();
    const text = written.join('');
    expect(text.match(/also in .*/g)).toEqual(['also in lines 2 to 150000; 150,000 times in all']);
    expect(text.match(/^b\.yaml/gm)).toHaveLength(150_000);
    expect([written.length, written.at(-1)]).toEqual([3, '300,000 problems in 2 files\n']);
  });
});
