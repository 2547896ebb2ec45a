import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-11';

type Entry = Record<string, unknown> & {
  id: string;
  employeeId: string | null;
  status: string;
  workedMinutes: number | null;
  establishmentId: string;
};

let service: SampleService;
let original: readonly EmployerData[];
beforeEach(async () => {
  original = await sampleOfDays('2026-10-05', '2026-10-11');
  service = await startSampleService({ employers: original }, CONFIGURATION);
  writeFileSync(join(service.cwd, 'employees-bakery.csv'), mapping());
});
afterEach(() => service.stop());

const CONFIGURATION = `payCodes:
  NORMAL: { external: "100" }
variables:
  datev-lodas: { consultant: "278041", client: "25016" }
`;

/** A number for each employee. */
function mapping(): string {
  const [employer] = original;
  if (employer === undefined) throw new Error('the sample has an employer');
  const { records } = employer;
  const people = [...(records.employees as unknown as { id: string }[])];
  const worked = [...(records['time-entries'] as unknown as Entry[])].flatMap(
    ({ employeeId }) => employeeId ?? [],
  );
  const ids = [...new Set([...people.map(({ id }) => id), ...worked])];
  return ['employeeId,employeeNumber', ...ids.map((id, index) => `${id},${1000 + index}`), ''].join('\n');
}

/** Every third entry is a little shorter, and every seventh is deleted. */
const edited = () =>
  service.changed((records) => ({
    ...records,
    'time-entries': [...(records['time-entries'] as unknown as Entry[])]
      .map((entry, index) =>
        index % 3 === 0 && entry.status === 'Completed' && (entry.workedMinutes ?? 0) > 20
          ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - (index % 17) }
          : entry,
      )
      .filter((_, index) => index % 7 !== 3),
  }));

/** Sums of a column by the named columns, over files. */
function sums(
  names: readonly string[],
  keys: readonly string[],
  value: string,
  sign: ',' | ';',
  decimal = '.',
) {
  const totals: Record<string, number> = {};
  for (const name of names) {
    const [header = '', ...rows] = readFileSync(join(service.cwd, 'out', name), 'latin1')
      .trimEnd()
      .split(/\r?\n/);
    const columns = header.split(sign);
    for (const row of rows) {
      const cells = row.split(sign);
      const key = keys.map((column) => cells[columns.indexOf(column)]).join(' ');
      const amount = Number((cells[columns.indexOf(value)] ?? '').replace(decimal, '.'));
      totals[key] = Math.round(((totals[key] ?? 0) + amount) * 100) / 100;
    }
  }
  return Object.fromEntries(
    Object.entries(totals)
      .filter(([, amount]) => amount !== 0)
      .sort(),
  );
}

describe('what targets accept', () => {
  test('delta: two-decimal hours add up to a fresh export exactly', {
    tags: 'slow',
  }, async () => {
    const made = await service.final(PERIOD, '--template', 'generic-csv');
    expect(made.error).toBeUndefined();
    const env = await edited();
    const corrected = await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env });
    expect({ status: corrected.status, error: corrected.error }).toEqual({ status: 0 });
    await service.json(['export', PERIOD, '--template', 'generic-csv'], { env, nowMs: AFTER + 1 });
    const name = `bakery_${PERIOD}_generic-csv`;
    for (const column of ['hours', 'minutes']) {
      const both = sums(
        [`${name}.csv`, `${name}_corrections-1.csv`],
        ['employeeNumber', 'code'],
        column,
        ',',
      );
      expect(both).toEqual(sums([join('draft', `${name}.csv`)], ['employeeNumber', 'code'], column, ','));
    }
    const written = corrected.runs[0].lines.flatMap((line: { written: object | null }) => line.written ?? []);
    expect(written.length).toBeGreaterThan(2);
    expect(new Set(written.map(({ unit }: { unit: string }) => unit))).toEqual(new Set(['hours']));
    const again = await service.json(['rerun', corrected.runs[0].runId, '--out', 'again']);
    expect(again.runs[0].files[0].sha256).toBe(corrected.runs[0].files[0].sha256);
  });

  test('restate: repeats the lines of a fresh export for affected employees', { tags: 'slow' }, async () => {
    expect((await service.final(PERIOD, '--template', 'silae')).error).toBeUndefined();
    const env = await edited();
    const corrected = await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env });
    expect({ status: corrected.status, error: corrected.error }).toEqual({ status: 0 });
    await service.json(['export', PERIOD, '--template', 'silae'], { env, nowMs: AFTER + 1 });
    const name = `bakery_${PERIOD}_silae`;
    const keys = ['Matricule', 'Code', 'Date debut', 'Date fin'];
    const again = sums([`${name}_corrections-1.csv`], keys, 'Valeur', ';');
    expect(again).toEqual(sums([join('draft', `${name}.csv`)], keys, 'Valeur', ';'));
  });

  test('restating some days leaves the other days as they were paid', { tags: 'slow' }, async () => {
    expect((await service.final(PERIOD, '--template', 'silae')).error).toBeUndefined();
    const env = await edited();
    const some = ['corrections', '2026-10-05..2026-10-06'];
    const keys = ['Matricule', 'Code'];
    const name = `bakery_${PERIOD}_silae`;
    const paid = sums([`${name}.csv`], keys, 'Valeur', ';');
    const whole = await service.json(['corrections', PERIOD], { env });
    const listed = await service.json(some, { env });
    expect(listed.runs[0].lines.length).toBeLessThan(whole.runs[0].lines.length);
    await service.json([...some, '--final', ...ACCEPT], { env });
    const restated = sums([`${name}_corrections-1.csv`], keys, 'Valeur', ';');
    const total = (of: Record<string, number>) => Object.values(of).reduce((sum, each) => sum + each, 0);
    const moved = listed.runs[0].lines.reduce(
      (sum: number, { written }: { written: { difference: number } | null }) =>
        sum + (written?.difference ?? 0),
      0,
    );
    expect(moved).not.toBe(0);
    expect(total(restated)).toBeCloseTo(total(paid) + moved, 6);
    await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env });
    await service.json(['export', PERIOD, '--template', 'silae'], { env, nowMs: AFTER + 1 });
    expect(sums([`${name}_corrections-2.csv`], keys, 'Valeur', ';')).toEqual(
      sums([join('draft', `${name}.csv`)], keys, 'Valeur', ';'),
    );
  });

  test('none: listed, refused when final, recorded when all are settled', { tags: 'slow' }, async () => {
    expect((await service.final(PERIOD, '--template', 'datev-lodas')).error).toBeUndefined();
    const env = await edited();
    const { runs, status } = await service.json(['corrections', PERIOD], { env });
    expect(status).toBe(0);
    expect(runs[0].lines.length).toBeGreaterThan(2);
    expect(await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env })).toMatchObject({
      status: 5,
      error: { code: 'CORRECTIONS_BY_HAND' },
    });
    const settle = runs[0].lines.flatMap(({ line }: { line: string }) => ['--settle', `${line}=by hand`]);
    expect(
      await service.json(['corrections', PERIOD, '--final', ...ACCEPT, ...settle], { env }),
    ).toMatchObject({
      status: 0,
      runs: [{ state: 'correction' }],
    });
    expect((await service.json(['corrections', PERIOD], { env })).runs[0].lines).toEqual([]);
  });

  test('lines to be entered by hand keep their cause after another template has carried them', {
    tags: 'slow',
  }, async () => {
    const templates = ['--template', 'datev-lodas', '--template', 'pay-lines'];
    expect(
      (await service.json(['export', PERIOD, '--final', ...templates, ...ACCEPT])).error,
    ).toBeUndefined();
    const env = await edited();
    const causes = async () => {
      const { runs } = await service.json(['corrections', PERIOD, '--template', 'datev-lodas'], { env });
      const lines: { line: string; cause: string }[] = runs[0].lines;
      return Object.fromEntries(lines.map(({ line, cause }) => [line, cause]));
    };
    const before = await causes();
    const ids = Object.keys(before);
    expect(new Set(Object.values(before))).toEqual(new Set(['changed', 'deleted']));
    const settled = ids[0] ?? '';
    const carried = ['corrections', PERIOD, '--final', ...ACCEPT, '--settle', `${settled}=by hand`];
    expect(await service.json(carried, { env })).toMatchObject({
      status: 0,
      runs: [{ files: [{ template: 'pay-lines' }] }],
    });
    const after = await causes();
    expect(Object.keys(after)).toHaveLength(ids.length - 1);
    expect(Object.values(after).sort()).toEqual(
      ids
        .slice(1)
        .map((id) => before[id])
        .sort(),
    );
  });

  test('a work location that was removed is never reversed silently', { tags: 'slow' }, async () => {
    expect((await service.final(PERIOD, '--template', 'pay-lines')).error).toBeUndefined();
    const env = await service.changed((records) => {
      const entries = [...(records['time-entries'] as unknown as Entry[])];
      const place = entries.find(
        ({ status, employeeId }) => status === 'Completed' && employeeId !== null,
      )?.establishmentId;
      return {
        ...records,
        establishments: [...(records.establishments as unknown as { id: string }[])].filter(
          ({ id }) => id !== place,
        ),
        shifts: [...(records.shifts as unknown as Entry[])].filter(
          ({ establishmentId }) => establishmentId !== place,
        ),
        'time-entries': entries.filter(({ establishmentId }) => establishmentId !== place),
      };
    });
    const listed = await service.json(['corrections', PERIOD], { env });
    expect({ status: listed.status, error: listed.error }).toEqual({ status: 0 });
    expect(listed.runs[0].lines.length).toBeGreaterThan(0);
    for (const { cause, causes } of listed.runs[0].lines)
      expect([cause, causes]).toEqual(['establishment-gone', ['establishment-gone']]);
    expect(await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env })).toMatchObject({
      status: 5,
      error: { code: 'EXPORT_BLOCKED' },
    });
    expect(
      await service.json(
        ['corrections', PERIOD, '--final', ...ACCEPT, '--accept', 'ESTABLISHMENT_GONE=closed'],
        { env },
      ),
    ).toMatchObject({ status: 0, runs: [{ state: 'correction' }] });
  });
});
