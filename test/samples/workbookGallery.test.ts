import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleModel } from '../../src/documents/template/sampleModel.js';
import { programOf, pythonWith } from '../support/programs/pythonWith.js';
import { rendered } from '../support/workbooks/rendered.js';
import { samplePhrases, sampleWorkbook } from '../support/workbooks/sampleWorkbook.js';

/*
 * The pictures of docs/workbooks.md: each sample as drawn and as filled, with its first page as LibreOffice prints it.
 * UPDATE_GOLDEN=1 renews them; otherwise the pages must have the size and about the same amount of ink as those in the
 * guide.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/workbooks.md'), 'utf8');
const NAMES = [
  'growing-table',
  'month-in-words',
  'on-paper',
  'clock-bars',
  'linked-rows',
  'hand-over',
  'hours-by-place',
  'timesheet',
  'roster',
  'weeks',
  'cards',
  'merged-places',
  'two-lists',
  'badges',
  'to-check',
  'coloured',
  'with-macros',
  'with-password',
] as const;
const MOST_BYTES = 60_000;

const soffice = programOf('soffice', '--version');
const pdftoppm = programOf('pdftoppm', '-v');
const python = pythonWith('xlsxwriter');
const folder = mkdtempSync(join(tmpdir(), 'paytally-gallery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function picturePath(name: string, kind: string): string {
  return join(root, 'docs/pictures', `${name}-${kind}.png`);
}

/** The first page of each workbook as PNG. */
function pages(paths: readonly string[]): Map<string, string> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const run = spawnSync(
    soffice ?? '',
    [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...paths],
    {
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  if (run.status !== 0) throw new Error(`soffice ended with ${run.status}: ${run.stderr}`);
  return new Map(
    paths.map((path) => {
      const base = path.replace(/\.xls[xm]$/, '');
      // For the first steps of a table, only the top of the page is shown.
      const crop = /-(?:typed|table)$/.test(base) ? ['-W', '497', '-H', '130'] : [];
      spawnSync(pdftoppm ?? '', ['-r', '60', ...crop, '-png', '-singlefile', '-l', '1', `${base}.pdf`, base]);
      return [path, `${base}.png`] as const;
    }),
  );
}

/** The first table of the guide in two steps: 1 as typed, 2 as a table. */
function drawStep(step: number, path: string): void {
  const samples = join(root, 'samples/workbooks');
  const program = `import sys; sys.dont_write_bytecode = True; sys.path.insert(0, ${JSON.stringify(samples)}); import drawWorkbooks; drawWorkbooks.growing_table(${JSON.stringify(path)}, ${step})`;
  const run = spawnSync(python ?? '', ['-c', program], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`the workbook of step ${step} was not drawn: ${run.stderr}`);
}

/** Width and height (PNG header). */
function sizeOf(path: string): readonly [number, number] {
  const bytes = readFileSync(path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('the gallery', () => {
  test.each(NAMES)('%s is in the guide, drawn and filled', (name) => {
    for (const kind of ['drawn', 'filled']) {
      expect(guide).toContain(`](pictures/${name}-${kind}.png)`);
      expect(existsSync(picturePath(name, kind))).toBe(true);
      expect(statSync(picturePath(name, kind)).size).toBeLessThan(MOST_BYTES);
    }
  });

  test.runIf(soffice && pdftoppm)(
    'its pictures match the samples',
    { tags: 'slow', timeout: 240_000 },
    async () => {
      const model = sampleModel();
      const files: { path: string; picture: string }[] = [];
      for (const name of NAMES) {
        const template = await sampleWorkbook(name);
        const filled = await rendered(template, model, samplePhrases(name));
        for (const [kind, bytes] of [
          ['drawn', template],
          ['filled', filled.bytes],
        ] as const) {
          const path = join(folder, `${name}-${kind}.${name === 'with-macros' ? 'xlsm' : 'xlsx'}`);
          writeFileSync(path, bytes);
          files.push({ path, picture: picturePath(name, kind) });
        }
      }
      for (const [step, kind] of ['typed', 'table'].entries()) {
        if (python === undefined) continue;
        const path = join(folder, `growing-table-${kind}.xlsx`);
        drawStep(step + 1, path);
        files.push({ path, picture: picturePath('growing-table', kind) });
      }
      const made = pages(files.map(({ path }) => path));
      for (const { path, picture } of files) {
        const page = made.get(path) ?? '';
        if (process.env.UPDATE_GOLDEN === '1') {
          mkdirSync(join(root, 'docs/pictures'), { recursive: true });
          writeFileSync(picture, readFileSync(page));
        }
        expect(sizeOf(page), picture).toEqual(sizeOf(picture));
        const ink = statSync(page).size / statSync(picture).size;
        expect(ink, picture).toBeGreaterThan(0.6);
        expect(ink, picture).toBeLessThan(1.7);
      }
    },
  );
});
