import type { ComputedPeriod, ComputedWork } from '../../domain/computed/computedPeriod.js';
import { parseStamp } from '../../domain/time/stamp.js';
import type { DataRow, DataSet } from '../dataSet.js';
import type { Lookups } from './lookups.js';
import type { RowSorter } from './rowSorter.js';

/** What a data set about people is made from: a period, and the work of one person. */
export interface SetInput
  extends ComputedWork,
    Omit<
      ComputedPeriod,
      'data' | 'people' | 'workedIds' | 'control' | 'paid' | 'absences' | 'findings' | 'works'
    > {}

type MakeSet = (input: SetInput, find: Lookups) => DataSet;

/** A data set with everybody's rows in the order of people: computed as they are asked for, and never held. */
export function peopleSet(input: ComputedPeriod, find: Lookups, make: MakeSet): DataSet {
  const { people } = input;
  const set = make(setInput(input, noWork(input)), find);
  function* rows(): Iterator<DataRow> {
    for (const id of [...people.ids, null]) yield* make(setInput(input, people.of(id)), find).rows;
  }
  return { ...set, rows: { [Symbol.iterator]: rows } };
}

/** The same, with everybody's entries in the order in which they began. */
export function peopleSetByStart(
  input: ComputedPeriod,
  find: Lookups,
  make: MakeSet,
  sorted: RowSorter,
): DataSet {
  const set = peopleSet(input, find, make);
  return { ...set, rows: { [Symbol.iterator]: () => sorted(set.rows, startKey)[Symbol.iterator]() } };
}

/** Sorts like the instant, then like the id; seconds since the year 1 stay below 12 digits. */
function startKey(row: DataRow): string {
  const stamp = parseStamp(String(row['entry.startsAt']));
  const seconds = typeof stamp === 'string' ? 0 : stamp.epochSeconds;
  return `${String(seconds + 100_000_000_000).padStart(13, '0')} ${row['entry.id']}`;
}

/** Pay is computed only for the sets that have something of it. */
function setInput(input: ComputedPeriod, work: ComputedWork): SetInput {
  const { run, period, policy, payCodes, costCenters, mapping } = input;
  const { data, relatedShifts, timesheet } = work;
  return {
    run,
    period,
    policy,
    payCodes,
    costCenters,
    mapping,
    data,
    relatedShifts,
    timesheet,
    get pay() {
      return work.pay;
    },
  };
}

/** For the fields alone. */
function noWork({ data, period, policy }: ComputedPeriod): ComputedWork {
  const { hasPlanning, ...facts } = data;
  const none = { exported: [], outside: [], agency: [], excluded: [], days: [], agencyDays: [] };
  return {
    data: { ...facts, entries: [], shifts: hasPlanning ? [] : null },
    relatedShifts: [],
    timesheet: { period, policy, ...none },
    pay: { lines: [], outsideLines: [], entries: [] },
  };
}
