import { message, type Text } from '../i18n/message.js';
import type { EmployerState } from './employerState.js';
import { type FileName, type ListName, RECORD_SCHEMAS } from './records.js';
import type { RecordEdit, ScriptedEdit } from './sandboxData.js';

/**
 * The problems of the record that an edit results in: its fields and references, as at the start. `earlier` are the
 * scripted edits before it, which may add records that this one changes or refers to.
 */
export function editProblems(
  employer: EmployerState,
  edit: RecordEdit,
  earlier: readonly ScriptedEdit[],
): readonly DanglingReference[] {
  if ('delete' in edit) return [];
  const known = (list: FileName, id: unknown) => recordAfter(employer, earlier, list, String(id));
  const before = 'patch' in edit ? known(edit.list, edit.patch.id) : {};
  // A patch of a missing record changes nothing, like the `delete` of one.
  if (before === undefined) return [];
  const record = { ...before, ...('patch' in edit ? edit.patch : edit.put) };
  const checked = RECORD_SCHEMAS[edit.list].safeParse(record);
  if (!checked.success)
    return checked.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return danglingReferences(edit.list, record, (list, id) => known(list, id) !== undefined);
}

/** A record after the scripted edits, in the given order. */
function recordAfter(
  employer: EmployerState,
  edits: readonly ScriptedEdit[],
  list: FileName,
  id: string,
): object | undefined {
  let record: object | undefined = employer.lists[list].get(id);
  for (const { edit } of edits) {
    if (edit.list !== list) continue;
    if ('delete' in edit) record = edit.delete === id ? undefined : record;
    else if ('put' in edit) record = Reflect.get(edit.put, 'id') === id ? edit.put : record;
    else if (edit.patch.id === id && record !== undefined) record = { ...record, ...edit.patch };
  }
  return record;
}

/** The problems of scripted edits that are added together, by index. */
export function scriptProblems(
  employer: EmployerState,
  added: readonly ScriptedEdit[],
): readonly (DanglingReference & { readonly index: number })[] {
  return added.flatMap(({ edit }, index) => {
    const earlier = [...employer.pendingEdits, ...added.slice(0, index)];
    return editProblems(employer, edit, earlier).map((problem) => ({ ...problem, index }));
  });
}

/** Applies the scripted edits of the employers once their page has been read. */
export class EditScript {
  private readonly reads = new Map<string, number>();

  /** Call this after each page, before the next request is answered. */
  runAfterPage(employer: EmployerState, list: ListName, page: number): void {
    const key = JSON.stringify([employer.employerId, list, page]);
    const pass = (this.reads.get(key) ?? 0) + 1;
    this.reads.set(key, pass);
    const { pendingEdits } = employer;
    for (let index = 0; index < pendingEdits.length; ) {
      const { after, edit } = pendingEdits[index] ?? {};
      if (after?.list === list && after.page === page && (after.pass ?? 1) === pass && edit) {
        employer.edit(edit);
        pendingEdits.splice(index, 1);
      } else {
        index += 1;
      }
    }
  }
}

/** The list that must contain the target of each reference. Agencies need no file; shifts may have been deleted. */
const REFERENCES: readonly (readonly [field: string, list: FileName])[] = [
  ['establishmentId', 'establishments'],
  ['employeeId', 'employees'],
  ['agencyWorkerId', 'agency-workers'],
  ['teamId', 'teams'],
  ['taskId', 'tasks'],
];

export interface DanglingReference {
  readonly field: string;
  readonly message: Text;
}

/** The references of a record to missing records. The same rule applies to the initial data and every later edit. */
export function danglingReferences(
  list: FileName,
  record: object,
  isKnown: (list: FileName, id: unknown) => boolean,
): readonly DanglingReference[] {
  if (list !== 'shifts' && list !== 'time-entries') return [];
  return REFERENCES.flatMap(([field, target]) => {
    const id: unknown = Reflect.get(record, field);
    if (id === null || id === undefined || isKnown(target, id)) return [];
    return [{ field, message: message('sandbox.noRecord', { list: target, id: String(id) }) }];
  });
}
