import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { writeZip } from '../../../src/workbook/zip/writeZip.js';
import { collect } from './collect.js';

const NO_LIMITS = { entries: 60_000, totalBytes: 2 ** 31, ratio: 10_000 };

/** A copy without the cached values of formulas, so that any program that opens it has to calculate. */
export async function withoutCachedValues(file: Uint8Array): Promise<Buffer> {
  const parts = await readZip(file, 'file', NO_LIMITS);
  const entries = [...parts].map(([name, content]) => {
    if (!/worksheets\/[^/]*\.xml$/.test(name)) return { name, content };
    const xml = Buffer.from(content)
      .toString('utf8')
      .replace(/(<((?:\w+:)?)f\b[^>]*(?:\/>|>[^<]*<\/\2f>))\s*<\2v>[^<]*<\/\2v>/g, '$1');
    return { name, content: Buffer.from(xml) };
  });
  return collect(writeZip(entries));
}

/** Opens files with LibreOffice and saves them again as workbooks; returns the new paths. */
export function resaveWithLibreOffice(soffice: string, folder: string, paths: readonly string[]): string[] {
  const out = join(folder, 'resaved');
  mkdirSync(out, { recursive: true });
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const args = [
    `-env:UserInstallation=${profile}`,
    '--headless',
    '--convert-to',
    'xlsx',
    '--outdir',
    out,
    ...paths,
  ];
  const run = spawnSync(soffice, args, { encoding: 'utf8', timeout: 120_000 });
  if (run.status !== 0) throw new Error(`soffice ended with ${run.status}: ${run.stderr}`);
  return paths.map((path) => join(out, basename(path)));
}

/** Writes a copy of a file whose formulas have to be calculated. */
export async function writeUncalculated(path: string, folder: string): Promise<string> {
  const target = join(folder, `uncalculated-${basename(path)}`);
  writeFileSync(target, await withoutCachedValues(readFileSync(path)));
  return target;
}
