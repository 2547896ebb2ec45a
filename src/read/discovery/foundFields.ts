import { PaytallyError } from '../../errors.js';
import type { Column, ColumnTable } from './columns.js';

/** What the service leaves open: fields to be found in its records. */
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

/** What a pin in the configuration may name. Break times are only reported: nothing is computed from them. */
const PINNABLE_TARGETS = FIELD_TARGETS.filter((target) => !target.endsWith('.breaks'));

/** A field that was found, and why it is taken for what it is. Survives JSON unchanged. */
export interface FoundField {
  readonly target: FieldTarget;
  /** Names joined by dots. */
  readonly path: string;
  /** `known`: an earlier read found it there, and it still fits. */
  readonly how: 'pin' | 'known' | 'name' | 'value';
  readonly evidence: string;
  /** Every record had the field, though it may have been null; so its absence would mean something. */
  readonly always: boolean;
}

/** Where a field is said to be: by the configuration, or by an earlier read. */
export interface FieldHints {
  readonly pins: Readonly<Record<string, string>>;
  readonly known: readonly FoundField[];
}

/** @throws PaytallyError FIELD_PIN_INVALID for a pin of something that there is not. */
export function checkPins(pins: FieldHints['pins']): void {
  for (const name of Object.keys(pins)) {
    if (PINNABLE_TARGETS.some((target) => target === name)) continue;
    throw new PaytallyError(
      'FIELD_PIN_INVALID',
      `"fields" pins ${JSON.stringify(name)}, which paytally does not read.`,
      { record: name, remedy: `What can be pinned: ${PINNABLE_TARGETS.join(', ')}.` },
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
 * The column that a pin or an earlier read names; undefined where neither does, or where the list is empty.
 * @throws PaytallyError FIELD_VANISHED where no record has it any more, although it used to be in every record.
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
  // A team or task may be missing from any record, so also from all of them; a pin says that it must be there.
  const mayVanish = known?.always === false || (pin === undefined && NULLABLE.includes(target));
  if (known !== undefined && mayVanish)
    return { absent: { ...known, evidence: `${IN_NONE}; earlier: ${known.evidence.replace(EARLIER, '')}` } };
  throw fieldVanished(target, path, pin !== undefined);
}

export interface HintedColumn {
  readonly column: Column;
  readonly how: 'pin' | 'known';
}

function fieldVanished(target: FieldTarget, path: string, isPinned: boolean): PaytallyError {
  const origin = isPinned ? 'the configuration pins' : 'earlier reads found';
  return new PaytallyError(
    'FIELD_VANISHED',
    `No record has the field "${path}" any more, which ${origin} as ${target}.`,
    { record: `${target}: ${path}` },
  );
}

/** Fields that every record used to have, and that none of this read has. */
export function vanishedFields(fields: readonly FoundField[]): readonly FoundField[] {
  return fields.filter(({ always, evidence }) => always && evidence.startsWith(IN_NONE));
}

const IN_NONE = 'in no record of this read';
const EARLIER = /^in no record of this read; earlier: /;

/**
 * The first of the columns, where none of the others contradicts it: a guess would pay someone wrongly.
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
  const names = paths.map((path) => `"${path}"`).join(' and ');
  return new PaytallyError('FIELD_AMBIGUOUS', `Both ${names} could be ${target}, and they do not agree.`, {
    record: target,
    remedy: `Name the right one under "fields" in the configuration: ${target}: ${paths[0] ?? ''}.`,
  });
}

export function foundField(
  target: FieldTarget,
  { path, present, records }: Column,
  how: FoundField['how'],
  evidence: string,
): FoundField {
  return { target, path, how, evidence, always: present === records };
}
