import { basename, extname } from 'node:path';
import { PaytallyError } from '../errors.js';
import type { CorrectionLine } from './correctionLines.js';
import { PAY_LINES, PAY_LINES_FILE } from './exportedOf.js';

/** What `--settle` names: a line, a template, or a person and pay code. */
type Named = (line: CorrectionLine) => boolean;

/**
 * The reason of each line that was settled. Where several settlements name a line, that of the line itself counts,
 * then that of the person and pay code.
 * @param numberOf the payroll number of an employee, as the mapping has it
 * @throws PaytallyError USAGE for a settlement that names no line
 */
export function settledLines(
  lines: readonly CorrectionLine[],
  settle: ReadonlyMap<string, string>,
  numberOf: (employeeId: string) => string | null,
): ReadonlyMap<string, string> {
  const ranked = [...settle].map(([name, reason]) => ({ ...meant(lines, name, numberOf), reason }));
  const reasons = new Map<string, string>();
  for (const { lines: mine, reason } of ranked.sort((a, b) => a.rank - b.rank))
    for (const { id } of mine) reasons.set(id, reason);
  return reasons;
}

/** The lines that a settlement names, and how exactly it names them. */
function meant(
  lines: readonly CorrectionLine[],
  name: string,
  numberOf: (employeeId: string) => string | null,
): { readonly rank: number; readonly lines: readonly CorrectionLine[] } {
  const readings = [
    ofTemplate(name),
    ofPersonAndCode(name, numberOf),
    ({ id }: CorrectionLine) => id === name,
  ];
  for (const [rank, isMeant] of [...readings.entries()].reverse()) {
    const mine = lines.filter(isMeant);
    if (mine.length > 0) return { rank, lines: mine };
  }
  throw new PaytallyError('USAGE', `--settle ${name}: there is no such line now.`, {
    record: name,
    remedy:
      'Run "paytally corrections" with the same period for the lines as they are now. Name a line by its id, all lines of a template by its name, or those of a person and pay code as EMPLOYEE:PAYCODE.',
  });
}

/** Pay lines that no template prints go by the name of the file that they come in. */
function ofTemplate(name: string): Named {
  const called = basename(name, extname(name));
  return ({ template }) => {
    const its = template.name === PAY_LINES ? PAY_LINES_FILE : template.name;
    return its === name || its === called;
  };
}

/** The employee by id or payroll number, the pay code by its own name. */
function ofPersonAndCode(name: string, numberOf: (employeeId: string) => string | null): Named {
  const at = name.indexOf(':');
  const [person, payCode] = [name.slice(0, at), name.slice(at + 1)];
  return ({ difference: { key } }) =>
    at > 0 &&
    key.payCode === payCode &&
    (key.employeeId === person || (numberOf(key.employeeId) ?? '') === person);
}
