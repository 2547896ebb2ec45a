import { type ComputedPeriod, type PeriodSummary, payCodeLabel } from '../domain/computed/computedPeriod.js';
import { runStatus } from '../domain/month/monthStatus.js';
import { createDistinctNames } from '../domain/people/peopleDirectory.js';
import { DATA_SET_NAMES, type DataSet } from './dataSet.js';
import { COLLECTED_SETS, CollectedRows } from './model/collectedRows.js';
import { daysSet } from './model/daySets.js';
import { buildLookups } from './model/modelLookups.js';
import { runRow } from './model/runFields.js';
import { changesSet, controlSet, exceptionsSet, holidaysSet } from './model/runSets.js';
import { monthlySetsOf, withListedNames } from './monthly/monthlySets.js';
import type { EarlierRun, TemplateModel } from './templateModel.js';
import { timesheetSetsOf } from './timesheets/timesheetSets.js';

/**
 * A computed period as the data sets that templates choose from.
 * @param only the employees whose rows the sets have; data across employees remains unchanged
 */
export function modelOfRows(
  summary: PeriodSummary,
  rows: CollectedRows,
  only?: ReadonlySet<string>,
): TemplateModel {
  const find = buildLookups(summary);
  const { findings, run, comparison } = summary;
  const ofSummary = [
    daysSet(summary, find, { [Symbol.iterator]: () => rows.days()[Symbol.iterator]() }),
    exceptionsSet(summary, find),
    holidaysSet(summary, find),
    controlSet(summary, find),
    changesSet(summary, find),
  ];
  const model: TemplateModel = {
    run: runRow(summary),
    dataSets: new Map([...rows.dataSets(only), ...ofSummary].map((set) => [set.name, set])),
    earlier: earlierRun(summary),
    status: runStatus(findings, run.state === 'final' ? 'final' : comparison?.finalState),
    byPerson: rows.byPerson(only),
    tell: createDistinctNames(summary.data, summary.mapping, summary.period),
  };
  // With the wording of the run, which a rerun restores.
  const { language } = run;
  const derived = [...timesheetSetsOf(model, { language }), ...monthlySetsOf(model, { language })];
  return { ...model, dataSets: inOrder([...withListedNames(model).values(), ...derived]) };
}

function inOrder(sets: readonly DataSet[]): ReadonlyMap<string, DataSet> {
  const places = new Map(sets.map((set) => [set, DATA_SET_NAMES.indexOf(set.name)]));
  const sorted = [...sets].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return new Map(sorted.map((set) => [set.name, set]));
}

/** Collects the rows of all of a period's employees and builds the model. @param wanted @default all data sets */
export function buildModel(
  computed: ComputedPeriod,
  wanted: ReadonlySet<string> = COLLECTED_SETS,
): TemplateModel {
  const rows = new CollectedRows(computed, wanted);
  for (const id of [...computed.people.ids, null]) rows.add(id, computed.people.of(id));
  return modelOfRows(computed, rows);
}

function earlierRun({ comparison, data, payCodes, run }: PeriodSummary): EarlierRun | undefined {
  const { earlierPeriod } = comparison ?? {};
  if (earlierPeriod === undefined) return undefined;
  const { label, figures } = earlierPeriod;
  const labelOf = (payCode: string): string => payCodeLabel(payCode, payCodes, run.language);
  return { label, figures, hasPlanning: data.hasPlanning, labelOf };
}
