// @module-tag slow
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { PaytallyError } from '../../../src/errors.js';
import { csvFolder, csvSourceOf, readCsv } from '../../support/service/csvFolder.js';

/* Files as people and programs save them, made by a program in another language: none is read wrongly in silence. */

const SCRIPT = join(import.meta.dirname, '../../oracle/nasty_files.py');
const SEEDS = Number(process.env.PAYTALLY_NASTY_SEEDS ?? 1);

interface Nasty {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly settings: string;
  /** Person, start, end, minutes; null if the file must be refused. */
  readonly records: readonly (readonly [string, number, number, number])[] | null;
  readonly may: boolean;
}

function nastyFiles(seed: number): readonly Nasty[] {
  const output = execFileSync('python3', [SCRIPT, String(seed)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(output);
}

const windows = [{ from: toLocalDate('2025-12-01'), to: toLocalDate('2027-03-01') }];

/** The records and notices, or `refused`. */
async function outcomeOf({ files, settings }: Nasty) {
  const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  const source = await csvSourceOf(csvFolder(Object.fromEntries(bytes)), settings);
  try {
    const { records, notices } = await readCsv(source, { windows });
    const seconds = (text: string) => Date.parse(text) / 1000;
    return {
      records: records
        .map((each) => [each.employeeId, seconds(each.startsAt), seconds(each.endsAt), each.workedMinutes])
        .sort(),
      notices: JSON.stringify(notices),
    };
  } catch (failure) {
    if (!(failure instanceof PaytallyError) || failure.code !== 'SOURCE_INVALID') throw failure;
    return 'refused' as const;
  }
}

describe.each(Array.from({ length: SEEDS }, (_, at) => at + 1))('nasty files, seed %i', (seed) => {
  test.each(nastyFiles(seed))('$name', async (nasty) => {
    const outcome = await outcomeOf(nasty);
    if (nasty.records === null) {
      expect(outcome).toBe('refused');
      return;
    }
    if (nasty.may && outcome === 'refused') return;
    expect(outcome).not.toBe('refused');
    if (outcome === 'refused') return;
    // The end of a file that was cut off may look complete; then a notice says so.
    const isTold = nasty.may && outcome.notices.includes('source.csv.noLineEnd');
    const expected = nasty.records.map((each) => [...each]).sort();
    if (isTold) expect(outcome.records).toEqual(expect.arrayContaining(expected));
    else expect(outcome.records).toEqual(expected);
  });
});
