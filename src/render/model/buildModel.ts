import { type ComputedPeriod, payCodeLabel } from '../../domain/computed/computedPeriod.js';
import { heldPile, type OpenPile } from '../pile.js';
import type { EarlierRun, TemplateModel } from '../templateModel.js';
import { agencyDaysSet, calendarSet, daysSet, employeeDaysSet, employeesSet } from './daySets.js';
import { clockChangesSet, entriesSet, periodEdgesSet, plannedWorkedSet } from './entrySets.js';
import { buildLookups } from './modelLookups.js';
import { payLinesSet } from './payLinesSet.js';
import { PeopleSets } from './peopleSets.js';
import { runRow } from './runFields.js';
import { changesSet, controlSet, exceptionsSet, holidaysSet } from './runSets.js';

/**
 * Lays a computed period out as the data sets that templates choose from. Rows are made each time they are
 * iterated. @param openPile where rows are put in another order: on the disk where they may be many
 */
export function buildModel(input: ComputedPeriod, openPile: OpenPile = heldPile): TemplateModel {
  const find = buildLookups(input);
  const people = new PeopleSets(input, find, openPile);
  const sets = [
    people.addByStart(entriesSet),
    people.add(employeeDaysSet),
    people.add(employeesSet),
    daysSet(input, find),
    people.add(agencyDaysSet),
    people.add(payLinesSet),
    exceptionsSet(input, find),
    people.add(plannedWorkedSet),
    people.add(calendarSet),
    people.addByStart(clockChangesSet),
    people.addByStart(periodEdgesSet),
    holidaysSet(input),
    controlSet(input, find),
    changesSet(input, find),
  ];
  return {
    run: runRow(input),
    dataSets: new Map(sets.map((set) => [set.name, set])),
    earlier: earlierRun(input),
    byPerson: people,
    openPile,
  };
}

function earlierRun({ comparison, data, payCodes, run }: ComputedPeriod): EarlierRun | undefined {
  const { earlierPeriod } = comparison ?? {};
  if (earlierPeriod === undefined) return undefined;
  const { label, figures } = earlierPeriod;
  const labelOf = (payCode: string): string => payCodeLabel(payCode, payCodes, run.language);
  return { label, figures, hasPlanning: data.hasPlanning, labelOf };
}
