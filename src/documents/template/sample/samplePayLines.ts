import { localDateOf, weekdayOf } from '../../../domain/time/localDate.js';
import type { DataRow, DataSet } from '../../dataSet.js';
import { sampleEmployee } from './sampleEmployee.js';
import { sampleSet } from './sampleSet.js';
import { SAMPLE_ENTRIES, SAMPLE_PAY_CODES, type SampleEntry } from './sampleWork.js';
import { sampleWorkFields } from './sampleWorkFields.js';

/** A line per employee, day and pay code. */
export function samplePayLines(): DataSet {
  return sampleSet('pay-lines', SAMPLE_ENTRIES.flatMap(linesOf));
}

function linesOf(entry: SampleEntry): DataRow[] {
  return SAMPLE_PAY_CODES.filter((payCode) => payCode.minutes(entry) !== 0).map((payCode) => ({
    ...sampleEmployee(entry.person),
    date: entry.date,
    weekday: weekdayOf(localDateOf(entry.date)),
    payCode: payCode.code,
    kind: payCode.kind,
    external: payCode.external,
    secondary: null,
    minutes: payCode.minutes(entry),
    ...sampleWorkFields(entry),
  }));
}
