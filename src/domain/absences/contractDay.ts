import { unreadableColumn } from '../pay/mappingColumns.js';

/** A person with the further columns of the mapping row of a day; undefined without a row. */
export interface Contract {
  readonly employeeId: string;
  readonly columns: Readonly<Record<string, string>> | undefined;
}

/** Minutes of a contractual day; null if the mapping has none. @throws PaytallyError MAPPING_INVALID */
export function contractMinutesPerDay({ employeeId, columns }: Contract): number | null {
  const text = columns?.contractMinutesPerDay?.trim() ?? '';
  if (text === '') return null;
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1440) return Number(text);
  throw unreadableColumn('csv.notDayMinutes', 'contractMinutesPerDay', text, employeeId);
}

/** The ISO numbers of the contract's weekdays; undefined if the mapping has none. @throws PaytallyError MAPPING_INVALID */
export function contractWeekdays({ employeeId, columns }: Contract): readonly number[] | undefined {
  const text = columns?.contractWeekdays?.trim() ?? '';
  return text === '' ? undefined : parseWeekdays(text, employeeId);
}

/** ISO numbers, `12345` for Monday to Friday. @throws PaytallyError MAPPING_INVALID */
export function parseWeekdays(days: string, employeeId: string): readonly number[] {
  if (/^[1-7]{1,7}$/.test(days)) return [...days].map(Number);
  throw unreadableColumn('csv.notWeekdays', 'contractWeekdays', days, employeeId);
}
