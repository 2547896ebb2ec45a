// @module-tag slow

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { programOf } from '../../support/programs/pythonWith.js';
import { fillTemplate } from '../../support/workbooks/checked.js';
import { collect } from '../../support/workbooks/collect.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook, workbookParts } from '../../support/workbooks/workbook.js';

/* A row has the height of its wrapped text, unless a person set its height. */

const WRAPS = 6;
const NAMES = [
  'Short',
  'A name that is so long that it takes several lines of a narrow column, at least three',
];

function source(height: string) {
  const cells = row(5, { A: ['{{#each employees}}{{employee.name}}', WRAPS] });
  const rows = cells.replace('<row ', `<row ${height} `);
  const base = {
    sheets: { Hours: { rows, before: '<cols><col min="1" max="1" width="20" customWidth="1"/></cols>' } },
  };
  const styles = String(workbookParts(base).get('xl/styles.xml'));
  const wrapped =
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment wrapText="1"/></xf></cellXfs>';
  return { ...base, parts: { 'xl/styles.xml': styles.replace('</cellXfs>', wrapped) } };
}

async function filled(height: string): Promise<Uint8Array> {
  const model = testModel(0);
  const people = testModel(1).dataSets.get('employees');
  const [person] = (people?.rows ?? []) as Record<string, string>[];
  const rows = NAMES.map((name) => ({ ...person, 'employee.name': name }));
  const dataSets = new Map([
    ...model.dataSets,
    ['employees', { fields: people?.fields ?? [], rows }] as const,
  ]);
  return collect((await fillTemplate(await workbook(source(height)), { ...model, dataSets })).content);
}

const heights = (xml: string) =>
  [...xml.matchAll(/<row [^>]*?>/g)].map(([tag]) => Number(/\bht="([\d.]+)"/.exec(tag)?.[1]));
const sheet = async (bytes: Uint8Array) =>
  Buffer.from((await readZip(bytes, 'x')).get('xl/worksheets/sheet1.xml') ?? '').toString();

test('a line is as tall as in Excel, each further line adds one, and a set height is kept', async () => {
  const [short = 0, long = 0] = heights(await sheet(await filled('ht="15"')));
  expect(short).toBe(15);
  expect(long % 15).toBe(0);
  expect(long).toBeGreaterThanOrEqual(60);
  expect(heights(await sheet(await filled('ht="90" customHeight="0"')))).toEqual([short, long]);
  expect(heights(await sheet(await filled('ht="33" customHeight="1"')))).toEqual([33, 33]);
});

const soffice = programOf('soffice', '--version');
const folder = mkdtempSync(join(tmpdir(), 'heights-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.runIf(soffice && programOf('pdftotext', '-v'))(
  'LibreOffice prints each word, in as many lines as the row has height for',
  {
    timeout: 180_000,
  },
  async () => {
    const path = join(folder, 'filled.xlsx');
    const bytes = await filled('ht="15"');
    writeFileSync(path, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    spawnSync(soffice ?? '', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path], {
      timeout: 120_000,
    });
    const { stdout } = spawnSync('pdftotext', ['-bbox', join(folder, 'filled.pdf'), '-'], {
      encoding: 'utf8',
    });
    const words = [...stdout.matchAll(/yMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map(([, y, word]) => ({
      y: Number(y),
      word,
    }));
    expect(words.map(({ word }) => word).join(' ')).toBe(NAMES.join(' '));
    const lines = new Set(words.slice(1).map(({ y }) => Math.round(y))).size;
    const [, long = 0] = heights(await sheet(bytes));
    expect(long / 15 - lines).toBeGreaterThanOrEqual(0);
    expect(long / 15 - lines).toBeLessThanOrEqual(1);
  },
);
