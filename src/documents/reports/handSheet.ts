import { groupBy } from '../../domain/collections.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { handAmountText } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import { type SheetPlan, writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookWords.js';
import {
  type ColumnDraft,
  calculatedText,
  dateColumn,
  headingWidth,
  surveyTable,
  textColumn,
  withWidth,
} from './reportColumns.js';
import { type ReportContext, reportContext } from './reportContext.js';
import { noteRow, planSheets, tableSheet, workbookProperties } from './reportSheet.js';
import { reportStyles } from './reportStyles.js';

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
}

const UNITS = {
  hours: 'reports.unitHours',
  minutes: 'reports.unitMinutes',
  times: 'reports.unitTimes',
  days: 'reports.unitDays',
} as const;

/** A workbook for manual entry: a sheet per template, a row per person and code, and a column to tick off. */
export function renderHandSheet(
  model: TemplateModel,
  amounts: readonly HandAmount[],
  {
    language,
    name,
    personName,
  }: {
    readonly language: Language;
    readonly name: string;
    /** The displayed name of a person. */
    readonly personName: (employeeId: string) => string;
  },
): OutputFile {
  const context = reportContext(model, { language });
  const sheets = [...groupBy(amounts, ({ template }) => template)].map(([template, own], index) => ({
    wantedName: template,
    plan: (itsName: string) =>
      planTemplateSheet(context, { name: itsName, template, number: index + 1, personName }, own),
  }));
  const none = {
    wantedName: context.say('reports.byHand'),
    plan: (its: string) => planTemplateSheet(context, { name: its, template: '', number: 1, personName }, []),
  };
  const workbook = {
    properties: workbookProperties(context, 'byHand'),
    styles: reportStyles(language),
    sheets: planSheets(sheets.length === 0 ? [none] : sheets),
  };
  return { name, rows: amounts.length, content: workbookContent(writeWorkbook(workbook)) };
}

interface SheetOfTemplate {
  readonly name: string;
  readonly template: string;
  readonly number: number;
  readonly personName: (employeeId: string) => string;
}

function planTemplateSheet(
  context: ReportContext,
  { name, template, number, personName }: SheetOfTemplate,
  amounts: readonly HandAmount[],
): SheetPlan {
  const { say } = context;
  const rows: DataRow[] = amounts.map(({ payCodes, employeeId, ...amount }) => ({
    ...amount,
    payCodes: payCodes.join(', '),
    name: personName(employeeId),
  }));
  return tableSheet(context, name, {
    title: `${say('reports.byHand')}: ${template}`,
    empty: say('reports.noneByHand'),
    table: { ...surveyTable(rows, handColumns(context, amounts)), name: `ByHand${number}` },
    above: noteRow(say('reports.byHandNote')),
  });
}

function handColumns(context: ReportContext, amounts: readonly HandAmount[]): ColumnDraft[] {
  const { say } = context;
  const hasDates = amounts.some(({ date }) => date !== null);
  const hasCenters = amounts.some(({ costCenter }) => costCenter !== null);
  return [
    textColumn(say('reports.number'), 'employeeNumber', 16),
    textColumn(say('reports.employee'), 'name', 36),
    textColumn(say('reports.code'), 'code', 24),
    textColumn(say('reports.payCode'), 'payCodes', 24),
    ...(hasDates ? [dateColumn(say('reports.date'))] : []),
    ...(hasCenters ? [textColumn(say('reports.costCenter'), 'costCenter', 14)] : []),
    textColumn(say('reports.period'), 'forPeriod', 24),
    calculatedText(say('reports.unit'), (row) => say(UNITS[row.unit as HandAmount['unit']]), 12),
    amountColumn(context, say('reports.recorded'), 'recorded', amounts),
    amountColumn(context, say('reports.rightNow'), 'now', amounts),
    amountColumn(context, say('reports.toEnter'), 'type', amounts),
    withWidth(
      calculatedText(say('reports.entered'), () => '☐'),
      () => headingWidth(say('reports.entered')),
    ),
  ];
}

/** Numbers if all amounts are hundredths of hours; otherwise text in the form to type. */
function amountColumn(
  { language }: ReportContext,
  heading: string,
  field: 'recorded' | 'now' | 'type',
  amounts: readonly HandAmount[],
): ColumnDraft {
  const isSigned = field === 'type';
  const areHours = amounts.every(({ unit, decimals }) => unit === 'hours' && decimals === 2);
  if (!areHours)
    return calculatedText(
      heading,
      (row) => handAmountText(Number(row[field]), { decimals: Number(row.decimals), isSigned }, language),
      16,
    );
  return {
    look: () => undefined,
    column: () => ({
      heading,
      kind: isSigned ? 'hours' : 'plainHours',
      width: Math.max(15, headingWidth(heading)),
      value: (row) => Number(row[field]),
    }),
  };
}
