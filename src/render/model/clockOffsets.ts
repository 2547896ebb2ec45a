import { isAmbiguous } from '../../domain/time/clockChanges.js';
import type { Stamp } from '../../domain/time/stamp.js';
import { offsetName, type Zone } from '../../domain/time/zone.js';
import { type FieldOf, field } from './fieldOf.js';
import { rememberLast } from './workFields.js';

/** Name of a field -> the stamp whose offset it holds. */
export type StampsByField = Readonly<Record<string, Stamp | null | undefined>>;

/**
 * Text fields such as `+02:00`, for the clock times of one row: null except where a clock time alone would not say
 * which instant is meant. Then all of the row's have their offset, so that the time between them can be checked.
 * @param fields name -> what it is the offset of
 */
export function clockOffsets<Item>(
  fields: Readonly<Record<string, string>>,
  stampsOf: (item: Item) => StampsByField,
  zones: readonly Zone[],
): FieldOf<Item>[] {
  const offsets = rememberLast((item: Item) => offsetsShown(stampsOf(item), zones));
  return Object.entries(fields).map(([name, of]) =>
    field(
      name,
      'text',
      `Offset of ${of}, only where the clock time alone does not say which instant is meant`,
      (item) => offsets(item)[name] ?? null,
    ),
  );
}

function offsetsShown(stamps: StampsByField, zones: readonly Zone[]): Readonly<Record<string, string>> {
  const known = Object.entries(stamps).flatMap(([name, stamp]) => (stamp ? [{ name, stamp }] : []));
  const differ = new Set(known.map(({ stamp }) => stamp.offsetSeconds)).size > 1;
  // Where no zone is known at all, nothing says when the clocks change: then the stamps themselves do.
  const isUnclear = zones.length > 0 && known.some(({ stamp }) => isAmbiguous(zones, stamp));
  if (!differ && !isUnclear) return {};
  return Object.fromEntries(known.map(({ name, stamp }) => [name, offsetName(stamp.offsetSeconds)]));
}
