import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Outcome } from '../benchResult.js';

const run = promisify(execFile);
const here = import.meta.dirname;

/** The folder with the sources, even if this file runs compiled from `dist/bench/xlsx`. */
const sources = here.includes('dist') ? join(here, '../../../bench/xlsx') : here;

/** Writes a workbook with another program, which reports its own measurements. */
export type OutsideWriter = (path: string, rowCount: number) => Promise<NonNullable<Outcome['outside']>>;

/** Compiles the C program; undefined if there is no compiler or library. */
export async function libxlsxwriter(folder: string): Promise<OutsideWriter | undefined> {
  const program = join(folder, 'libxlsxwriter');
  try {
    await run('gcc', ['-O2', '-o', program, join(sources, 'libxlsxwriter.c'), '-lxlsxwriter']);
  } catch {
    return undefined;
  }
  return async (path, rowCount) => JSON.parse((await run(program, [path, String(rowCount)])).stdout);
}

/** The Python program with the first Python that has xlsxwriter; undefined if none has. */
export async function pythonXlsxwriter(): Promise<OutsideWriter | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    try {
      await run(python, ['-c', 'import xlsxwriter']);
    } catch {
      continue;
    }
    const program = join(sources, 'xlsxwriterBench.py');
    return async (path, rowCount) =>
      JSON.parse((await run(python, [program, path, String(rowCount)])).stdout);
  }
  return undefined;
}
