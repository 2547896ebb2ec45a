import type { Establishment, InvalidRecord, NamedRecord } from '../../domain/records/records.js';
import { shown } from '../../runtime/outsideText.js';
import { findBreaks } from '../discovery/breaks.js';
import { columnsOf } from '../discovery/column.js';
import { findZone } from '../discovery/findZone.js';
import { findLabel } from '../discovery/label.js';
import { findReference, type ReferenceKind } from '../discovery/reference.js';
import type { FieldHints, FieldTarget, FoundField } from '../discovery/targets.js';
import { textReader } from '../discovery/undocumentedFields.js';
import type { Identified } from '../wire/wireRecords.js';
import type { ListLedger } from './listLedger.js';

/** What finding fields needs to know beside the records. */
export interface DiscoveryFacts {
  readonly hints: FieldHints;
  readonly language: string;
  /** Whether the pinned tz data has a zone of this name. */
  readonly isZone: (name: string) => boolean;
  /** Ids of establishments that the configuration names, beside those that the service lists. */
  readonly configuredEstablishments?: readonly string[];
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
  finding: DiscoveryFacts,
): Resolved<Establishment> {
  const rows = [...ledger.rows()].filter(({ parsed }) => parsed.ok);
  const columns = columnsOf(ledger.undocumented, rows);
  const zone = findZone(columns, rows.length, finding.hints, finding.isZone);
  const others = columns.filter(({ path }) => path !== zone?.path);
  const label = findLabel('establishment.label', others, rows.length, finding.hints, finding.language);
  const zoneOf = textReader(ledger.undocumented, zone?.path);
  const labelOf = textReader(ledger.undocumented, label?.path);
  const invalid: InvalidRecord[] = [];
  const records = rows.flatMap(({ parsed, values }): Establishment[] => {
    if (!parsed.ok) return [];
    const { id } = parsed.value;
    const name = zoneOf(values);
    const isZone = name !== null && finding.isZone(name);
    if (zone !== undefined && name !== null && !isZone) {
      const problems = [`${zone.path}: expected an IANA time zone, got ${shown(name)}`];
      invalid.push({ list: 'establishments', id, problems, workedMinutes: 0 });
    }
    return [{ id, zone: isZone ? name : undefined, label: labelOf(values) ?? undefined }];
  });
  return { records, fields: [zone, label].filter((field) => field !== undefined), invalid };
}

/** Teams, tasks or agency workers with their labels. */
export function resolveNamed(
  ledger: ListLedger<Identified>,
  target: FieldTarget,
  finding: DiscoveryFacts,
): Resolved<NamedRecord> {
  const rows = [...ledger.rows()];
  const columns = columnsOf(ledger.undocumented, rows);
  const label = findLabel(target, columns, rows.length, finding.hints, finding.language);
  const labelOf = textReader(ledger.undocumented, label?.path);
  const records = rows.flatMap(({ parsed, values }): NamedRecord[] =>
    parsed.ok ? [{ id: parsed.value.id, label: labelOf(values) ?? undefined }] : [],
  );
  return { records, fields: label === undefined ? [] : [label], invalid: [] };
}

/** Ids of the lists that records may refer to; undefined where a list could not be read. */
export type KnownIds = Readonly<Record<ReferenceKind, ReadonlySet<string> | undefined>>;

const REFERENCES = ['establishmentId', 'teamId', 'taskId', 'agencyId', 'agencyWorkerId'] as const;

/** Where shifts or time entries say what they refer to: judged by the valid ones, others may lack what all good ones have. */
export function findReferences<T extends object>(
  ledger: ListLedger<T>,
  owner: 'timeEntry' | 'shift',
  ids: KnownIds,
  finding: DiscoveryFacts,
): readonly FoundField[] {
  const columns = ledger.columns();
  const find = (kind: ReferenceKind) =>
    findReference({ target: `${owner}.${kind}`, kind, ids: ids[kind] }, columns, ledger.valid, finding.hints);
  const found = [...REFERENCES.map(find), findBreaks(`${owner}.breaks`, columns, ledger.valid)];
  return found.filter((field) => field !== undefined);
}
