import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { ReportModel } from '../reportModel.js';
import { calendarSet } from './calendarSet.js';
import { clockChangesSet } from './clockChangesSet.js';
import { controlSet } from './controlSet.js';
import { agencyDaysSet, employeeDaysSet, employeesSet } from './dayDataSets.js';
import { daysSet } from './daysSet.js';
import { entriesSet } from './entriesSet.js';
import { exceptionsSet } from './exceptionsSet.js';
import { holidaysSet } from './holidaysSet.js';
import { lookups } from './lookups.js';
import { payLinesSet } from './payLinesSet.js';
import { peopleSet, peopleSetByStart } from './peopleSet.js';
import { periodEdgesSet } from './periodEdgesSet.js';
import { plannedWorkedSet } from './plannedWorkedSet.js';
import { type RowSorter, sortInMemory } from './rowSorter.js';
import { runRow } from './runFields.js';

/**
 * Lays a computed period out as the data sets that templates choose from. Rows are made when somebody asks for them, as
 * often as somebody does.
 */
export function buildModel(input: ComputedPeriod, sorted: RowSorter = sortInMemory): ReportModel {
  const find = lookups(input);
  const sets = [
    peopleSetByStart(input, find, entriesSet, sorted),
    peopleSet(input, find, employeeDaysSet),
    peopleSet(input, find, employeesSet),
    daysSet(input, find),
    peopleSet(input, find, agencyDaysSet),
    peopleSet(input, find, payLinesSet),
    exceptionsSet(input, find),
    peopleSet(input, find, plannedWorkedSet),
    peopleSet(input, find, calendarSet),
    peopleSetByStart(input, find, clockChangesSet, sorted),
    peopleSetByStart(input, find, periodEdgesSet, sorted),
    holidaysSet(input),
    controlSet(input, find),
  ];
  return { run: runRow(input), dataSets: new Map(sets.map((set) => [set.name, set])) };
}
