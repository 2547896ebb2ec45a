import type { RecordEdit } from '../../../src/sandbox/sandboxData.js';
import type { Sandbox } from '../../../src/sandbox/startSandbox.js';

/** Edits of one list of the sandbox's records, as managers make them between two reads. */
interface EditsOfList {
  /** Adds a record, or replaces the one with its ID. */
  readonly put: (record: object) => RecordEdit;
  /** Changes some fields of a record. */
  readonly patch: (change: { readonly id: string; readonly [field: string]: unknown }) => RecordEdit;
  readonly delete: (id: string) => RecordEdit;
}

function editsOf(list: RecordEdit['list']): EditsOfList {
  return {
    put: (record) => ({ list, put: record }),
    patch: (change) => ({ list, patch: change }),
    delete: (id) => ({ list, delete: id }),
  };
}

export const editEntry = editsOf('time-entries');
export const editShift = editsOf('shifts');
export const editEmployee = editsOf('employees');
export const editPlace = editsOf('establishments');

/** Makes edits in the order given. @throws Error for one that finds no record: its test would test nothing */
export function editRecords(sandbox: Sandbox, employerId: string, edits: readonly RecordEdit[]): void {
  for (const edit of edits)
    if (!sandbox.edit(employerId, edit)) throw new Error(`no record for ${JSON.stringify(edit)}`);
}
