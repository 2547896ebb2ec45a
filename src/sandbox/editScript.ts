import type { EmployerState } from './employerState.js';
import type { ListName } from './neutralRecords.js';

/** Carries out the scripted edits of the employers once their page has been read. */
export class EditScript {
  private readonly reads = new Map<string, number>();

  /** To be called after each page, before the next request is answered. */
  pageRead(employer: EmployerState, list: ListName, page: number): void {
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
