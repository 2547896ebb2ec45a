import { relative } from 'node:path';
import type { CorrectionLineJson } from '../../pipeline/ledger/correctionLines.js';
import type { CorrectionsOutcome } from '../../pipeline/run/correctEmployer.js';
import { codeText, distinctNames, type MovedWords, signedHours } from '../movedText.js';
import { textTable } from '../terminalText.js';

const FATES = {
  file: 'in the file',
  settled: 'settled outside',
  'by-hand': 'by hand',
  'beyond-horizon': 'too old for the target: by hand',
} as const;

/** A few lines for people about corrections of one employer. */
export function correctionsText(
  { employer, period, lines, made, config, nameOf }: CorrectionsOutcome,
  cwd: string,
): string {
  const head = `${employer}: corrections of ${period.label} (${period.from} to ${period.to})`;
  if (lines.length === 0) return `${head}: nothing changed.`;
  const person = distinctNames(lines.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const table = textTable([
    ['line', 'template', 'employee', 'date', 'code', 'hours', 'why', 'goes'],
    ...lines.map((line) => row(line, person, config)),
  ]);
  const files = (made?.files ?? []).map(({ path }) => `  wrote ${relative(cwd, path) || path}`);
  return [head, table, ...files].join('\n');
}

function row(line: CorrectionLineJson, person: (id: string) => string, words: MovedWords): string[] {
  return [
    line.line,
    line.template,
    person(line.employeeId),
    line.date,
    codeText(line.payCode, words),
    signedHours(line.differenceMinutes, words),
    line.causes.join(', '),
    FATES[line.fate],
  ];
}
