import type { DataRow } from '../dataSet.js';
import type { ReportContext } from './reportContext.js';
import { shownEmployee, textField } from './rowAccess.js';

/**
 * Whether a row is about a person with an unknown name, for example archived before the first run: only an ID is known.
 */
export function hasUnknownName(row: DataRow): boolean {
  return (
    textField(row, 'employee.id') !== '' &&
    textField(row, 'employee.lastName') === '' &&
    textField(row, 'employee.firstName') === ''
  );
}

/**
 * `Peeters, An`, `Twin, Sam (00101)` for one of several of the name, or the whole ID with a note that the name is
 * unknown. Empty if the row is not about a person.
 */
export function personText({ say, model }: ReportContext, row: DataRow): string {
  const name = shownEmployee(model, row);
  return hasUnknownName(row) ? `${name} (${say('reports.nameUnknown')})` : name;
}
