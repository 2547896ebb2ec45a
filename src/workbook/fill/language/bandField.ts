import type { DataRow, Field, Scalar } from '../../model.js';
import type { Band } from './band.js';
import type { Axis } from './directive.js';
import { type FieldContext, type FieldSource, type PlacedBands, refuseDifferent, type ValueAt } from './filling.js';
import type { BandScope, PlacedAxis } from './placedBands.js';
import type { TemplateFields } from './templateFields.js';

/** `if` bands count with the band around them. */
export function numberAt(axis: PlacedAxis, own: Band, instance: number): number {
  let band = own;
  let at = instance;
  while (band.rule.kind !== 'each' && band.parent) {
    at = axis.of(band).parentOf[at] ?? 0;
    band = band.parent;
  }
  return axis.of(band).scopes[at]?.number ?? 1;
}

/** A field of the bands around, from the inside out; the selection of the whole sheet counts with its rows. */
export function bandField(
  path: string,
  own: Band,
  axis: Axis,
  context: FieldContext,
): FieldSource | undefined {
  for (let band: Band | undefined = own; band; band = band.parent) {
    if (!band.parent && axis === 'columns') return undefined;
    const set = band.ownSelection?.dataSet;
    const field =
      set === undefined ? undefined : fieldNamed(context.fields, context.fields.dataSets.get(set), path);
    if (field) return sourceInBand(field, { band, own, axis }, context);
  }
  return undefined;
}

/** A band around a cell, and the innermost one of its axis. */
interface BandAround {
  readonly band: Band;
  readonly own: Band;
  readonly axis: Axis;
}

function sourceInBand(field: Field, around: BandAround, context: FieldContext): FieldSource {
  const { name, type } = field;
  const rowsAt = (placed: PlacedBands): ValueAt<readonly DataRow[]> => {
    const scopeAt = scopesSeen(around, placed);
    return (instance) => scopeAt(instance)?.rows ?? [];
  };
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const scopeAt = scopesSeen(around, placed);
    return (instance) => {
      const scope = scopeAt(instance);
      if (scope?.single) return scope.single[name] ?? null;
      const rows = scope?.rows ?? [];
      const value = rows[0]?.[name] ?? null;
      if (rows.length > 1 && rows.some((row) => row[name] !== value)) refuseDifferent(placed, context, field);
      return value;
    };
  };
  return { type, valueAt, rowsAt, field: name };
}

/** What a band sees, by the instance of a band inside of it. */
function scopesSeen(
  { band, own, axis }: BandAround,
  placed: PlacedBands,
): (instance: number) => BandScope | undefined {
  const { scopes } = placed[axis].of(band);
  if (band === own) return (instance) => scopes[instance];
  return (instance) => scopes[placed[axis].ancestorInstance(own, instance, band)];
}

export function fieldNamed(
  { used }: TemplateFields,
  fields: readonly Field[] | undefined,
  name: string,
): Field | undefined {
  const found = fields?.find((field) => field.name === name);
  if (found) used?.add(name);
  return found;
}
