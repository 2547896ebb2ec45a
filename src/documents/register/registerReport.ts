import type { DayOfCode, RegisterDifference } from '../../domain/corrections/compareRegister.js';
import { dateText } from '../../i18n/dateText.js';
import { decimalText, hoursText } from '../../i18n/hoursText.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import { writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import {
  type ColumnDraft,
  calculatedText,
  dateColumn,
  headingWidth,
  surveyTable,
  textColumn,
  wrappedColumn,
} from '../reports/reportColumns.js';
import { outputName, type ReportContext, reportContext } from '../reports/reportContext.js';
import { htmlTable, reportPage } from '../reports/reportPage.js';
import { planSheets, tableSheet, workbookProperties } from '../reports/reportSheet.js';
import { reportStyles } from '../reports/reportStyles.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookWords.js';

/** A difference as shown on a page and a sheet. */
export interface ReportedDifference
  extends Pick<
    RegisterDifference,
    'kind' | 'code' | 'unit' | 'exportedAmount' | 'paidAmount' | 'differenceAmount'
  > {
  readonly employeeNumber: string | null;
  readonly name: string;
  /** Its description in a sentence. */
  readonly meaning: string;
  /** The days of the exported hours, with the IDs of their entries. */
  readonly behind: readonly (DayOfCode & { readonly entries: string })[];
  /** The command that explains it; empty if nothing was exported. */
  readonly explain: string;
  /** Lines of the register, `12, 14`. */
  readonly lines: string;
}

/** The header above the differences. */
export interface RegisterReport {
  /** `run.*` as in reports: employer, period, language, state. */
  readonly run: DataRow;
  readonly summary: readonly string[];
  readonly differences: readonly ReportedDifference[];
}

/** A page and a workbook with the differences between a register and the ledger. */
export function renderRegisterReport({ run, summary, differences }: RegisterReport): OutputFile[] {
  const model: TemplateModel = { run, dataSets: new Map() };
  const context = reportContext(model, {});
  const rows = differences.length;
  return [
    {
      name: outputName(context, 'register', 'html'),
      rows,
      content: registerPage(context, summary, differences),
    },
    { name: outputName(context, 'register'), rows, content: registerSheet(context, differences) },
  ];
}

function registerSheet(
  context: ReportContext,
  differences: readonly ReportedDifference[],
): OutputFile['content'] {
  const { say, language } = context;
  const rows: DataRow[] = differences.map(({ behind: _, ...difference }) => ({
    ...difference,
    employeeNumber: difference.employeeNumber ?? '',
    unitText: say(`register.in.${difference.unit}`),
  }));
  const person = [
    textColumn(say('reports.number'), 'employeeNumber', 16),
    textColumn(say('reports.employee'), 'name', 32),
    textColumn(say('reports.code'), 'code', 20),
  ];
  const sheet = (name: string) =>
    tableSheet(context, name, {
      title: say('register.title'),
      empty: say('register.equal'),
      table: {
        ...surveyTable(rows, [
          ...person,
          textColumn(say('register.unit'), 'unitText', 10),
          amountColumn(say('register.exported'), 'exportedAmount'),
          amountColumn(say('register.paid'), 'paidAmount'),
          amountColumn(say('register.difference'), 'differenceAmount'),
          wrappedColumn(say('register.meaning'), 46, (row) => String(row.meaning)),
          calculatedText(say('register.lines'), (row) => String(row.lines), 12),
          wrappedColumn(say('register.explain'), 60, (row) => String(row.explain)),
        ]),
        name: 'Register',
      },
    });
  const days: DataRow[] = differences.flatMap(({ behind, employeeNumber, name, code, unit }) =>
    behind.map((day) => ({
      ...day,
      employeeNumber: employeeNumber ?? '',
      name,
      code,
      unitText: say(`register.in.${unit}`),
      amount: unit === 'hours' ? day.amount / 60 : day.amount,
    })),
  );
  const daySheet = (name: string) =>
    tableSheet(context, name, {
      title: say('register.behind'),
      empty: say('register.equal'),
      table: {
        ...surveyTable(days, [
          ...person,
          dateColumn(say('reports.date')),
          textColumn(say('reports.payCode'), 'payCode', 20),
          textColumn(say('register.unit'), 'unitText', 10),
          amountColumn(say('register.exported'), 'amount'),
          wrappedColumn(say('register.entries'), 76, (row) => String(row.entries)),
        ]),
        name: 'RegisterDays',
      },
    });
  const workbook = {
    properties: workbookProperties(context, 'register'),
    styles: reportStyles(language),
    sheets: planSheets([
      { wantedName: say('register.sheet'), plan: sheet },
      ...(days.length === 0 ? [] : [{ wantedName: say('register.behind'), plan: daySheet }]),
    ]),
  };
  return workbookContent(writeWorkbook(workbook));
}

function amountColumn(heading: string, field: string): ColumnDraft {
  return {
    look: () => undefined,
    column: () => ({
      heading,
      kind: field === 'differenceAmount' ? 'hours' : 'plainHours',
      width: Math.max(13, headingWidth(heading)),
      value: (row) => Number(row[field]),
    }),
  };
}

/** The differences, each with its days and the command that explains it. */
function registerPage(
  { say, language, subtitle }: ReportContext,
  summary: readonly string[],
  differences: readonly ReportedDifference[],
): Uint8Array {
  const amountText = (unit: ReportedDifference['unit'], amount: number) =>
    unit === 'hours'
      ? hoursText(amount, 'clock', language)
      : say(`register.unit.${unit}`, { amount: String(amount) });
  const dayText = (
    unit: ReportedDifference['unit'],
    { date, payCode, amount, entries }: ReportedDifference['behind'][number],
  ) => [dateText(language, date), payCode, amountText(unit, amount), entries].filter(Boolean).join(' · ');
  const detailsOf = ({ behind, explain, unit }: ReportedDifference) => {
    const days = behind.map((day) => `<li>${escapeHtml(dayText(unit, day))}</li>`).join('');
    const count = escapeHtml(say('register.days', { count: behind.length }));
    return explain === ''
      ? ''
      : `<details><summary>${count}</summary><ul>${days}</ul><code>${escapeHtml(explain)}</code></details>`;
  };
  const linesOf = ({ lines }: ReportedDifference) =>
    lines === '' ? '' : ` <small>${escapeHtml(say('register.inLines', { lines }))}</small>`;
  const figure = (unit: ReportedDifference['unit'], value: number) => {
    const text = decimalText(value, 2, language);
    return { text: unit === 'hours' ? text : say(`register.unit.${unit}`, { amount: text }), style: 'n' };
  };
  const table = htmlTable(
    [
      ...(['number', 'employee', 'code'] as const).map((name) => ({ text: say(`reports.${name}`) })),
      ...(['exported', 'paid', 'difference'] as const).map((name) => ({
        text: say(`register.${name}`),
        style: 'n',
      })),
      ...(['meaning', 'behind'] as const).map((name) => ({ text: say(`register.${name}`), style: 'w' })),
    ],
    differences.map((each) => [
      ...[{ text: each.employeeNumber ?? '' }, { text: each.name }, { text: each.code }],
      ...[each.exportedAmount, each.paidAmount, each.differenceAmount].map((value) =>
        figure(each.unit, value),
      ),
      ...[
        { text: each.meaning, html: linesOf(each) },
        { text: '', html: detailsOf(each) },
      ],
    ]),
  );
  const lines = [subtitle, ...summary].map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const style = 'code{font-size:.85rem}summary{cursor:pointer}';
  const content = differences.length === 0 ? lines : `${lines}\n${table}`;
  return reportPage(language, say('register.title'), content, style);
}
