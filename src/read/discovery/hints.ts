import { PaytallyError } from '../../errors.js';
import type { Column } from './column.js';
import { type FieldHints, type FieldTarget, type FoundField, PINNABLE_TARGETS } from './targets.js';

/** @throws PaytallyError FIELD_PIN_INVALID for a pin of something that there is not. */
export function checkPins(pins: FieldHints['pins']): void {
  for (const name of Object.keys(pins)) {
    if (PINNABLE_TARGETS.some((target) => target === name)) continue;
    throw new PaytallyError(
      'FIELD_PIN_INVALID',
      `"fields" pins ${JSON.stringify(name)}, which paytally does not read.`,
      {
        record: name,
        remedy: `What can be pinned: ${PINNABLE_TARGETS.join(', ')}.`,
      },
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

/** Fields that every record used to have, and that none of this read has. */
export function vanishedFields(fields: readonly FoundField[]): readonly FoundField[] {
  return fields.filter(({ always, evidence }) => always && evidence.startsWith(IN_NONE));
}

const IN_NONE = 'in no record of this read';
const EARLIER = /^in no record of this read; earlier: /;

/**
 * The column that a pin or an earlier read names; undefined where neither does, or where the list is empty.
 * @throws PaytallyError FIELD_VANISHED where no record has it any more, although it used to be in every record.
 */
export function hintedColumn<C extends Column>(
  target: FieldTarget,
  columns: readonly C[],
  records: number,
  hints: FieldHints,
): { readonly column: C; readonly how: 'pin' | 'known' } | { readonly absent: FoundField } | undefined {
  const pin = hints.pins[target];
  const known = hints.known.find(
    (found) => found.target === target && (pin === undefined || found.path === pin),
  );
  const path = pin ?? known?.path;
  if (path === undefined || records === 0) return undefined;
  const column = columns.find((candidate) => candidate.path === path);
  if (column !== undefined) return { column, how: pin === undefined ? 'known' : 'pin' };
  // A team or task may be missing from any record, so also from all of them; a pin says that it must be there.
  const mayVanish = known?.always === false || (pin === undefined && NULLABLE.includes(target));
  if (known !== undefined && mayVanish)
    return { absent: { ...known, evidence: `${IN_NONE}; earlier: ${known.evidence.replace(EARLIER, '')}` } };
  throw vanished(target, path, pin !== undefined);
}

function vanished(target: FieldTarget, path: string, isPinned: boolean): PaytallyError {
  const whence = isPinned ? 'the configuration pins' : 'earlier reads found';
  return new PaytallyError(
    'FIELD_VANISHED',
    `No record has the field "${path}" any more, which ${whence} as ${target}.`,
    { record: `${target}: ${path}` },
  );
}

/** Two fields could be it and do not say the same; guessing would pay somebody wrongly. */
export function ambiguous(target: FieldTarget, paths: readonly string[]): PaytallyError {
  const names = paths.map((path) => `"${path}"`).join(' and ');
  return new PaytallyError('FIELD_AMBIGUOUS', `Both ${names} could be ${target}, and they do not agree.`, {
    record: target,
    remedy: `Name the right one under "fields" in the configuration: ${target}: ${paths[0] ?? ''}.`,
  });
}

export function found(
  target: FieldTarget,
  column: Column,
  how: FoundField['how'],
  evidence: string,
  records: number,
): FoundField {
  return { target, path: column.path, how, evidence, always: column.present === records };
}
