import type { Establishment, InvalidRecord, NamedRecord, References } from '../domain/records.js';
import { findBreaks } from './discovery/breaks.js';
import { columnsOf } from './discovery/column.js';
import { findLabel } from './discovery/label.js';
import { findReference, type ReferenceKind } from './discovery/reference.js';
import type { FieldHints, FieldTarget, FoundField } from './discovery/targets.js';
import { textAt } from './discovery/textAt.js';
import { findZone } from './discovery/zone.js';
import type { ListLedger } from './listLedger.js';
import type { Identified } from './wire/identified.js';
import { shown } from './wire/shown.js';

/** What finding fields needs to know beside the records. */
export interface Finding {
  readonly hints: FieldHints;
  readonly language: string;
  /** Whether the pinned tz data has a zone of this name. */
  readonly isZone: (name: string) => boolean;
}

/** Records with their undocumented fields filled in, and how these were found. */
export interface Resolved<T> {
  readonly records: readonly T[];
  readonly fields: readonly FoundField[];
  /** Beside those that break a documented field. */
  readonly invalid: readonly InvalidRecord[];
}

/**
 * Establishments with zone and label. One whose zone is no IANA zone stays, without a zone, and is listed as
 * invalid as well: entries refer to it.
 */
export function resolveEstablishments(
  ledger: ListLedger<Identified>,
  finding: Finding,
): Resolved<Establishment> {
  const rows = [...ledger.rows()];
  const columns = columnsOf(ledger.leafTable, rows);
  const zone = findZone(columns, rows.length, finding.hints, finding.isZone);
  const label = findLabel('establishment.label', columns, rows.length, finding.hints, finding.language);
  const invalid: InvalidRecord[] = [];
  const records = rows.flatMap(({ parsed, leaves }): Establishment[] => {
    if (!parsed.ok) return [];
    const { id } = parsed.value;
    const name = zone && textAt(ledger.leafTable, leaves, zone.path);
    const isZone = typeof name === 'string' && finding.isZone(name);
    if (zone !== undefined && typeof name === 'string' && !isZone) {
      const problems = [`${zone.path}: expected an IANA time zone, got ${shown(name)}`];
      invalid.push({ list: 'establishments', id, problems, workedMinutes: 0 });
    }
    const named = label && textAt(ledger.leafTable, leaves, label.path);
    return [{ id, zone: isZone ? name : undefined, label: named ?? undefined }];
  });
  return { records, fields: [zone, label].filter((field) => field !== undefined), invalid };
}

/** Teams, tasks or agency workers with their labels. */
export function resolveNamed(
  ledger: ListLedger<Identified>,
  target: FieldTarget,
  finding: Finding,
): Resolved<NamedRecord> {
  const rows = [...ledger.rows()];
  const columns = columnsOf(ledger.leafTable, rows);
  const label = findLabel(target, columns, rows.length, finding.hints, finding.language);
  const records = rows.flatMap(({ parsed, leaves }): NamedRecord[] => {
    if (!parsed.ok) return [];
    const name = label && textAt(ledger.leafTable, leaves, label.path);
    return [{ id: parsed.value.id, label: name ?? undefined }];
  });
  return { records, fields: label === undefined ? [] : [label], invalid: [] };
}

/** Ids of the lists that records may refer to; undefined where a list could not be read. */
export type KnownIds = Readonly<Record<ReferenceKind, ReadonlySet<string> | undefined>>;

/** Shifts or time entries with their references. */
export function resolveReferences<T extends object>(
  ledger: ListLedger<T>,
  owner: 'timeEntry' | 'shift',
  ids: KnownIds,
  finding: Finding,
): Resolved<T & References> {
  const rows = [...ledger.rows()];
  const columns = columnsOf(ledger.leafTable, rows);
  const find = (kind: ReferenceKind) =>
    findReference({ target: `${owner}.${kind}`, kind, ids: ids[kind] }, columns, rows.length, finding.hints);
  const fields = {
    establishmentId: find('establishmentId'),
    teamId: find('teamId'),
    taskId: find('taskId'),
    agencyId: find('agencyId'),
    agencyWorkerId: find('agencyWorkerId'),
  };
  const records = rows.flatMap(({ parsed, leaves }) => {
    if (!parsed.ok) return [];
    const at = (field: FoundField | undefined) =>
      field ? textAt(ledger.leafTable, leaves, field.path) : null;
    const references: References = {
      establishmentId: at(fields.establishmentId),
      teamId: at(fields.teamId),
      taskId: at(fields.taskId),
      agencyId: at(fields.agencyId),
      agencyWorkerId: at(fields.agencyWorkerId),
    };
    return [{ ...parsed.value, ...references }];
  });
  const breaks = findBreaks(`${owner}.breaks`, columns, rows.length);
  const found = [...Object.values(fields), breaks].filter((field) => field !== undefined);
  return { records, fields: found, invalid: [] };
}
