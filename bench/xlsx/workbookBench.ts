import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bench, Candidate, Outcome } from '../benchResult.js';
import { exceljsWorkbook } from './exceljsWorkbook.js';
import { libxlsxwriter, pythonXlsxwriter } from './outsideWriter.js';
import { paytallyWorkbook } from './paytallyWorkbook.js';

type Write = (path: string, rowCount: number) => Promise<Outcome['outside'] | undefined>;

function candidate(
  name: string,
  rowCount: number,
  prepare: (folder: string) => Promise<Write | undefined>,
): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      const write = await prepare(folder);
      const rows = rowCount * scale;
      return async () => {
        if (write === undefined) return { units: 1, result: '', skipped: 'it is not on this machine' };
        const path = join(folder, 'out.xlsx');
        const outside = await write(path, rows);
        const outcome = { units: rows, result: statSync(path).size > 0 ? `${rows} rows` : 'nothing' };
        return outside === undefined ? outcome : { ...outcome, outside };
      };
    },
  };
}

function paytally(level?: number): () => Promise<Write> {
  return async () => async (path, rowCount) => {
    await pipeline(paytallyWorkbook(rowCount, level), createWriteStream(path));
    return undefined;
  };
}

/** The plain report of 12 columns: others at deflate level 6, paytally at its default level and at 6. */
export function workbookBench(rowCount: number): Bench {
  const [ours, inC, inPython, inNode] = [
    'paytally',
    'libxlsxwriter (C)',
    'Python xlsxwriter',
    'exceljs, streaming',
  ];
  const what = `workbook of ${rowCount.toLocaleString('en-US')} rows`;
  return {
    title: `XLSX: ${rowCount.toLocaleString('en-US')} rows of 12 columns into a file`,
    unit: 'rows',
    candidates: [
      candidate(inC, rowCount, libxlsxwriter),
      candidate(ours, rowCount, paytally()),
      candidate('paytally, level 6', rowCount, paytally(6)),
      candidate(inPython, rowCount, pythonXlsxwriter),
      candidate(inNode, rowCount, async () => async (path, rows) => {
        await exceljsWorkbook(path, rows, 6);
        return undefined;
      }),
    ],
    against: [inC, inPython, inNode].map((instead) => ({ what, ours, instead })),
  };
}
