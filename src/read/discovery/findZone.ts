import { PaytallyError } from '../../errors.js';
import { disagree, textsOf, type ValueColumn } from './column.js';
import { nameScore } from './fieldNames.js';
import { ambiguous, found, hintedColumn } from './hints.js';
import type { FieldHints, FoundField } from './targets.js';

const TARGET = 'establishment.zone';
const SUBJECTS = [
  'time zone',
  'timezone',
  'iana time zone',
  'zone',
  'tz',
  'iana',
  'tzid',
  'tijdzone',
  'zeitzone',
  'fuseau horaire',
];

/**
 * The establishments' field with the IANA zone (docs/service.md, "Establishments"): by its name, if it holds a zone at all; else the one
 * whose values are all zones.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function findZone(
  columns: readonly ValueColumn[],
  records: number,
  hints: FieldHints,
  isZone: (name: string) => boolean,
): FoundField | undefined {
  const zonesIn = (column: ValueColumn) => textsOf(column).filter(isZone).length;
  const evidence = (column: ValueColumn) => `${zonesIn(column)} of ${column.filled} values are IANA zones`;
  const hinted = hintedColumn(TARGET, columns, records, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  if (hinted?.how === 'pin' && valuesIn(hinted.column) > 0 && zonesIn(hinted.column) === 0) {
    throw new PaytallyError(
      'FIELD_PIN_INVALID',
      `The field "${hinted.column.path}", pinned as ${TARGET}, holds no IANA time zone.`,
      {
        record: `${TARGET}: ${hinted.column.path}`,
      },
    );
  }
  if (hinted !== undefined && (hinted.how === 'pin' || zonesIn(hinted.column) > 0)) {
    return found(TARGET, hinted.column, hinted.how, evidence(hinted.column), records);
  }
  const withZones = columns.filter((column) => zonesIn(column) > 0);
  const pool = worthy(withZones, (column) => looksLikeZones(column, zonesIn(column), records));
  const score = Math.max(0, ...pool.map((column) => nameScore(column.path, SUBJECTS)));
  const named = score === 0 ? [] : pool.filter((column) => nameScore(column.path, SUBJECTS) === score);
  const valued = pool.filter((column) => looksLikeZones(column, zonesIn(column), records));
  const column = onlyOne(named.length > 0 ? named : valued);
  return column && found(TARGET, column, named.length > 0 ? 'name' : 'value', evidence(column), records);
}

/**
 * The fields that come into question. One that is called a zone and nothing else may have gaps; else a field that has
 * a zone in every record values those behind that have one here and there: `supplierTz` is not where people work.
 */
function worthy(
  columns: readonly ValueColumn[],
  isComplete: (column: ValueColumn) => boolean,
): readonly ValueColumn[] {
  const exact = columns.filter(
    (column) => nameScore(column.path, SUBJECTS) === 3 && textsOf(column).some((text) => text.includes('/')),
  );
  const complete = columns.filter(isComplete);
  return [exact, complete, columns].find((choice) => choice.length > 0) ?? [];
}

/** "Portugal" and "Singapore" are zones too, and so could be countries: a slash tells. */
function looksLikeZones(column: ValueColumn, zones: number, records: number): boolean {
  return zones === records && textsOf(column).every((text) => text.includes('/') || text === 'UTC');
}

function valuesIn({ filled, other }: ValueColumn): number {
  return filled + other;
}

function onlyOne(columns: readonly ValueColumn[]): ValueColumn | undefined {
  const [first, ...others] = [...columns].sort((a, b) => b.filled - a.filled);
  const rivals = others.filter((other) => first !== undefined && disagree(first, other));
  if (first !== undefined && rivals.length > 0)
    throw ambiguous(
      TARGET,
      [first, ...rivals].map(({ path }) => path),
    );
  return first;
}
