import { type Message, message } from '../../i18n/message.js';
import type { MeantEmployees } from '../mapping/employeesMeant.js';

/** Says that a text is the employee ID of one person and the payroll ID of another, and what to write instead. */
export function idOrNumber(
  text: string,
  { byId, byNumber }: MeantEmployees,
  nameOf: (employeeId: string) => string,
): Message {
  const names = (ids: readonly string[]) => ids.map(nameOf).join('; ');
  const others = byNumber.filter((id) => !byId.includes(id));
  return message('people.idOrNumber', { text, byId: names(byId), byNumber: names(others) });
}
