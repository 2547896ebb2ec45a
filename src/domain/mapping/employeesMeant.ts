import { lowerUuid } from '../records/uuid.js';

/** `id:2` is the employee with the ID 2, `number:2` the one with the payroll ID 2. */
const STATED = /^(id|number):\s*(.+)$/i;

/** Who a text can be: the employees with it as ID, and those with it as payroll ID. */
export interface EmployeeLookup {
  readonly byId: (id: string) => readonly string[];
  /** @param isId whether the text is also an employee ID */
  readonly byNumber: (number: string, isId: boolean) => readonly string[];
}

/** The employees whom a text means, by ID and by payroll ID. */
export interface MeantEmployees {
  readonly byId: readonly string[];
  readonly byNumber: readonly string[];
  /** Each of them once, those by ID first. */
  readonly all: readonly string[];
  /** The text without what says how it is meant. */
  readonly text: string;
}

/**
 * The employees whom a text means. IDs of many time recordings are small numbers, as payroll IDs are: a text that is the
 * ID of one employee and the payroll ID of another means both, and what it is used for must be refused. `id:` or
 * `number:` before the text says which of the two it is.
 */
export function employeesMeant(text: string, { byId, byNumber }: EmployeeLookup): MeantEmployees {
  const ids = byId(text);
  const found = meant(text, ids, byNumber(text, ids.length > 0));
  const stated = found.all.length > 0 ? undefined : readStated(text);
  if (stated === undefined) return found;
  return stated.isId
    ? meant(stated.text, byId(stated.text), [])
    : meant(stated.text, [], byNumber(stated.text, false));
}

/** Whether a text is the ID of one employee and the payroll ID of another. */
export function isIdOrNumber({ byId, byNumber, all }: MeantEmployees): boolean {
  return byId.length > 0 && byNumber.length > 0 && all.length > 1;
}

/** The ID of a text that says that it is one; undefined for any other. */
export function statedId(text: string): string | undefined {
  const stated = readStated(text);
  return stated?.isId === true ? stated.text : undefined;
}

/** A text that means the employee with this ID, whatever the payroll IDs are. */
export function stateId(id: string): string {
  return `id:${id}`;
}

function readStated(text: string): { readonly isId: boolean; readonly text: string } | undefined {
  const [, kind, rest] = STATED.exec(text.trim()) ?? [];
  if (kind === undefined || rest === undefined) return undefined;
  return { isId: kind.toLowerCase() === 'id', text: lowerUuid(rest) };
}

function meant(text: string, byId: readonly string[], byNumber: readonly string[]): MeantEmployees {
  return { text, byId, byNumber, all: [...new Set([...byId, ...byNumber])] };
}
