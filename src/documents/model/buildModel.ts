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
import { periodEdgesSet } from './periodEdgesSet.js';
import { plannedWorkedSet } from './plannedWorkedSet.js';
import { runRow } from './runFields.js';

/** Lays a computed period out as the data sets that templates choose from. */
export function buildModel(input: ComputedPeriod): ReportModel {
  const find = lookups(input);
  const sets = [
    entriesSet(input, find),
    employeeDaysSet(input, find),
    employeesSet(input, find),
    daysSet(input, find),
    agencyDaysSet(input, find),
    payLinesSet(input, find),
    exceptionsSet(input, find),
    plannedWorkedSet(input, find),
    calendarSet(input, find),
    clockChangesSet(input, find),
    periodEdgesSet(input, find),
    holidaysSet(input),
    controlSet(input, find),
  ];
  return { run: runRow(input), dataSets: new Map(sets.map((set) => [set.name, set])) };
}
