import { relative } from 'node:path';
import type { CorrectionLineJson } from '../../pipeline/ledger/correctionLines.js';
import type { CorrectionsOutcome } from '../../pipeline/run/correctEmployer.js';
import { textTable } from '../terminalText.js';

const FATES = {
  file: 'in the file',
  settled: 'settled outside',
  'by-hand': 'by hand',
  'beyond-horizon': 'too old for the target: by hand',
} as const;

/** A few lines for people about corrections of one employer. */
export function correctionsText({ employer, period, lines, made }: CorrectionsOutcome, cwd: string): string {
  const head = `${employer}: corrections of ${period.label} (${period.from} to ${period.to})`;
  if (lines.length === 0) return `${head}: nothing changed.`;
  const table = textTable([
    ['line', 'template', 'employee', 'date', 'code', 'minutes', 'why', 'goes'],
    ...lines.map(row),
  ]);
  const files = (made?.files ?? []).map(({ path }) => `  wrote ${relative(cwd, path) || path}`);
  return [head, table, ...files].join('\n');
}

function row(line: CorrectionLineJson): string[] {
  const sign = line.differenceMinutes > 0 ? '+' : '';
  return [
    line.line,
    line.template,
    line.employeeId,
    line.date,
    line.payCode,
    `${sign}${line.differenceMinutes}`,
    line.causes.join(', '),
    FATES[line.fate],
  ];
}
