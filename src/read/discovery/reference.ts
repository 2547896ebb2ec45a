import { PaytallyError } from '../../errors.js';
import type { CountedColumn } from './countedColumns.js';
import { nameScore, subjectWords } from './fieldNames.js';
import { ambiguous, found, hintedColumn } from './hints.js';
import type { FieldHints, FieldTarget, FoundField } from './targets.js';

/** What shifts and time entries may refer to. */
export type ReferenceKind = 'establishmentId' | 'teamId' | 'taskId' | 'agencyId' | 'agencyWorkerId';

const ESTABLISHMENT = [
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
];
const SUBJECTS: Readonly<Record<ReferenceKind, readonly string[]>> = {
  establishmentId: ESTABLISHMENT,
  teamId: ['team'],
  taskId: ['task', 'planning task'],
  agencyId: ['agency', 'temp agency', 'staffing agency'],
  agencyWorkerId: ['agency worker', 'temp worker', 'external worker', 'agencyworker'],
};
const KINDS = Object.keys(SUBJECTS) as ReferenceKind[];
/** Words of fields that hold ids of the same lists without saying where or for whom this work was. */
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

/** A field of shifts or time entries to be found. */
export interface ReferenceQuestion {
  readonly target: FieldTarget;
  readonly kind: ReferenceKind;
  /** The ids of the list it refers to; undefined where that list is not there or could not be read. */
  readonly ids: ReadonlySet<string> | undefined;
}

interface Candidate {
  readonly column: CountedColumn;
  readonly score: number;
  readonly hits: number;
  readonly texts: number;
}

/**
 * The field that refers to a list: a hinted one, else by its name, else by its values, all of which must be ids
 * of that list. Undefined where there is none.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function findReference(
  question: ReferenceQuestion,
  columns: readonly CountedColumn[],
  records: number,
  hints: FieldHints,
): FoundField | undefined {
  const { target } = question;
  const hinted = hintedColumn(target, columns, records, hints);
  if (hinted !== undefined && 'absent' in hinted) return hinted.absent;
  const report = (candidate: Candidate, how: FoundField['how']) =>
    found(target, candidate.column, how, evidenceOf(question, candidate), records);
  const told = hinted && candidateOf(question, hinted.column);
  if (told !== undefined && hinted?.how === 'pin') {
    refuseWrongPin(question, told);
    return report(told, 'pin');
  }
  if (told !== undefined && stillFits(question, told)) return report(told, 'known');
  const candidates = columns.map((column) => candidateOf(question, column));
  const plausible = candidates.filter((candidate) => candidate.score > 0 && isPlausible(question, candidate));
  const everywhere = inEveryRecord(question, candidates, records);
  const isNamed = plausible.some(({ score }) => score === 3) || everywhere.length === 0;
  const named = best(question, isNamed ? plausible : everywhere.filter(({ score }) => score > 0));
  if (named !== undefined) return report(named, 'name');
  const fitting = candidates.filter((candidate) => fitsByValue(question, candidate, records));
  const valued = best(question, everywhere.length > 0 ? everywhere : fitting);
  if (valued !== undefined) return report(valued, 'value');
  // A reference that is null in every record of this read is still where it was.
  return told !== undefined && told.column.other === 0 && told.texts === 0
    ? report(told, 'known')
    : undefined;
}

function stillFits({ ids }: ReferenceQuestion, { column, hits, texts }: Candidate): boolean {
  return column.other === 0 && (ids === undefined ? texts > 0 : hits > 0);
}

function candidateOf({ kind, ids }: ReferenceQuestion, column: CountedColumn): Candidate {
  let hits = 0;
  if (ids !== undefined) for (const [id, records] of column.texts) if (ids.has(id)) hits += records;
  const claimed = claimedByOther(kind, column.path);
  return { column, score: claimed ? 0 : nameScore(column.path, SUBJECTS[kind]), hits, texts: column.filled };
}

/** `agencyWorkerId` is no agency, although it mentions one; a path belongs to the subject that names it best. */
function claimedByOther(kind: ReferenceKind, path: string): boolean {
  if (
    subjectWords(path)
      .flat()
      .some((word) => OTHER_WORDS.has(word))
  )
    return true;
  const own = strength(path, SUBJECTS[kind]);
  return KINDS.some((other) => other !== kind && strength(path, SUBJECTS[other]) > own);
}

/** The score of the best subject; of two equal ones the longer name says more. */
function strength(path: string, subjects: readonly string[]): number {
  return Math.max(
    ...subjects.map((subject) => {
      const score = nameScore(path, [subject]);
      return score === 0 ? 0 : score * 100 + subject.length;
    }),
  );
}

/** A name alone is not enough where the values speak against it. */
function isPlausible({ ids }: ReferenceQuestion, { column, score, hits, texts }: Candidate): boolean {
  if (column.other > 0 || texts === 0) return false;
  if (ids === undefined) return score >= 2;
  return score >= 2 ? hits > 0 : hits === texts;
}

function fitsByValue(question: ReferenceQuestion, candidate: Candidate, records: number): boolean {
  const { column, hits, texts } = candidate;
  if (column.other > 0 || texts === 0 || hits < texts) return false;
  if (claimedByOther(question.kind, column.path)) return false;
  // A shop named in a few records only ("lent to") is not where the others were worked.
  return question.kind !== 'establishmentId' || texts * 2 > records;
}

/**
 * Every entry was worked somewhere: a field that says so in every record values those behind that only mention a place
 * here and there, as `shift.establishmentId` does.
 */
function inEveryRecord(
  question: ReferenceQuestion,
  candidates: readonly Candidate[],
  records: number,
): readonly Candidate[] {
  if (question.kind !== 'establishmentId') return [];
  return candidates.filter(
    (candidate) => candidate.texts === records && fitsByValue(question, candidate, records),
  );
}

function best(question: ReferenceQuestion, candidates: readonly Candidate[]): Candidate | undefined {
  const ranked = [...candidates].sort(
    (a, b) =>
      b.score - a.score ||
      b.hits - a.hits ||
      b.column.present - a.column.present ||
      a.column.path.length - b.column.path.length,
  );
  const [first, ...others] = ranked;
  const rivals = others.filter(
    (other) => other.score === first?.score && first.column.disagrees(other.column),
  );
  if (first !== undefined && rivals.length > 0) {
    throw ambiguous(
      question.target,
      [first, ...rivals].map((candidate) => candidate.column.path),
    );
  }
  return first;
}

function refuseWrongPin({ target, kind, ids }: ReferenceQuestion, { column, hits, texts }: Candidate): void {
  const isWrong = column.other > 0 || (ids !== undefined && texts > 0 && hits === 0);
  if (!isWrong) return;
  throw new PaytallyError(
    'FIELD_PIN_INVALID',
    `The field "${column.path}", pinned as ${target}, holds no ${kind.replace(/Id$/, '')} ids.`,
    { record: `${target}: ${column.path}` },
  );
}

function evidenceOf({ ids }: ReferenceQuestion, { column, hits, texts }: Candidate): string {
  const empty = column.records - texts;
  const rest = empty === 0 ? '' : `, empty in ${empty}`;
  if (texts === 0) return 'empty in every record of this read';
  if (ids === undefined) return `${texts} values are UUIDs${rest}`;
  return `${hits} of ${texts} values are ids of that list${rest}`;
}
