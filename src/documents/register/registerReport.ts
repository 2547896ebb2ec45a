import { join } from 'node:path';
import type { DayOfCode, RegisterDifference } from '../../domain/corrections/compareRegister.js';
import { dateText } from '../../i18n/dateText.js';
import { decimalText, hoursText } from '../../i18n/hoursText.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { outputName, type ReportContext, reportContext } from '../reports/reportContext.js';
import { htmlTable, reportPage } from '../reports/reportPage.js';
import { fillBuiltInWorkbook, readyDataSet, readyModel } from '../template/builtInWorkbook.js';

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

/** A page and a workbook with the differences between a register and the ledger. @throws PaytallyError RENDER_REFUSED */
export async function renderRegisterReport(
  { run, summary, differences }: RegisterReport,
  packageFolder: string,
): Promise<OutputFile[]> {
  const context = reportContext({ run, dataSets: new Map() }, {});
  const page = registerPage(context, summary, differences);
  return [
    { name: outputName(context, 'register', 'html'), rows: differences.length, content: page },
    { ...(await registerSheet(context, differences, packageFolder)), rows: differences.length },
  ];
}

const PERSON = { employeeNumber: 'text', name: 'text', code: 'text', unitText: 'text' } as const;
const DIFFERENCE = {
  ...PERSON,
  exportedAmount: 'number',
  paidAmount: 'number',
  differenceAmount: 'number',
  meaning: 'text',
  lines: 'text',
  explain: 'text',
} as const;
const DAY = { ...PERSON, date: 'date', payCode: 'text', amount: 'number', entries: 'text' } as const;

/** The drawing is `templates/register-differences/draw.ts`. */
function registerSheet(
  context: ReportContext,
  differences: readonly ReportedDifference[],
  packageFolder: string,
): Promise<OutputFile> {
  const { say, language, hours, model } = context;
  const person = ({ employeeNumber, name, code, unit }: ReportedDifference) => ({
    employeeNumber: employeeNumber ?? '',
    name,
    code,
    unitText: say(`register.in.${unit}`),
  });
  const rows = differences.map((difference): DataRow => {
    const { exportedAmount, paidAmount, differenceAmount, meaning, lines, explain } = difference;
    return { ...person(difference), exportedAmount, paidAmount, differenceAmount, meaning, lines, explain };
  });
  const days = differences.flatMap((difference) =>
    difference.behind.map(
      ({ date, payCode, amount, entries }): DataRow => ({
        ...person(difference),
        ...{ date, payCode, entries },
        amount: difference.unit === 'hours' ? amount / 60 : amount,
      }),
    ),
  );
  return fillBuiltInWorkbook({
    name: 'register-differences',
    folder: join(packageFolder, 'templates/register-differences'),
    fileName: outputName(context, 'register'),
    reader: { language, hours },
    model: readyModel(model.run, [
      readyDataSet('register-differences', DIFFERENCE, rows),
      readyDataSet('register-days', DAY, days),
    ]),
  });
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
