import type { DataRow, Field, FieldType, Scalar } from '../../model.js';
import { Mistake } from '../mistake.js';
import type { Band } from './band.js';
import { type FieldSource, usualAggregate } from './filling.js';
import type { TemplateData } from './templateData.js';
import { suggest, type TemplateFields } from './templateFields.js';

/** What resolving needs: known names, and the data once a workbook is filled. */
export interface FieldContext {
  readonly fields: TemplateFields;
  /** Only called while filling. */
  readonly data: () => TemplateData;
  /** Told once a group holds different values of a field that is shown as one. */
  readonly onDifferent: (field: string, type: FieldType) => void;
}

/** Finds what a path names: a field of the bands around, from the inside out; of the run; or of a data set. */
export function fieldSource(path: string, own: Band, context: FieldContext): FieldSource {
  if (path === 'row.number') {
    const valueAt = (instance: number): Scalar => numberAt(own, instance);
    return { type: 'integer', valueAt, rowsAt: undefined, field: undefined };
  }
  return (
    bandField(path, own, context) ??
    runField(path, context) ??
    setField(path, own, context) ??
    unknown(path, own, context)
  );
}

/** `if` bands count with the band around them. */
function numberAt(own: Band, instance: number): number {
  let band = own;
  let at = instance;
  while (band.rule.kind !== 'each' && band.parent) {
    at = band.parentOf[at] ?? 0;
    band = band.parent;
  }
  return band.scopes[at]?.number ?? 1;
}

function ownSelectionSet(band: Band): string | undefined {
  const { rule } = band;
  return rule.kind === 'each' || rule.kind === 'sheet' ? rule.selection?.dataSet : undefined;
}

function bandField(path: string, own: Band, context: FieldContext): FieldSource | undefined {
  for (let band: Band | undefined = own; band; band = band.parent) {
    const set = ownSelectionSet(band);
    const field = set === undefined ? undefined : fieldNamed(context.fields.dataSets.get(set), path);
    if (field) return sourceInBand(field, band, own, context);
  }
  return undefined;
}

function sourceInBand(field: Field, band: Band, own: Band, { onDifferent }: FieldContext): FieldSource {
  const { name, type } = field;
  const rowsAt =
    band === own
      ? (instance: number): readonly DataRow[] => band.scopes[instance]?.rows ?? []
      : (instance: number): readonly DataRow[] =>
          band.scopes[own.ancestorInstance(instance, band)]?.rows ?? [];
  const valueAt = (instance: number): Scalar => {
    const rows = rowsAt(instance);
    const value = rows[0]?.[name] ?? null;
    if (rows.length > 1 && rows.some((row) => row[name] !== value)) onDifferent(name, type);
    return value;
  };
  return { type, valueAt, rowsAt, field: name };
}

function runField(path: string, { fields, data }: FieldContext): FieldSource | undefined {
  const field = fieldNamed(fields.run, path);
  if (!field) return undefined;
  return {
    type: field.type,
    valueAt: () => data().run[field.name] ?? null,
    rowsAt: undefined,
    field: field.name,
  };
}

function setField(path: string, own: Band, { fields, data }: FieldContext): FieldSource | undefined {
  for (const [set, setFields] of fields.dataSets) {
    const rowsAt = (instance: number): readonly DataRow[] => data().rowsWithin(set, own, instance);
    const isCount = path === set;
    const field = path.startsWith(`${set}.`) ? fieldNamed(setFields, path.slice(set.length + 1)) : undefined;
    if (isCount || field) refuseEverybodys(set, own, fields);
    if (isCount) return { type: 'integer', valueAt: undefined, rowsAt, field: undefined };
    if (field) return { type: field.type, valueAt: undefined, rowsAt, field: field.name };
  }
  return undefined;
}

/** In a row of one employee a total of all employees would be taken for the employee's own. @throws Mistake */
function refuseEverybodys(set: string, own: Band, { dataSets }: TemplateFields): void {
  const names = new Set(dataSets.get(set)?.map((field) => field.name));
  const keys: string[] = [];
  for (let band: Band | undefined = own; band; band = band.parent) {
    const { selection } = band;
    if (selection?.dataSet === set) return;
    keys.push(...(selection?.groupBy ?? []));
  }
  for (const { selection } of own.path) {
    if (!selection || selection.groupBy.length > 0) continue;
    const shared = dataSets
      .get(selection.dataSet)
      ?.find(({ name }) => name.endsWith('.id') && names.has(name));
    if (!shared || keys.includes(shared.name)) continue;
    throw new Mistake(
      `it is not said which rows of ${set} belong to a row of ${selection.dataSet}`,
      `Group the rows around: {{#each ${selection.dataSet} group by ${shared.name}}}; or put the total of all into a cell outside of these rows and refer to it.`,
    );
  }
}

function fieldNamed(fields: readonly Field[] | undefined, name: string): Field | undefined {
  return fields?.find((field) => field.name === name);
}

/** All names that a placeholder may use at a place. */
export function namesAt(own: Band, fields: TemplateFields): string[] {
  const sets = own.path
    .toReversed()
    .map(ownSelectionSet)
    .filter((set) => set !== undefined);
  const inBands = sets.flatMap((set) => (fields.dataSets.get(set) ?? []).map((field) => field.name));
  return [...new Set([...inBands, ...fields.run.map((field) => field.name), 'row.number'])];
}

function unknown(path: string, own: Band, { fields }: FieldContext): never {
  const elsewhere = [...fields.dataSets.entries()].flatMap(([set, list]) => {
    const field = fieldNamed(list, path);
    return field ? [{ set, aggregate: usualAggregate(field.type) }] : [];
  })[0];
  const isInBand = own.path.some((band) => ownSelectionSet(band) !== undefined);
  if (elsewhere && !isInBand) {
    throw new Mistake(
      `"${path}" is a field of rows, but this cell stands in no repeated rows`,
      `Put it in rows that repeat ({{#each ${elsewhere.set}}}), or write {{${elsewhere.set}.${path} | ${elsewhere.aggregate}}} for ${elsewhere.aggregate === 'sum' ? 'a total' : 'the first one'}.`,
    );
  }
  const set = [...fields.dataSets.keys()].find((name) => path.startsWith(`${name}.`));
  const names = set
    ? (fields.dataSets.get(set) ?? []).map((field) => `${set}.${field.name}`)
    : namesAt(own, fields);
  throw new Mistake(`there is no field "${path}"`, suggest(path, names, 'field'));
}
