// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PdfFonts } from '../../../src/documents/pdf/pdfFonts.js';
import { renderTimesheetPdf } from '../../../src/documents/pdf/timesheetPdf.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';

/**
 * Poppler's tools, from Debian's packages; tests that read a PDF back report that they were skipped if these are
 * missing.
 */
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

describe('the PDF timesheets-pdf', () => {
  let service: SampleService;
  let path: string;
  beforeAll(async () => {
    service = await startSampleService();
    path = await exported(service);
  });
  afterAll(() => service.stop());

  test('the same month gives the same bytes', { tags: 'slow' }, async () => {
    const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = digest(path);
    expect(digest(await exported(service))).toBe(before);
  });

  test('a separate file for each employee, named by number and name, has the same page', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    const few = await startSampleService({ employers: await sampleOfDays('2026-10-31', '2026-10-31') });
    const { status, stdout } = await few.run([
      'export',
      '2026-10',
      '--template',
      'timesheets-pdf-each',
      '--json',
      '--out',
      'each',
    ]);
    expect(status).toBe(0);
    const files: { path: string }[] = JSON.parse(stdout).runs[0].files;
    expect(files.length).toBe((await workedByPerson(few)).length);
    expect(new Set(files.map((file) => file.path.toLowerCase())).size).toBe(files.length);
    const numbered = files.filter((file) => /_timesheet_00\d{3}_\p{L}+-\p{L}+.*\.pdf$/u.test(file.path));
    expect(numbered.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(resolve(few.cwd, file.path)).subarray(0, 5).toString()).toBe('%PDF-');
    await few.stop();
  });

  describe.runIf(hasPoppler)('read back', () => {
    test('is tagged, in its language, with embedded fonts', () => {
      expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged: +yes/);
      const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n').slice(2);
      expect(fonts.length).toBe(2);
      expect(fonts.filter((line) => !/ yes yes yes /.test(line))).toEqual([]);
    });

    test('has a page for every employee who worked, with the total of employee-days', {
      tags: 'slow',
    }, async () => {
      const totals = await workedByPerson(service);
      const pages = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
        .split('\f')
        .slice(0, -1);
      expect(pages.length).toBe(totals.length);
      for (const { name, minutes } of totals) {
        if (!/^[\p{Script=Latin}' -]+, [\p{Script=Latin}' -]+$/u.test(name)) continue;
        const page = pages.find((text) => text.includes(name) && total(text) === clock(minutes));
        expect({ name, found: page !== undefined }).toEqual({ name, found: true });
      }
    });
  });
});

async function exported(service: SampleService): Promise<string> {
  const { status, stdout } = await service.run([
    'export',
    '2026-10',
    '--template',
    'timesheets-pdf',
    '--json',
  ]);
  expect(status).toBe(0);
  return resolve(service.cwd, JSON.parse(stdout).runs[0].files[0].path);
}

interface Worked {
  readonly name: string;
  readonly minutes: number;
}

async function workedByPerson(service: SampleService): Promise<Worked[]> {
  const { stdout } = await service.run(['export', '2026-10', '--template', 'employee-days', '--json']);
  const csv = readFileSync(resolve(service.cwd, JSON.parse(stdout).runs[0].files[0].path), 'utf8');
  const people = new Map<string, Worked>();
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  for (const { employeeId: id = '', lastName, firstName, workedMinutes } of rows) {
    // The CSV adds an apostrophe to text that a spreadsheet would run.
    const name =
      [lastName, firstName]
        .map((text = '') => text.replace(/^'(?=[=+@-])/, ''))
        .filter(Boolean)
        .join(', ') || id;
    people.set(id, { name, minutes: (people.get(id)?.minutes ?? 0) + Number(workedMinutes) });
  }
  return [...people.values()];
}

function total(page: string): string {
  return /^ *Total +\S+ +(\S+)/m.exec(page)?.[1] ?? '';
}

function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

test('people beyond the number of a file continue in further ones', async () => {
  const fonts = await PdfFonts.open({ packageRoots: [], folders: [] });
  const rendered = async (peoplePerFile: number) => {
    const files = await renderTimesheetPdf(fixtureModel({ employees: 5 }), { peoplePerFile }, fonts);
    const pages: number[] = [];
    for (const { content } of files) {
      const pieces: Uint8Array[] = [];
      for await (const piece of content as AsyncIterable<Uint8Array>) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('latin1');
      expect([text.slice(0, 5), text.slice(-6)]).toEqual(['%PDF-', '%%EOF\n']);
      pages.push(text.match(/\/Type \/Page\n/g)?.length ?? 0);
    }
    return { names: files.map(({ name }) => name), rows: files.map(({ rows }) => rows), pages };
  };
  expect(await rendered(2)).toEqual({
    names: ['', '-2', '-3'].map((part) => `bakery_2026-10_timesheets-pdf${part}.pdf`),
    rows: [2, 2, 1],
    pages: [2, 2, 1],
  });
  expect(await rendered(5)).toEqual({ names: ['bakery_2026-10_timesheets-pdf.pdf'], rows: [5], pages: [5] });
});
