import { fieldsOfModel } from '../../../src/language/templateFields.js';
// @module-tag slow

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate, fillTemplate } from '../../support/workbooks/checked.js';
import { collect } from '../../support/workbooks/collect.js';
import {
  type BandedWorkbook,
  COMPARE_RESULTS,
  type ComparedResults,
  foreignWorkbooks,
  type OtherResult,
  withBand,
} from '../../support/workbooks/foreignWorkbooks.js';
import { testModel } from '../../support/workbooks/model.js';
import { resaveWithLibreOffice, writeUncalculated } from '../../support/workbooks/recalculate.js';

/*
 * Workbooks of other projects with a band in a used row: each result that the engine stores is compared with
 * LibreOffice's result for the file without stored results.
 */

const model = testModel(1);
/** Which row repeats, how often, and its position: a share of the rows with numbers. */
const BANDS = [
  { directive: '{{#each employee-days}}', count: 3, at: 0 },
  { directive: '{{#each employee-days}}', count: 3, at: 0.5 },
  { directive: '{{#each employee-days where workedMinutes > 9000}}', count: 0, at: 0.7 },
] as const;
const MOST_FILES = 2_000;
const MOST_AT_ONCE = 40;

/** Accepted differences, and their reasons. */
const TOLERATED: readonly (readonly [reason: string, holds: (found: OtherResult) => boolean])[] = [
  [
    'the program that saved the workbook and LibreOffice differ in this cell before anything is filled',
    ({ stored, drawn, drawnJudged }) => isNear(stored, drawn) && !isNear(drawn, drawnJudged),
  ],
  [
    'LibreOffice lacks the function, or a column of a table without the name of the table',
    ({ judged }) => judged === '#NAME?',
  ],
];

function isNear(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
}

const python = pythonWith('json');
const soffice = programOf('soffice', '--version');
const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const found = python && soffice ? foreignWorkbooks(MOST_FILES) : [];
if (found.length === 0) console.warn('skipped: no workbooks of other projects on this machine');

interface Filled extends Pick<BandedWorkbook, 'part' | 'row'> {
  readonly drawn: string;
  readonly ours: string;
  readonly count: number;
}

async function fillAll(): Promise<Filled[]> {
  const filled: Filled[] = [];
  for (const [index, path] of found.entries()) {
    const bytes = readFileSync(path);
    const drawn = join(folder, `${index}.xlsx`);
    writeFileSync(drawn, bytes);
    for (const [band, { directive, count, at }] of BANDS.entries()) {
      const banded = await usedBand(bytes, directive, at);
      if (!banded) continue;
      const ours = join(folder, `${index}-${band}.xlsx`);
      writeFileSync(ours, (await filledBytes(banded.bytes)) ?? '');
      filled.push({ drawn, ours, count, part: banded.part, row: banded.row });
    }
  }
  return filled;
}

/** Undefined if the workbook has no formulas, or the engine gives a reason for refusing it. */
async function usedBand(bytes: Uint8Array, directive: string, at: number) {
  try {
    const banded = await withBand(bytes, directive, at);
    const isRefused = !banded || (await checkTemplate(banded.bytes, fieldsOfModel(model))).length > 0;
    return isRefused || !(await filledBytes(banded.bytes)) ? undefined : banded;
  } catch (error) {
    if (error instanceof PaytallyError) return undefined;
    throw error;
  }
}

async function filledBytes(template: Uint8Array): Promise<Uint8Array> {
  return collect((await fillTemplate(template, model)).content);
}

/** LibreOffice's results: path -> path. It crashes on some workbooks; the others are still saved. */
async function recalculated(paths: readonly string[]): Promise<Map<string, string>> {
  const saved = new Map<string, string>();
  for (let from = 0; from < paths.length; from += MOST_AT_ONCE) {
    const some = paths.slice(from, from + MOST_AT_ONCE);
    const uncalculated = await Promise.all(some.map((path) => writeUncalculated(path, folder)));
    for (const [index, path] of resavedOrNot(uncalculated).entries()) saved.set(some[index] ?? '', path);
  }
  return saved;
}

function resavedOrNot(paths: readonly string[]): string[] {
  try {
    return resaveWithLibreOffice(soffice ?? '', folder, paths);
  } catch {
    if (paths.length === 1) return [''];
    const half = Math.ceil(paths.length / 2);
    return [...resavedOrNot(paths.slice(0, half)), ...resavedOrNot(paths.slice(half))];
  }
}

describe.runIf(found.length > 0)('results in workbooks of other projects', () => {
  test('match those of LibreOffice, or are absent', { timeout: 3_600_000 }, async () => {
    const filled = await fillAll();
    const saved = await recalculated([
      ...new Set(filled.map(({ drawn }) => drawn)),
      ...filled.map(({ ours }) => ours),
    ]);
    const cases = filled.map((each) => ({
      ...each,
      judged: saved.get(each.ours) ?? '',
      drawnJudged: saved.get(each.drawn) ?? '',
    }));
    const list = join(folder, 'cases.json');
    writeFileSync(list, JSON.stringify(cases));
    const compared = runPython(python ?? '', COMPARE_RESULTS, list) as ComparedResults[];
    const tolerated = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const [index, one] of compared.entries()) {
      const origin = found[Number(/(\d+)\.xlsx$/.exec(filled[index]?.drawn ?? '')?.[1])];
      if (one.failed) console.warn(`not compared: ${origin}: ${one.failed}`);
      for (const other of one.other) {
        const [reason] = TOLERATED.find(([, holds]) => holds(other)) ?? [];
        if (reason === undefined) wrong.push({ origin, ...other });
        else tolerated.set(reason, (tolerated.get(reason) ?? 0) + 1);
      }
    }
    const sum = (key: 'formulas' | 'stored'): number => compared.reduce((total, one) => total + one[key], 0);
    console.info(
      `${filled.length} workbooks: ${sum('stored')} results of ${sum('formulas')} formulas compared`,
    );
    for (const [reason, count] of tolerated) console.info(`tolerated: ${count} times ${reason}`);
    expect(wrong).toEqual([]);
  });
});
