import { compareLineKeys, type ExportedLine, rowKeyText } from '../../domain/corrections/exportedLine.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import type { StoredInputs } from '../ledger/storedRun.js';

/** The amounts that a correction added to or removed from one template. */
export interface CorrectedLine extends Pick<ExportedLine, 'date' | 'payCode' | 'unit' | 'amount'> {
  /** null unless the unit is minutes. */
  readonly minutes: number | null;
  /** null for a pay line that no template prints. */
  readonly template: string | null;
  readonly isSettled: boolean;
}

/** The changes of a correction for a person, on one day or on all of its days. */
export function correctedLines(
  { snapshot }: Pick<StoredInputs, 'snapshot'>,
  personId: string,
  day: LocalDate | undefined,
): readonly CorrectedLine[] {
  const written = new Set(snapshot?.exportedRows.map(rowKeyText));
  // Pay lines that a template prints are listed with the printed amount.
  const exported = (snapshot?.exported ?? []).filter(
    (line) => line.template !== PAY_LINES || written.has(rowKeyText(line)),
  );
  const lines = [
    ...exported.map((line) => ({ line, isSettled: false })),
    ...(snapshot?.settled ?? []).map((line) => ({ line, isSettled: true })),
  ];
  return lines
    .filter(({ line }) => line.employeeId === personId && (day === undefined || line.date === day))
    .sort((a, b) => compareLineKeys(a.line, b.line))
    .map(({ line: { template, date, payCode, unit, amount }, isSettled }) => ({
      template: template === PAY_LINES ? null : template,
      date,
      payCode,
      unit,
      amount,
      minutes: unit === 'minutes' ? amount : null,
      isSettled,
    }));
}
