import type { Change, PeriodComparison } from '../../domain/changes/runComparison.js';
import { type ComputedPeriod, payCodeLabel } from '../../domain/computed/computedPeriod.js';
import type { DataSet } from '../dataSet.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';

interface ComparedChange extends Change {
  readonly against: 'earlier-period' | 'same-period';
  readonly label: string;
}

/** A row for each person or pay code that moved unusually, beside an earlier run. */
export function changesSet(input: ComputedPeriod, find: Lookups): DataSet {
  const { closing, mapping, payCodes, run } = input;
  return makeDataSet<ComparedChange>(
    'changes',
    [
      field('against', 'text', 'earlier-period or same-period', ({ against }) => against),
      field('label', 'text', 'Period of the run that this one is compared with', ({ label }) => label),
      field('change', 'text', 'came, went, zero-hours, hours or code', ({ kind }) => kind),
      ...employeeFields<ComparedChange>(({ employeeId }) => find.person(employeeId), mapping),
      field('payCode', 'text', 'Internal pay code, of a change of one', ({ payCode }) => payCode),
      field('payCodeLabel', 'text', "What people read for the pay code, in the run's language", (change) =>
        change.payCode === null ? null : payCodeLabel(change.payCode, payCodes, run.language),
      ),
      field('beforeMinutes', 'minutes', 'Paid minutes then', ({ beforeMinutes }) => beforeMinutes),
      field('afterMinutes', 'minutes', 'Paid minutes now', ({ afterMinutes }) => afterMinutes),
      field(
        'differenceMinutes',
        'minutes',
        'Now less then',
        ({ beforeMinutes, afterMinutes }) => afterMinutes - beforeMinutes,
      ),
    ],
    [
      ...changesOf('earlier-period', closing?.earlierPeriod),
      // A draft made twice is the same draft: only finals tell what moved since the last one.
      ...(closing?.made === undefined ? [] : changesOf('same-period', closing.samePeriod)),
    ],
  );
}

function changesOf(
  against: ComparedChange['against'],
  comparison: PeriodComparison | undefined,
): readonly ComparedChange[] {
  if (comparison === undefined) return [];
  return comparison.changes.map((change) => ({ ...change, against, label: comparison.label }));
}
