import { createHash } from 'node:crypto';
import type { DifferenceKind } from '../../domain/corrections/compareRegister.js';
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
import { planSheets, tableSheet, workbookProperties } from '../reports/reportSheet.js';
import { reportStyles } from '../reports/reportStyles.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookErrors.js';

/** A difference as shown on a page and a sheet. */
export interface ReportedDifference {
  readonly kind: DifferenceKind;
  readonly employeeNumber: string | null;
  readonly name: string;
  readonly code: string;
  readonly exportedHours: number;
  readonly paidHours: number;
  readonly differenceHours: number;
  /** Its description in a sentence. */
  readonly meaning: string;
  /** The days of the exported hours, with the IDs of their entries. */
  readonly behind: readonly {
    readonly date: string;
    readonly payCode: string;
    readonly minutes: number;
    readonly entries: string;
  }[];
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
          hoursColumn(say('register.exported'), 'exportedHours'),
          hoursColumn(say('register.paid'), 'paidHours'),
          hoursColumn(say('register.difference'), 'differenceHours'),
          wrappedColumn(say('register.meaning'), 46, (row) => String(row.meaning)),
          calculatedText(say('register.lines'), (row) => String(row.lines), 12),
          wrappedColumn(say('register.explain'), 60, (row) => String(row.explain)),
        ]),
        name: 'Register',
      },
    });
  const days: DataRow[] = differences.flatMap(({ behind, employeeNumber, name, code }) =>
    behind.map((day) => ({
      ...day,
      employeeNumber: employeeNumber ?? '',
      name,
      code,
      hours: day.minutes / 60,
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
          hoursColumn(say('register.exported'), 'hours'),
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

function hoursColumn(heading: string, field: string): ColumnDraft {
  return {
    look: () => undefined,
    column: () => ({
      heading,
      kind: field === 'differenceHours' ? 'hours' : 'plainHours',
      width: Math.max(13, headingWidth(heading)),
      value: (row) => Number(row[field]),
    }),
  };
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b2733}h1{font-size:1.4rem}
table{border-collapse:collapse}th,td{padding:.25rem .6rem;border-bottom:1px solid #d5dde3;text-align:left;vertical-align:top}
th{background:#20405a;color:#fff}td.n{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.85rem}summary{cursor:pointer}`;

/** One HTML file that loads nothing and runs no script. */
function registerPage(
  context: ReportContext,
  summary: readonly string[],
  differences: readonly ReportedDifference[],
): Uint8Array {
  const { say, language, subtitle } = context;
  const hours = (value: number) => escapeHtml(decimalText(value, 2, language));
  const dayText = ({ date, payCode, minutes, entries }: ReportedDifference['behind'][number]) =>
    [dateText(language, date), payCode, hoursText(minutes, 'clock', language), entries]
      .filter(Boolean)
      .join(' · ');
  const headings = ['number', 'employee', 'code'] as const;
  const own = ['exported', 'paid', 'difference', 'meaning', 'behind'] as const;
  const row = (each: ReportedDifference) => {
    const behind = each.behind.map((day) => `<li>${escapeHtml(dayText(day))}</li>`).join('');
    const details =
      each.explain === ''
        ? ''
        : `<details><summary>${escapeHtml(say('register.days', { count: each.behind.length }))}</summary><ul>${behind}</ul><code>${escapeHtml(each.explain)}</code></details>`;
    const lines =
      each.lines === ''
        ? ''
        : ` <small>${escapeHtml(say('register.inLines', { lines: each.lines }))}</small>`;
    return `<tr><td>${escapeHtml(each.employeeNumber ?? '')}</td><td>${escapeHtml(each.name)}</td><td>${escapeHtml(each.code)}</td><td class="n">${hours(each.exportedHours)}</td><td class="n">${hours(each.paidHours)}</td><td class="n">${hours(each.differenceHours)}</td><td>${escapeHtml(each.meaning)}${lines}</td><td>${details}</td></tr>`;
  };
  const names = [
    ...headings.map((name) => say(`reports.${name}`)),
    ...own.map((name) => say(`register.${name}`)),
  ];
  const table = `<table><thead><tr>${names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>
${differences.map(row).join('\n')}
</tbody></table>`;
  const digest = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return new TextEncoder().encode(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(say('register.title'))}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(say('register.title'))}</h1><p>${escapeHtml(subtitle)}</p>
${summary.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${differences.length === 0 ? '' : table}</body></html>
`);
}
