/** What the service leaves open. */
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
export const PINNABLE_TARGETS = FIELD_TARGETS.filter((target) => !target.endsWith('.breaks'));

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
