import type { DataRow } from '../dataSet.js';
import type { ReportContext } from './reportContext.js';
import { textOf } from './rowAccess.js';

/** Whether a row is about a person whose name nobody knows (archived before the first run, say): only an id is left. */
export function isNameless(row: DataRow): boolean {
  return (
    textOf(row, 'employee.id') !== '' &&
    textOf(row, 'employee.lastName') === '' &&
    textOf(row, 'employee.firstName') === ''
  );
}

/** `Peeters, An`, or the whole id and that the name is unknown. Empty where the row is about nobody. */
export function personText({ t }: ReportContext, row: DataRow): string {
  const name = textOf(row, 'employee.name') || textOf(row, 'employee.id');
  return isNameless(row) ? `${name} (${t('nameUnknown')})` : name;
}
