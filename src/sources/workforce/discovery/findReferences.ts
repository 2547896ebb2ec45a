import { PaytallyError } from '../../../errors.js';
import { type AnyMessage, message } from '../../../i18n/message.js';
import { type Column, type ColumnTable, countTexts } from '../../records/columns.js';
import { nameScore, pathHasWord, subjectWords } from '../../records/fieldNames.js';
import {
  type FieldHints,
  type FieldTarget,
  type FoundField,
  firstIfAgreed,
  foundField,
  hintedColumn,
} from '../../records/foundFields.js';

/** The possible references of shifts and time entries. */
type ReferenceKind = 'establishmentId' | 'teamId' | 'taskId' | 'agencyId' | 'agencyWorkerId';

const SUBJECTS: Readonly<Record<ReferenceKind, readonly string[]>> = {
  establishmentId: [
    'establishment',
    'location',
    'site',
    'branch',
    'workplace',
    'work place',
    'store',
    'shop',
    'venue',
    'vestiging',
    'filiale',
    'etablissement',
  ],
  teamId: ['team'],
  taskId: ['task', 'planning task'],
  agencyId: ['agency', 'temp agency', 'staffing agency'],
  agencyWorkerId: ['agency worker', 'temp worker', 'external worker', 'agencyworker'],
};
const KINDS = Object.keys(SUBJECTS) as ReferenceKind[];
/** Words of fields that hold ids of the same lists, but do not show where or for whom this work was done. */
const OTHER_WORDS = new Set([
  'home',
  'default',
  'preferred',
  'usual',
  'employee',
  'person',
  'user',
  'created',
  'updated',
  'reviewed',
  'approved',
]);

const BREAK_WORDS = new Set(['break', 'breaks', 'pause', 'pauses', 'pauze', 'pauzes']);

/** Ids of the lists that records may refer to; undefined if there is no such list or it could not be read. */
export type KnownIds = Readonly<Record<ReferenceKind, ReadonlySet<string> | undefined>>;

/**
 * The reference fields of shifts or time entries, found from the valid records, and a field that seems to contain
 * breaks.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function findReferences(
  owner: 'timeEntry' | 'shift',
  table: ColumnTable,
  ids: KnownIds,
  hints: FieldHints,
): readonly FoundField[] {
  const references = KINDS.map((kind) =>
    findReference({ target: `${owner}.${kind}`, kind, ids: ids[kind] }, table, hints),
  );
  return [...references, findBreaks(`${owner}.breaks`, table)].filter((field) => field !== undefined);
}

/**
 * A field that seems to hold break times. It is only reported: the service does not document its meaning, so breaks are
 * divided over the parts of an entry in proportion (docs/time.md).
 */
function findBreaks(target: FieldTarget, { columns, records }: ColumnTable): FoundField | undefined {
  const column = columns.find(({ path }) => pathHasWord(path, BREAK_WORDS));
  if (column === undefined) return undefined;
  const evidence = message('fields.evidence.breaks', { present: column.present, records });
  return foundField(target, column, 'name', evidence);
}

/** A field of shifts or time entries to be found. */
interface ReferenceQuestion {
  readonly target: FieldTarget;
  readonly kind: ReferenceKind;
  /** The ids of the list it refers to; undefined if that list is missing or could not be read. */
  readonly ids: ReadonlySet<string> | undefined;
}

interface Candidate {
  readonly column: Column;
  readonly score: number;
  readonly hits: number;
  readonly texts: number;
}

/**
 * The field that refers to a list: a hinted one, else by its name, else by its values, all of which must be ids of that
 * list. Undefined if there is none.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
function findReference(
  question: ReferenceQuestion,
  table: ColumnTable,
  hints: FieldHints,
): FoundField | undefined {
  const { target } = question;
  const hinted = hintedColumn(target, table, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  const report = (candidate: Candidate, how: FoundField['how']) =>
    foundField(target, candidate.column, how, describeEvidence(question, candidate));
  const expected = hinted && rateColumn(question, hinted.column);
  if (expected !== undefined && hinted?.how === 'pin') {
    refuseWrongPin(question, expected);
    return report(expected, 'pin');
  }
  if (expected !== undefined && stillFits(question, expected)) return report(expected, 'known');
  const candidates = table.columns.map((column) => rateColumn(question, column));
  const plausible = candidates.filter((candidate) => candidate.score > 0 && isPlausible(question, candidate));
  const everywhere = candidates.filter((candidate) => isInEveryRecord(question, candidate));
  const isNamed = plausible.some(({ score }) => score === 3) || everywhere.length === 0;
  const named = bestCandidate(question, isNamed ? plausible : everywhere.filter(({ score }) => score > 0));
  if (named !== undefined) return report(named, 'name');
  const fitting = candidates.filter((candidate) => fitsByValue(question, candidate));
  const valued = bestCandidate(question, everywhere.length > 0 ? everywhere : fitting);
  if (valued !== undefined) return report(valued, 'value');
  // A reference that is null in every record of this read keeps its path.
  return expected !== undefined && expected.column.other === 0 && expected.texts === 0
    ? report(expected, 'known')
    : undefined;
}

function stillFits({ ids }: ReferenceQuestion, { column, hits, texts }: Candidate): boolean {
  return column.other === 0 && (ids === undefined ? texts > 0 : hits > 0);
}

function rateColumn({ kind, ids }: ReferenceQuestion, column: Column): Candidate {
  const hits = ids === undefined ? 0 : countTexts(column, (id) => ids.has(id));
  const isOther = belongsToOther(kind, column.path);
  return { column, score: isOther ? 0 : nameScore(column.path, SUBJECTS[kind]), hits, texts: column.filled };
}

/** `agencyWorkerId` is not an agency, although it mentions one; a path belongs to the subject that names it best. */
function belongsToOther(kind: ReferenceKind, path: string): boolean {
  const words = subjectWords(path).flat();
  if (words.some((word) => OTHER_WORDS.has(word))) return true;
  const own = nameStrength(path, SUBJECTS[kind]);
  return KINDS.some((other) => other !== kind && nameStrength(path, SUBJECTS[other]) > own);
}

/** The score of the best subject; of two equal ones, the longer name is more specific. */
function nameStrength(path: string, subjects: readonly string[]): number {
  return Math.max(
    ...subjects.map((subject) => {
      const score = nameScore(path, [subject]);
      return score === 0 ? 0 : score * 100 + subject.length;
    }),
  );
}

/** A name alone is not enough if the values contradict it. */
function isPlausible({ ids }: ReferenceQuestion, { column, score, hits, texts }: Candidate): boolean {
  if (column.other > 0 || texts === 0) return false;
  if (ids === undefined) return score >= 2;
  return score >= 2 ? hits > 0 : hits === texts;
}

function fitsByValue(question: ReferenceQuestion, candidate: Candidate): boolean {
  const { column, hits, texts } = candidate;
  if (column.other > 0 || texts === 0 || hits < texts) return false;
  if (belongsToOther(question.kind, column.path)) return false;
  // A shop named in a few records only ("lent to") is not the workplace of the others.
  return question.kind !== 'establishmentId' || texts * 2 > column.records;
}

/**
 * Every entry has a workplace: a field with the place in every record excludes fields with a place in only some, such
 * as `shift.establishmentId`.
 */
function isInEveryRecord(question: ReferenceQuestion, candidate: Candidate): boolean {
  return (
    question.kind === 'establishmentId' &&
    candidate.texts === candidate.column.records &&
    fitsByValue(question, candidate)
  );
}

/** @throws PaytallyError FIELD_AMBIGUOUS */
function bestCandidate(question: ReferenceQuestion, candidates: readonly Candidate[]): Candidate | undefined {
  const ranked = candidates.toSorted(
    (a, b) =>
      b.score - a.score ||
      b.hits - a.hits ||
      b.column.present - a.column.present ||
      a.column.path.length - b.column.path.length,
  );
  const [first] = ranked;
  const equals = ranked.filter(({ score }) => score === first?.score);
  firstIfAgreed(
    question.target,
    equals.map(({ column }) => column),
  );
  return first;
}

function refuseWrongPin({ target, ids }: ReferenceQuestion, { column, hits, texts }: Candidate): void {
  const isWrong = column.other > 0 || (ids !== undefined && texts > 0 && hits === 0);
  if (!isWrong) return;
  throw new PaytallyError('FIELD_PIN_INVALID', message('fields.pin.noIds', { path: column.path, target }), {
    record: `${target}: ${column.path}`,
  });
}

function describeEvidence({ ids }: ReferenceQuestion, { column, hits, texts }: Candidate): AnyMessage {
  const empty = column.records - texts;
  if (texts === 0) return message('fields.evidence.empty');
  if (ids === undefined) return message('fields.evidence.uuids', { values: texts, empty });
  return message('fields.evidence.ids', { ids: hits, values: texts, empty });
}
