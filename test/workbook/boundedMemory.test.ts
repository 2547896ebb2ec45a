// @module-tag slow
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isBuilt } from '../support/programs/childExport.js';
import { PROJECT } from '../support/programs/runPaytally.js';

/*
 * A user's workbook of 100,000 rows with formulas and totals, as `npm run bench` fills it, needs no more memory than
 * one of a hundred rows: each row is released once written. Measured: passes with heaps of 48 to 96 MiB, with a peak of
 * 136 to 164 MiB (Node.js 20, 24), of which Node.js alone takes about 50. If it kept its rows, it would fail with this
 * heap; if it kept the XML, it would exceed the other limit.
 */
const HEAP_MIB = 56;
const PEAK_MIB = 195;

const BENCH = pathToFileURL(join(PROJECT, 'dist', 'bench', 'workbookTemplate.bench.js')).href;
/** The peak of this program alone: the value of `resourceUsage` begins with that of the parent process. */
const CHILD = `
  const { readFileSync } = await import('node:fs');
  const { bench } = await import(${JSON.stringify(BENCH)});
  const fill = await bench.candidates[0].prepare(1);
  const { units, result } = await fill();
  const peak = /VmHWM:\\s*(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  console.log(JSON.stringify({ units, result, peakMib: Number(peak[1]) / 1024 }));
`;

const canMeasure = isBuilt && existsSync('/proc/self/status');
if (!canMeasure)
  console.warn('skipped: needs the built program, and Linux, which tells the peak of a process');

test.runIf(canMeasure)(
  'a workbook of 100,000 rows with formulas takes little memory',
  { timeout: 300_000 },
  () => {
    const node = [`--max-old-space-size=${HEAP_MIB}`, '--input-type=module', '--eval', CHILD];
    const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { units, result, peakMib } = JSON.parse(stdout);
    expect({ units, result }).toEqual({ units: 100_000, result: '100000 rows, true' });
    expect(peakMib).toBeGreaterThan(40);
    expect(peakMib).toBeLessThan(PEAK_MIB);
  },
);
