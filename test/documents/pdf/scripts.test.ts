// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fontPlaces } from '../../../src/documents/pdf/fontFiles.js';
import { PdfPages } from '../../../src/documents/pdf/pdfDocument.js';
import { PdfFonts } from '../../../src/documents/pdf/pdfFonts.js';
import { scriptsIn, shapable } from '../../../src/documents/pdf/scripts.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

/** Names as their owners write them: last name, first name. */
const NAMES = {
  Devanagari: ['शर्मा', 'श्रीकृष्ण'],
  Thai: ['ใจดี', 'น้ำฝน'],
  Tamil: ['கிருஷ்ணன்', 'தமிழ்ச்செல்வி'],
  Bengali: ['চক্রবর্তী', 'জ্যোতির্ময়'],
  Ethiopic: ['ገብረማርያም', 'አበበ'],
} as const;
/** Their fonts are too large for the packages of a developer: `.ci/tools` unpacks one that has them. */
const EAST_ASIAN = { Han: ['欧阳', '小明'], Kana: ['やまだ', 'タロウ'], Hangul: ['김', '민준'] } as const;
const EAST_ASIAN_FONTS = '/usr/local/share/noto-cjk';
const hasEastAsian = existsSync(EAST_ASIAN_FONTS);
if (!hasEastAsian) console.warn('Chinese, Japanese and Korean are not drawn: .ci/tools brings their fonts');
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
const ALL = hasEastAsian ? { ...NAMES, ...EAST_ASIAN } : NAMES;

const surroundings = { env: {}, cwd: tmpdir(), packageFolder: PROJECT };
const here = { ...fontPlaces(surroundings), folders: hasEastAsian ? [EAST_ASIAN_FONTS] : [] };
const nowhere = { packageRoots: [], folders: [] };

/** Which glyphs a text is drawn with; 0 is the box of a character that a font lacks. */
function glyphsOf(fonts: PdfFonts, text: string): number[] {
  return fonts.runs(text, 'regular').flatMap((run) => run.font.layout(run.text).glyphs.map(({ id }) => id));
}

describe('letters of other scripts', () => {
  test.each(Object.entries(ALL))('%s is drawn with its own font', async (script, [lastName, firstName]) => {
    const fonts = await PdfFonts.open(here);
    const name = `${lastName}, ${firstName}`;
    expect(scriptsIn(name)).toEqual([script]);
    expect(fonts.missing(name)).toBeUndefined();
    expect(glyphsOf(fonts, name)).not.toContain(0);
    for (const weight of ['regular', 'bold'] as const) {
      const runs = fonts.runs(name, weight);
      expect(runs.map(({ text }) => text).join('')).toBe(name);
      expect(runs.some(({ isFound }) => isFound)).toBe(true);
    }
  });

  test.each(Object.entries({ ...NAMES, ...EAST_ASIAN }))(
    '%s without a font is ? for each letter, and missing by name',
    async (script, [lastName]) => {
      const fonts = await PdfFonts.open(nowhere);
      const missing = fonts.missing(`${lastName} Ann`);
      expect(missing?.scripts).toEqual([script]);
      expect(missing?.characters.length).toBeGreaterThan(0);
      const drawn = fonts.runs(`${lastName} Ann`, 'regular').map(({ text }) => text);
      expect(drawn.join('')).toMatch(/^\?+ Ann$/);
    },
  );

  test('no text is ever drawn with the box of a missing character', { tags: 'slow' }, async () => {
    const alphabet = `${Object.values(ALL).flat().join('')}🙂ꡀ\u200d\u200c\u0301\ufe0f\u{10fa00}\u0000 aé1-`;
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const all = [await PdfFonts.open(here), await PdfFonts.open(nowhere)];
    fc.assert(
      fc.property(text, (given) => {
        for (const fonts of all) expect(glyphsOf(fonts, given)).not.toContain(0);
      }),
      { numRuns: 400 },
    );
  });

  test('a tone mark of Thai stands above the circle, and a dotted letter of Bengali is one letter', () => {
    expect(shapable('น้ำ')).toBe('น\u0e4d\u0e49า');
    expect(shapable('ময়')).toBe('ম\u09df');
  });

  test('fonts of the system are found by what they have, whatever their names; damaged files are passed over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-fonts-'));
    const packages = join(import.meta.dirname, '../../../node_modules/@fontsource');
    const thai = join(packages, 'noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff');
    writeFileSync(join(folder, 'NotoSansThai-Regular.ttf'), 'no font');
    writeFileSync(join(folder, 'NotoSansThai-Bold.ttf'), readFileSync(thai).subarray(0, 2000));
    writeFileSync(join(folder, 'empty.ttc'), '');
    mkdirSync(join(folder, 'deep'));
    symlinkSync(thai, join(folder, 'deep', 'any.otf'));
    const fonts = await PdfFonts.open({ packageRoots: [], folders: [folder, join(folder, 'missing')] });
    expect(fonts.missing('ใจดี')).toBeUndefined();
    expect(fonts.runs('ใจดี', 'regular').map(({ key }) => key)).toEqual([expect.stringContaining('any.otf')]);
    expect(fonts.missing('அ')?.scripts).toEqual(['Tamil']);
  });
});

describe.runIf(hasPoppler)('timesheets of people with such names', { tags: 'slow' }, () => {
  let service: SampleService;
  const people = [...Object.values(ALL), ['\u{10fa00}\u{10fa01}', 'Ann']];
  const ids: string[] = [];
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    const home = mkdtempSync(join(tmpdir(), 'paytally-fonts-'));
    if (hasEastAsian) symlinkSync(EAST_ASIAN_FONTS, join(home, 'fonts'));
    const employers = (await sampleOfDays('2026-10-05', '2026-10-09')).map((employer) => {
      const { 'time-entries': entries = [] } = employer.records;
      if ('onDate' in entries) throw new Error('the sample is a list of records');
      ids.push(...new Set([...entries].flatMap(({ employeeId }) => employeeId ?? [])));
      const employees = [...(employer.records.employees ?? [])].map((each) => {
        const [lastName, firstName] = people[ids.indexOf(each.id)] ?? [];
        return lastName === undefined ? each : { ...each, lastName, firstName };
      });
      return { ...employer, records: { ...employer.records, employees } };
    });
    service = await startSampleService({ employers, limits: { enabled: false } });
    env = { ...service.env, XDG_DATA_HOME: home };
  });
  afterAll(async () => {
    await service.stop();
  });

  const DAYS = '2026-10-05..2026-10-09';
  const exported = async (template: string) => {
    const end = await service.run(['export', DAYS, '--template', template, '--out', template, '--json'], {
      env,
    });
    expect(end.status, end.stderr).toBe(0);
    const files: { path: string }[] = JSON.parse(end.stdout).runs[0].files;
    return { ...end, paths: files.map(({ path }) => resolve(service.cwd, path)) };
  };
  const textOf = (path: string) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });

  test('a reader copies every name as it is written', async () => {
    const { paths, stderr } = await exported('timesheets-pdf');
    const text = textOf(paths[0] ?? '');
    for (const [lastName, firstName] of Object.values(ALL))
      expect(text).toContain(`${lastName}, ${firstName}`);
    const fonts = execFileSync('pdffonts', [paths[0] ?? ''], { encoding: 'utf8' });
    expect(fonts).toMatch(/NotoSansTamil-Bold/);
    const named = stderr.replace(/\s+/g, ' ');
    expect(named).toContain('A PDF could not print every character of 1 name');
    expect(named).toMatch(/, Ann \(\w+\)\. No font on this computer/);
    expect(text).toMatch(/\?\?, Ann \(\w+\)/);
  });

  test('in a file for each person as well', async () => {
    const { paths, stderr } = await exported('timesheets-pdf-each');
    const texts = paths.map(textOf);
    for (const [lastName, firstName] of Object.values(ALL))
      expect(texts.filter((text) => text.includes(`${lastName}, ${firstName}`)).length).toBe(1);
    expect(stderr.replace(/\s+/g, ' ')).toContain('every character of 1 name');
  });

  test('doctor says which scripts can be printed', async () => {
    const { stdout } = await service.run(['doctor', '--json'], { env });
    const { findings }: { findings: { message: string; status: string }[] } = JSON.parse(stdout);
    const said = findings.filter(({ message }) => message.startsWith('PDFs can'));
    expect(said.map(({ status }) => status)).toEqual(['ok', 'warning']);
    for (const script of ['Devanagari', 'Bengali', 'Tamil', 'Thai', 'Ethiopic'])
      expect(said[0]?.message).toContain(script);
  });

  test('CSV, workbook and HTML have the names as they are', async () => {
    const csv = await exported('employee-days');
    const html = await exported('review');
    for (const [lastName, firstName] of Object.values(ALL)) {
      expect(readFileSync(csv.paths[0] ?? '', 'utf8')).toContain(lastName);
      expect(readFileSync(html.paths[0] ?? '', 'utf8')).toContain(firstName);
    }
    const workbook = await exported('monthly-hours');
    const parts = execFileSync('unzip', ['-p', workbook.paths[0] ?? '', 'xl/worksheets/*.xml'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    for (const [lastName] of Object.values(ALL)) expect(parts).toContain(lastName);
  });
});

test('a page for each name ends as it should', async () => {
  const pages = await PdfPages.open(
    { title: 'x', language: 'en', date: '2026-10-31' },
    await PdfFonts.open(here),
  );
  pages.addPage();
  pages.text(Object.values(ALL).flat().join(' '), { x: 40, y: 40, width: 500, size: 12, font: 'bold' });
  expect(Buffer.from(pages.end()).subarray(-6).toString()).toBe('%%EOF\n');
});
