import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { type Column, type ColumnTable, countTexts } from '../../records/columns.js';
import { nameScore } from '../../records/fieldNames.js';
import {
  type FieldHints,
  type FoundField,
  firstIfAgreed,
  foundField,
  hintedColumn,
} from '../../records/foundFields.js';

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
 * The establishments' field with the IANA zone (docs/service.md, "Establishments"): by its name, if it contains a zone;
 * otherwise the one whose values are all zones.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function findZone(
  table: ColumnTable,
  hints: FieldHints,
  isZone: (name: string) => boolean,
): FoundField | undefined {
  const zonesIn = (column: Column) => countTexts(column, isZone);
  const report = (column: Column, how: FoundField['how']) =>
    foundField(
      TARGET,
      column,
      how,
      message('fields.evidence.zones', { zones: zonesIn(column), values: column.filled }),
    );
  const hinted = hintedColumn(TARGET, table, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  if (hinted?.how === 'pin') refusePinWithoutZones(hinted.column, zonesIn(hinted.column));
  if (hinted !== undefined && (hinted.how === 'pin' || zonesIn(hinted.column) > 0))
    return report(hinted.column, hinted.how);
  const isZoneInEveryRecord = (column: Column) =>
    zonesIn(column) === column.records &&
    // "Portugal" and "Singapore" are zones too, but could be countries: a slash distinguishes them.
    [...column.texts.keys()].every((text) => text.includes('/') || text === 'UTC');
  const candidates = bestCandidates(
    table.columns.filter((column) => zonesIn(column) > 0),
    isZoneInEveryRecord,
  );
  const score = Math.max(0, ...candidates.map(({ path }) => nameScore(path, SUBJECTS)));
  const named = candidates.filter(({ path }) => score > 0 && nameScore(path, SUBJECTS) === score);
  const chosen = named.length > 0 ? named : candidates.filter(isZoneInEveryRecord);
  const column = firstIfAgreed(
    TARGET,
    chosen.toSorted((a, b) => b.filled - a.filled),
  );
  return column && report(column, named.length > 0 ? 'name' : 'value');
}

function refusePinWithoutZones({ path, filled, other }: Column, zones: number): void {
  if (zones > 0 || filled + other === 0) return;
  throw new PaytallyError('FIELD_PIN_INVALID', message('fields.pin.noZone', { path, target: TARGET }), {
    record: `${TARGET}: ${path}`,
  });
}

/**
 * A field named only "zone" may have gaps. Otherwise a field with a zone in every record excludes those with a zone in
 * some: `supplierTz` is not where people work.
 */
function bestCandidates(
  columns: readonly Column[],
  isComplete: (column: Column) => boolean,
): readonly Column[] {
  const exact = columns.filter(
    ({ path, texts }) =>
      nameScore(path, SUBJECTS) === 3 && [...texts.keys()].some((text) => text.includes('/')),
  );
  const complete = columns.filter(isComplete);
  return [exact, complete, columns].find((choice) => choice.length > 0) ?? [];
}
