import type { FullSettings } from '../../fillSettings.js';
import type { Band, Selection } from '../language/band.js';
import { checkComparedTypes } from '../language/comparedTypes.js';
import { conditionFields } from '../language/condition.js';
import { unlinkedKey } from '../language/fieldSource.js';
import { keyReader } from '../language/groupKey.js';
import { describedBy, suggest, type TemplateFields } from '../language/templateFields.js';
import { Mistake } from '../mistake.js';

/** Checks what a band repeats over: its data set, fields and conditions, and that it knows the rows around it. @throws Mistake */
export function checkSelection(
  selection: Selection,
  band: Band,
  fields: TemplateFields,
  settings: FullSettings,
): void {
  const { dataSet, keys, sortBy, where } = selection;
  const known = fields.dataSets.get(dataSet);
  if (!known) {
    throw new Mistake(
      `there is no data set "${dataSet}"`,
      suggest(dataSet, [...fields.dataSets.keys()], 'data set'),
    );
  }
  const names = known.map((field) => field.name);
  const described = describedBy(fields);
  for (const { name } of known.filter(({ name }) => isLookedAt(name, selection))) fields.used?.add(name);
  for (const { field } of [...keys, ...sortBy]) requireField(field, names, dataSet, described);
  for (const key of keys) {
    const type = known.find(({ name }) => name === key.field)?.type;
    if (type) keyReader(key, type, settings);
  }
  const runNames = fields.run.map((field) => field.name);
  for (const field of where ? conditionFields(where) : [])
    requireField(field, [...names, ...runNames], dataSet, described);
  const typeOf = (name: string) => [...known, ...fields.run].find((field) => field.name === name)?.type;
  if (where) checkComparedTypes(where, typeOf);
  checkOuter(selection, band, names, fields);
}

function isLookedAt(name: string, { keys, sortBy, where }: Selection): boolean {
  const tested = where ? conditionFields(where) : [];
  return (
    keys.some(({ field }) => field === name) ||
    sortBy.some(({ field }) => field === name) ||
    tested.includes(name)
  );
}

function requireField(
  field: string,
  names: readonly string[],
  dataSet: string,
  described: (name: string) => string | undefined,
): void {
  if (names.includes(field)) return;
  throw new Mistake(`data set ${dataSet} has no field "${field}"`, suggest(field, names, 'field', described));
}

/** A band inside another must get the other's rows: by the same data set in groups, or by a field that both have. */
function checkOuter(
  { dataSet }: Selection,
  band: Band,
  names: readonly string[],
  { dataSets }: TemplateFields,
): void {
  const outer = band.parent?.selection;
  // Days across a sheet are the same for everybody: what stands below them crosses both.
  const isAcrossSheet = band.parent?.parent === undefined && band.root.place === 'columns';
  if (!outer || isAcrossSheet) return;
  const keys: string[] = [];
  for (let around: Band | undefined = band.parent; around; around = around.parent) {
    keys.push(...(around.ownSelection?.groupBy ?? []));
  }
  const isLinked =
    outer.dataSet === dataSet ? outer.groupBy.length > 0 : keys.some((key) => names.includes(key));
  const written = outer.dataSet === dataSet ? undefined : keys.find((each) => each.includes('|'));
  if (written !== undefined) throw unlinkedKey(written, dataSet, outer.dataSet);
  if (isLinked) return;
  const shared = (dataSets.get(outer.dataSet) ?? [])
    .map((field) => field.name)
    .filter((name) => names.includes(name));
  const key = shared.find((name) => name.endsWith('.id')) ?? shared[0];
  throw new Mistake(
    `it is not said which rows of ${dataSet} belong to a row of ${outer.dataSet}`,
    key === undefined
      ? 'The two have no field in common: put these rows below the others, not inside them.'
      : `Group the rows around by a field that both have: {{#each ${outer.dataSet} group by ${key} rows …}}.`,
  );
}
