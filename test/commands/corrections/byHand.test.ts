import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { rowsAsShown } from '../../../src/workbook/index.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { readerOf } from '../../templates/allFormats.js';

/* For payroll systems that accept no corrections from a file: a sheet of what to type, settled as a whole. */

const PERIOD = '2026-10-05..2026-10-06';
const CONFIGURATION = `payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
`;

type Entry = { id: string; employeeId: string | null; status: string; workedMinutes: number | null };

let service: SampleService;
let original: readonly EmployerData[];
beforeEach(async () => {
  original = await sampleOfDays('2026-10-05', '2026-10-06');
  service = await startSampleService({ employers: original }, CONFIGURATION);
  const mapping = people().map((id, index) => `${id},${1000 + index}\n`);
  writeFileSync(join(service.cwd, 'employees-bakery.csv'), `employeeId,employeeNumber\n${mapping.join('')}`);
});
afterEach(() => service.stop());

function entries(): readonly Entry[] {
  return [...((original[0]?.records['time-entries'] ?? []) as unknown as Entry[])];
}

function people(): readonly string[] {
  return [...new Set(entries().flatMap(({ employeeId }) => employeeId ?? []))].sort();
}

const paid = ({ employeeId, status, workedMinutes }: Entry) =>
  employeeId !== null && status === 'Completed' && (workedMinutes ?? 0) > 0;

/** Deletes all work of the first employee who has any, and makes an entry of the second half an hour longer. */
async function edited(): Promise<{
  env: Readonly<Record<string, string | undefined>>;
  gone: string;
  longer: string;
}> {
  const [gone = '', longer = ''] = [
    ...new Set(
      entries()
        .filter(paid)
        .flatMap((each) => each.employeeId ?? []),
    ),
  ];
  const first = entries().find((each) => each.employeeId === longer && paid(each));
  const changed = entries()
    .filter(({ employeeId }) => employeeId !== gone)
    .map((each) => (each === first ? { ...each, workedMinutes: (each.workedMinutes ?? 0) + 30 } : each));
  const env = await service.changed((records) => ({ ...records, 'time-entries': changed }));
  return { env, gone, longer };
}

const CORRECTIONS = ['corrections', PERIOD, '--template', 'datev-lodas'] as const;
const exported = () => service.json(['export', PERIOD, '--final', '--template', 'datev-lodas', ...ACCEPT]);

/** What DATEV has for each employee, from the file itself. */
async function bookedHours(path: string): Promise<Record<string, number>> {
  const read = await readerOf('datev-lodas');
  const { lines, unitsPerHour } = read(readFileSync(path));
  return Object.fromEntries(lines.map(({ employee, units }) => [employee, units / unitsPerHour]));
}

describe('a sheet of corrections to type', () => {
  test('shows the recorded value, the right value and what to type, by employee and pay code', async () => {
    const { runs } = await exported();
    const booked = await bookedHours(runs[0].files[0].path);
    const { env, gone, longer } = await edited();
    const numberOf = (id: string) => String(1000 + people().indexOf(id));
    const [before, other] = [booked[numberOf(gone)] ?? 0, booked[numberOf(longer)] ?? 0];
    expect(before).toBeGreaterThan(0);
    const { stdout } = await service.run(CORRECTIONS, { nowMs: AFTER, env });
    expect(stdout).toContain('datev-lodas accepts no correction file. Enter these amounts by hand:');
    expect(stdout).toContain(`exported ${before.toFixed(2)}, now 0.00, enter −${before.toFixed(2)} (hours)`);
    expect(stdout).toContain(
      `exported ${other.toFixed(2)}, now ${(other + 0.5).toFixed(2)}, enter +0.50 (hours)`,
    );
    const listed = await service.json(CORRECTIONS, { env });
    const of = new Map(
      listed.runs[0].sheet.map((entry: { employeeId: string }) => [entry.employeeId, entry]),
    );
    expect([...of.keys()].sort()).toEqual([gone, longer].sort());
    expect(of.get(gone)).toMatchObject({
      employeeNumber: numberOf(gone),
      code: '100',
      now: 0,
      type: -before,
    });
    expect(of.get(longer)).toMatchObject({ type: 0.5, unit: 'hours', date: null, payCodes: ['NORMAL'] });
    expect(existsSync(join(service.cwd, 'out', 'draft'))).toBe(false);
  });

  test('in the language of the configuration', { tags: 'slow' }, async () => {
    await exported();
    const { env } = await edited();
    const path = join(service.cwd, 'paytally.yaml');
    const config = readFileSync(path, 'utf8').replace(/^language:.*\n/m, '');
    for (const [language, words] of [
      ['de', /exportiert \d+,\d\d; jetzt 0,00; einzugeben −\d+,\d\d \(Stunden\)/],
      ['nl', /geëxporteerd \d+,\d\d; nu 0,00; in te voeren −\d+,\d\d \(uren\)/],
      ['fr', /exporté \d+,\d\d ; maintenant 0,00 ; à saisir −\d+,\d\d \(heures\)/],
    ] as const) {
      writeFileSync(path, `language: ${language}\n${config}`);
      expect((await service.run(CORRECTIONS, { nowMs: AFTER, env })).stdout).toMatch(words);
    }
  });

  test('--sheet writes it as a workbook and writes no other file', async () => {
    await exported();
    const { env } = await edited();
    const { runs } = await service.json([...CORRECTIONS, '--sheet', 'type.xlsx'], { env });
    const rows = await shownRows(join(service.cwd, 'type.xlsx'));
    expect(rows[0]?.[0]).toBe('Manual corrections: datev-lodas');
    for (const { employeeNumber, recorded, now, type } of runs[0].sheet) {
      const row = rows.find(([number]) => number === employeeNumber);
      expect(row?.slice(-4, -1).map((cell) => Number.parseFloat(String(cell)))).toEqual([
        recorded,
        now,
        type,
      ]);
    }
    expect((await service.json(['history'])).runs).toHaveLength(1);
  });

  test.each([
    ['--sheet', 'type.csv'],
    ['--sheet', ''],
  ])('%s %s is refused', async (...argv) => {
    expect((await service.run([...CORRECTIONS, ...argv], { nowMs: AFTER })).status).toBe(2);
  });
});

async function shownRows(path: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (const { cells } of await rowsAsShown(readFileSync(path), path)) rows.push(cells);
  return rows;
}

describe('settled as a whole', () => {
  test('by template: recorded, and in no file', { tags: 'slow' }, async () => {
    await exported();
    const { env } = await edited();
    const { runs: listed } = await service.json(CORRECTIONS, { env });
    const made = await service.json([...CORRECTIONS, '--final', ...ACCEPT, '--settle', 'datev-lodas=typed'], {
      env,
    });
    expect(made).toMatchObject({ status: 0, runs: [{ state: 'correction' }] });
    const { runId, lines, files } = made.runs[0];
    expect(lines.map(({ line }: { line: string }) => line)).toEqual(
      listed[0].lines.map(({ line }: { line: string }) => line),
    );
    expect(files).toEqual([]);
    expect((await service.json(CORRECTIONS, { env })).runs[0].lines).toEqual([]);
    expect((await service.json(['verify'], { env })).status).toBe(0);
    const again = await service.json(['rerun', runId, '--out', 'again']);
    expect(again.runs[0].files).toEqual([]);
  });

  test('by employee and pay code; the rest still has to be entered', { tags: 'slow' }, async () => {
    await exported();
    const { env, gone, longer } = await edited();
    const final = [...CORRECTIONS, '--final', ...ACCEPT];
    expect(await service.json(final, { env })).toMatchObject({
      status: 5,
      error: { code: 'CORRECTIONS_BY_HAND' },
    });
    // What was entered is recorded, and the rest stays open.
    const settled = (name: string) => service.json([...final, '--settle', `${name}:NORMAL=typed`], { env });
    const plain = [...final.filter((word) => word !== '--json'), '--settle', `${gone}:NORMAL=typed`];
    expect((await service.run(plain, { env, nowMs: AFTER })).stderr).toMatch(
      /Next: .*--final --settle "datev-lodas=entered by hand"/,
    );
    const { lines } = (await service.json(CORRECTIONS, { env })).runs[0];
    expect(lines.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([longer]);
    expect(await service.json(final, { env })).toMatchObject({ status: 5 });
    const number = 1000 + people().indexOf(longer);
    expect(await settled(String(number))).toMatchObject({ status: 0 });
    expect((await service.json(CORRECTIONS, { env })).runs[0]).toMatchObject({ lines: [] });
  });

  test('refuses an unknown name', { tags: 'slow' }, async () => {
    await exported();
    const { env, gone } = await edited();
    for (const name of ['silae', `${gone}:NIGHT`, 'nobody:NORMAL', ':NORMAL'])
      expect(
        await service.json([...CORRECTIONS, '--final', ...ACCEPT, '--settle', `${name}=typed`], { env }),
      ).toMatchObject({ status: 2, error: { code: 'USAGE', record: name } });
  });

  test('without --final', async () => {
    const { status } = await service.run([...CORRECTIONS, '--settle', 'datev-lodas=typed'], { nowMs: AFTER });
    expect(status).toBe(2);
  });
});
