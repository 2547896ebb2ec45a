// @module-tag slow
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleInGate } from '../../gate.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/* Names that payroll systems prescribe are the same every month; so are files that only describe others. */

const [MONDAY, TUESDAY] = ['2026-10-05', '2026-10-06'];
const DAYS = [`${MONDAY}..${MONDAY}`, `${TUESDAY}..${TUESDAY}`] as const;

let service: SampleService;
beforeEach(async () => {
  service = await startSampleService(
    { employers: await sampleOfDays(MONDAY, TUESDAY) },
    'templates: [./own]',
  );
  mkdirSync(join(service.cwd, 'own'));
});
afterEach(() => service.stop());

function template(fileName: string, layout = 'Felder = 2', companion = 'layout.ini'): void {
  const text = `kind: text
description: Hours for a payroll
audience: payroll
corrections: none
fileName: '${fileName}'
rows: { each: 'pay-lines group by employee.id', columns: [{ value: "{{employee.id}}" }, { value: "{{minutes}}" }] }
companions:
  - fileName: '${companion}'
    preamble: |
      ${layout}
`;
  writeFileSync(join(service.cwd, 'own', 'template.yaml'), text);
}

interface Made {
  readonly runId: string;
  readonly files: readonly { readonly path: string; readonly isCompanion?: true }[];
}

async function made(argv: readonly string[]): Promise<Made> {
  const { status, stderr, runs } = await service.json(argv);
  if (status !== 0) throw new Error(stderr);
  return runs[0];
}

const final = (days: string, ...more: string[]) => made(['export', days, '--final', ...ACCEPT, ...more]);

const pathsIn = ({ files }: Made) => files.map(({ path }) => relative(join(service.cwd, 'out'), path));
const isVerified = async () => (await service.run(['verify', '--json'], { nowMs: AFTER })).status;

describe('names of payroll files in two periods', () => {
  const NAMES: readonly (readonly [string, string, readonly string[]])[] = [
    ['a fixed name', 'HOURS.001', [`bakery_${DAYS[0]}/HOURS.001`, `bakery_${DAYS[1]}/HOURS.001`]],
    [
      'the month, for parts of a month',
      'H{{ part.month | date: "MMYY" }}.dat',
      [`bakery_${DAYS[0]}/H1026.dat`, `bakery_${DAYS[1]}/H1026.dat`],
    ],
    ['the days', 'H{{ run.from | date: "MMDD" }}.dat', ['H1005.dat', 'H1006.dat']],
    ['the label', '{{ run.periodLabel }}.dat', [`${DAYS[0]}.dat`, `${DAYS[1]}.dat`]],
  ];
  test.each(sampleInGate(NAMES, 1))('%s', async (_, fileName, expected) => {
    template(fileName);
    for (const days of DAYS) await made(['export', days]);
    const runs = [await final(DAYS[0]), await final(DAYS[1])];
    expect(runs.map((run) => pathsIn(run)[0])).toEqual(expected);
    for (const path of expected) expect(existsSync(join(service.cwd, 'out', 'draft', path))).toBe(true);
    expect(statSync(join(service.cwd, 'out', dirname(expected[0] ?? ''))).mode & 0o777).toBe(0o700);
    expect(await isVerified()).toBe(0);
  });

  test('the month is enough for a whole month', async () => {
    template('H{{ part.month | date: "MMYY" }}.dat');
    expect(pathsIn(await final('2026-10'))[0]).toBe('H1026.dat');
  });

  test('a configured name is kept in the same way, and a rerun has all files in its folder', async () => {
    template('{{ run.periodLabel }}.dat');
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nfileNames: { own: IMPORT.CSV }\n`);
    const runs = [await final(DAYS[0]), await final(DAYS[1])];
    expect(runs.map(pathsIn)).toEqual([
      [`bakery_${DAYS[0]}/IMPORT.CSV`, 'IMPORT.ini'],
      [`bakery_${DAYS[1]}/IMPORT.CSV`, 'IMPORT.ini'],
    ]);
    const again = join(service.cwd, 'again');
    await made(['rerun', runs[0]?.runId ?? '', '--out', again]);
    expect(readdirSync(again).sort()).toEqual(['IMPORT.CSV', 'IMPORT.ini']);
    expect(readFileSync(join(again, 'IMPORT.CSV'))).toEqual(readFileSync(runs[0]?.files[0]?.path ?? ''));
  });

  test('a file of the user in the folder of the period is not replaced, and a superseded final is', {
    tags: 'slow',
  }, async () => {
    template('HOURS.001');
    const path = join(service.cwd, 'out', `bakery_${DAYS[0]}`, 'HOURS.001');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'mine');
    const refused = await service.run(['export', DAYS[0], '--final', ...ACCEPT, '--json'], { nowMs: AFTER });
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'OUTPUT_EXISTS', record: path });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await final(DAYS[1]);
    const [first] = (await final(DAYS[1], '--supersede', 'again')).files;
    expect(first?.path).toBe(join(service.cwd, 'out', `bakery_${DAYS[1]}`, 'HOURS.001'));
    expect(await isVerified()).toBe(0);
  });
});

describe('a companion, which describes the file', () => {
  test('is shared by all periods while its content is the same', async () => {
    template('HOURS.001');
    const runs = [await final(DAYS[0]), await final(DAYS[1])];
    expect(runs.map(({ files }) => files.map(({ isCompanion }) => isCompanion ?? false))).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(runs.map((run) => pathsIn(run)[1])).toEqual(['layout.ini', 'layout.ini']);
    expect(await isVerified()).toBe(0);
  });

  test('is in the folder of the period if its content has changed', async () => {
    template('HOURS.001');
    await final(DAYS[0]);
    template('HOURS.001', 'Felder = 3');
    expect(pathsIn(await final(DAYS[1]))[1]).toBe(`bakery_${DAYS[1]}/layout.ini`);
    expect(readFileSync(join(service.cwd, 'out', 'layout.ini'), 'utf8')).toBe('Felder = 2\n');
    expect(await isVerified()).toBe(0);
  });

  test('never replaces a file of the user', async () => {
    template('HOURS.001');
    mkdirSync(join(service.cwd, 'out'));
    writeFileSync(join(service.cwd, 'out', 'layout.ini'), 'mine');
    expect(pathsIn(await final(DAYS[0]))[1]).toBe(`bakery_${DAYS[0]}/layout.ini`);
    expect(readFileSync(join(service.cwd, 'out', 'layout.ini'), 'utf8')).toBe('mine');
  });

  test.each(
    sampleInGate(
      [
        ['{{ run.employer }} {{ run.periodLabel }}', [`bakery ${DAYS[0]}.csv`, `bakery ${DAYS[0]}.ini`]],
        ['{{ run.from }}.txt', [`${MONDAY}.txt`, `${MONDAY}.ini`]],
        ['{{ run.from }}.ini', [`${MONDAY}.ini`, `${MONDAY}-2.ini`]],
      ] as const,
      1,
    ),
  )('gets the configured name %s with its own extension', async (pattern, names) => {
    template('HOURS.001');
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nfileNames: { own: "${pattern}" }\n`);
    expect((await final(DAYS[0])).files.map(({ path: made }) => basename(made))).toEqual(names);
  });
});
