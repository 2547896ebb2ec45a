import { PaytallyError } from '../../errors.js';
import { messageOfStored, storedMessage } from '../../i18n/formatMessage.js';
import { type AnyMessage, listed, message } from '../../i18n/message.js';
import type { Column, ColumnTable } from './columns.js';

/** Undocumented fields, to be found in the records. */
export const FIELD_TARGETS = [
  'establishment.zone',
  'establishment.label',
  'agencyWorker.label',
  'team.label',
  'task.label',
  'timeEntry.establishmentId',
  'timeEntry.teamId',
  'timeEntry.taskId',
  'timeEntry.agencyId',
  'timeEntry.agencyWorkerId',
  'shift.establishmentId',
  'shift.teamId',
  'shift.taskId',
  'shift.agencyId',
  'shift.agencyWorkerId',
  'holidays.items',
  'holiday.date',
  'holiday.grantedDate',
  'holiday.name',
  'timeEntry.breaks',
  'shift.breaks',
] as const;
export type FieldTarget = (typeof FIELD_TARGETS)[number];

/**
 * The fields that a pin in the configuration may name. Break times are only reported: nothing is computed from them.
 */
const PINNABLE_TARGETS = FIELD_TARGETS.filter((target) => !target.endsWith('.breaks'));

/** A found field, with the reason for its interpretation. */
export interface FoundField {
  readonly target: FieldTarget;
  /** Names joined by dots. */
  readonly path: string;
  /** `known`: an earlier read found it there, and it still matches. */
  readonly how: 'pin' | 'known' | 'name' | 'value';
  readonly evidence: AnyMessage;
  /** Every record had the field, though it may have been null; so its absence would be significant. */
  readonly always: boolean;
}

/** The stored form of a found field. */
export type StoredField = Omit<FoundField, 'evidence'> & { readonly evidence: string };

export function storedField(field: FoundField): StoredField {
  return { ...field, evidence: storedMessage(field.evidence) };
}

export function fieldOfStored(field: StoredField): FoundField {
  return { ...field, evidence: messageOfStored(field.evidence) };
}

/** A known path of a field: from the configuration or an earlier read. */
export interface FieldHints {
  readonly pins: Readonly<Record<string, string>>;
  readonly known: readonly FoundField[];
}

/** @throws PaytallyError FIELD_PIN_INVALID for a pin of an unknown field. */
export function checkPins(pins: FieldHints['pins']): void {
  for (const name of Object.keys(pins)) {
    if (PINNABLE_TARGETS.some((target) => target === name)) continue;
    throw new PaytallyError(
      'FIELD_PIN_INVALID',
      message('fields.pin.unknown', { name: JSON.stringify(name), targets: PINNABLE_TARGETS.join(', ') }),
      { record: name },
    );
  }
}

/** References that a record need not have. */
const NULLABLE: readonly FieldTarget[] = [
  'timeEntry.teamId',
  'timeEntry.taskId',
  'shift.teamId',
  'shift.taskId',
];

/**
 * The column that a pin or an earlier read names; undefined if neither does, or if the list is empty.
 * @throws PaytallyError FIELD_VANISHED if no record has it any more, although it used to be in every record.
 */
export function hintedColumn(
  target: FieldTarget,
  { columns, records }: ColumnTable,
  hints: FieldHints,
): HintedColumn | { readonly absent: FoundField } | undefined {
  const pin = hints.pins[target];
  const known = hints.known.find(
    (field) => field.target === target && (pin === undefined || field.path === pin),
  );
  const path = pin ?? known?.path;
  if (path === undefined || records === 0) return undefined;
  const column = columns.find((candidate) => candidate.path === path);
  if (column !== undefined) return { column, how: pin === undefined ? 'known' : 'pin' };
  // A team or task may be missing from any record, so also from all of them; a pinned one must exist.
  const mayVanish = known?.always === false || (pin === undefined && NULLABLE.includes(target));
  if (known !== undefined && mayVanish)
    return { absent: { ...known, evidence: goneEvidence(known.evidence) } };
  throw fieldVanished(target, path, pin !== undefined);
}

export interface HintedColumn {
  readonly column: Column;
  readonly how: 'pin' | 'known';
}

function fieldVanished(target: FieldTarget, path: string, isPinned: boolean): PaytallyError {
  return new PaytallyError(
    'FIELD_VANISHED',
    message('fields.vanished', { path, target, isPinned: isPinned ? 'yes' : 'no' }),
    { record: `${target}: ${path}` },
  );
}

/** Fields that every record used to have, and that no record of this read has. */
export function vanishedFields(fields: readonly FoundField[]): readonly FoundField[] {
  return fields.filter(({ always, evidence }) => always && isGone(evidence));
}

const GONE = 'fields.evidence.gone';

function isGone(evidence: AnyMessage): boolean {
  return 'id' in evidence && evidence.id === GONE;
}

function goneEvidence(evidence: AnyMessage): AnyMessage {
  return isGone(evidence) ? evidence : message(GONE, { earlier: evidence });
}

/**
 * The first of the columns, if no other contradicts it, because a wrong guess would lead to wrong pay.
 * @throws PaytallyError FIELD_AMBIGUOUS
 */
export function firstIfAgreed(target: FieldTarget, ranked: readonly Column[]): Column | undefined {
  const [first, ...others] = ranked;
  if (first === undefined) return undefined;
  const rivals = others.filter((other) => first.disagrees(other));
  if (rivals.length === 0) return first;
  throw ambiguousField(
    target,
    [first, ...rivals].map(({ path }) => path),
  );
}

/** Two fields qualify and contradict each other. */
export function ambiguousField(target: FieldTarget, paths: readonly string[]): PaytallyError {
  const names = listed(paths.map((path) => `"${path}"`));
  const text = message('fields.ambiguous', { paths: names, target, first: paths[0] ?? '' });
  return new PaytallyError('FIELD_AMBIGUOUS', text, { record: target });
}

export function foundField(
  target: FieldTarget,
  { path, present, records }: Column,
  how: FoundField['how'],
  evidence: AnyMessage,
): FoundField {
  return { target, path, how, evidence, always: present === records };
}
