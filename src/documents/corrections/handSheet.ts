import { join } from 'node:path';
import { groupBy } from '../../domain/collections.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { handAmountText } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { fillBuiltInWorkbook, readyDataSet, readyModel } from '../template/builtInWorkbook.js';
import type { TemplateModel } from '../templateModel.js';

/** One amount of a person and code to type into a payroll system. */
export interface HandAmount {
  readonly template: string;
  /** The period of the final whose file brought the recorded amount. */
  readonly forPeriod: string;
  readonly employeeId: string;
  /** The payroll system's ID of the person; empty if the file has none. */
  readonly employeeNumber: string;
  /** The payroll system's code for the hours; the pay code if the file has none. */
  readonly code: string;
  readonly payCodes: readonly string[];
  /** null if the system has one amount for all days of the file. */
  readonly date: string | null;
  readonly costCenter: string | null;
  readonly unit: 'hours' | AmountUnit;
  readonly decimals: number;
  /** The payroll system's amount, the correct amount, and the difference. */
  readonly recorded: number;
  readonly now: number;
  readonly type: number;
  /** The reasons of settlements that the amount would undo: payroll may have the correct amount. */
  readonly settledBefore?: readonly string[];
}

const UNITS = {
  hours: 'reports.unitHours',
  minutes: 'reports.unitMinutes',
  times: 'reports.unitTimes',
  days: 'reports.unitDays',
} as const;

/** What a hand sheet needs beside its amounts. */
export interface HandSheetOptions {
  readonly language: Language;
  readonly name: string;
  /** The displayed name of a person. */
  readonly personName: (employeeId: string) => string;
  readonly packageFolder: string;
}

const FIELDS = {
  template: 'text',
  /** The tab of the template's sheet. */
  tab: 'text',
  /** The only row if there are no amounts: its sheet says so. */
  isNone: 'boolean',
  employeeNumber: 'text',
  name: 'text',
  code: 'text',
  payCodes: 'text',
  date: 'date',
  costCenter: 'text',
  forPeriod: 'text',
  unitText: 'text',
  areHours: 'boolean',
  recorded: 'number',
  recordedText: 'text',
  now: 'number',
  nowText: 'text',
  type: 'number',
  typeText: 'text',
  settledBefore: 'text',
} as const;

const emptyRow = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, null]));

/**
 * A workbook for manual entry: a sheet per template, a row per person and code, and a column to tick off. The drawing is
 * `templates/hand-sheet/draw.ts`.
 * @throws PaytallyError RENDER_REFUSED
 */
export async function renderHandSheet(
  { run }: Pick<TemplateModel, 'run'>,
  amounts: readonly HandAmount[],
  { language, name, personName, packageFolder }: HandSheetOptions,
): Promise<OutputFile> {
  const handEntries = [...groupBy(amounts, ({ template }) => template).values()].flatMap((own) =>
    handRows(own, language, personName),
  );
  const tab = sayIn(language)('reports.byHand');
  const none: DataRow = { ...emptyRow, template: '', tab, isNone: true };
  const file = await fillBuiltInWorkbook({
    name: 'hand-sheet',
    folder: join(packageFolder, 'templates/hand-sheet'),
    fileName: name,
    reader: { language, hours: 'clock' },
    model: readyModel(run, [
      readyDataSet('hand-entries', FIELDS, handEntries.length === 0 ? [none] : handEntries),
    ]),
  });
  return { ...file, rows: amounts.length };
}

/** The rows of one template. Numbers if all its amounts are hundredths of hours; otherwise text in the form to type. */
function handRows(
  amounts: readonly HandAmount[],
  language: Language,
  personName: HandSheetOptions['personName'],
): DataRow[] {
  const say = sayIn(language);
  const areHours = amounts.every(({ unit, decimals }) => unit === 'hours' && decimals === 2);
  return amounts.map((each) => {
    const { template, employeeId, employeeNumber, code, payCodes, date, costCenter, forPeriod } = each;
    const { unit, decimals, recorded, now, type, settledBefore } = each;
    const text = (amount: number, isSigned = false) =>
      handAmountText(amount, { decimals, isSigned }, language);
    return {
      ...{ template, tab: template, isNone: false },
      ...{ employeeNumber, code, date, costCenter, forPeriod, areHours, recorded, now, type },
      name: personName(employeeId),
      payCodes: payCodes.join(', '),
      unitText: say(UNITS[unit]),
      recordedText: text(recorded),
      nowText: text(now),
      typeText: text(type, true),
      settledBefore: settledBefore?.join('; ') ?? null,
    };
  });
}
