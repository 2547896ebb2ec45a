import { ExternalSorter } from '../../../store/externalSorter.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { nameSortKey } from '../../sortKey.js';
import { closingFacts, codeText } from '../coverFacts.js';
import {
  type ColumnDraft,
  calculatedText,
  countColumn,
  minutesColumn,
  surveyTable,
  withWidth,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { LEAST_PRINTED_ROWS, noteRow, type SheetPart, stackedSheet } from '../reportSheet.js';
import { eachRow, numberField, textField } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/**
 * The origin of the file, and the control totals, a row each for the employer, its establishments and employees: what
 * was read, what is included, and what is excluded with the reasons.
 */
export function controlSheet(context: ReportContext, name: string): SheetPlan {
  const { say } = context;
  const lines = new ControlLines(context);
  const table = surveyTable(lines.rows, controlColumns(context, lines.reasons));
  const rows = writtenOnce(lines);
  const parts: SheetPart[] = [
    { title: say('reports.originTitle'), rows: originRows(context) },
    table.count === 0
      ? { title: say('reports.controlTitle'), rows: [noteRow(say('reports.noControl'))] }
      : {
          title: say('reports.controlTitle'),
          rows: [noteRow(say('reports.controlNote'))],
          table: (headingRow) => tableBlock({ ...table, name: 'ControlTotals', headingRow, rows }),
        },
  ];
  const widths = table.columns.map(({ width }) => width);
  return stackedSheet(context, name, {
    title: say('reports.control'),
    parts,
    frame: { widths, orientation: 'landscape' },
    printedHeadings: 0,
    printed: table.count >= LEAST_PRINTED_ROWS,
  });
}

/** The rows of the control totals, counted up to a number. */
export function countControlRows({ model }: ReportContext, most: number): number {
  const subjects = new Set<string>();
  for (const row of eachRow(model, 'control')) {
    subjects.add(subjectOf(row));
    if (subjects.size === most) break;
  }
  return subjects.size;
}

/** Level and name, then two columns for each category that occurs; a column without any amount is left out. */
function controlColumns(context: ReportContext, reasons: readonly ControlReason[]): ColumnDraft[] {
  const { say, language } = context;
  const unit = new SharedUnit(context);
  const scope = calculatedText(say('reports.scope'), (row) => scopeName(context, textField(row, 'scope')));
  const narrow = (column: ColumnDraft) => withWidth(column, () => AMOUNT_WIDTH);
  return [
    withWidth(scope, (needed) => Math.max(needed, 15)),
    calculatedText(say('reports.subject'), (row) => subjectName(context, row), 30),
    ...reasons.flatMap(({ reason, hasEntries, hasMinutes }) => {
      const label = codeText(language, reason);
      const counted = say('reports.labelled', { label, value: say('reports.entries') });
      return [
        ...(hasEntries ? [narrow(countColumn(counted, entriesOf(reason), 'repeatedly'))] : []),
        ...(hasMinutes || !hasEntries
          ? [narrow(minutesColumn(context, label, minutesOf(reason), unit))]
          : []),
      ];
    }),
  ];
}

/** Agency workers are no employees: their work is one row. */
function subjectName({ say }: ReportContext, row: DataRow): string {
  const isAgency = textField(row, 'subjectId') === '' && entriesOf('agency') in row;
  return isAgency ? say('reports.agency') : textField(row, 'subject');
}

const AMOUNT_WIDTH = 13;
const entriesOf = (reason: string) => `entries:${reason}`;
const minutesOf = (reason: string) => `minutes:${reason}`;

/** A category of the control totals, and the amounts that occur in it. */
interface ControlReason {
  readonly reason: string;
  hasEntries: boolean;
  hasMinutes: boolean;
}

/** The control totals with one row for all lines of a subject. */
class ControlLines {
  readonly #sorter = new ExternalSorter<DataRow>();
  readonly #reasons = new Map<string, ControlReason>();

  /** Employees are in the order of the other sheets, after all other lines. */
  constructor({ model }: ReportContext) {
    for (const row of eachRow(model, 'control')) {
      this.#sorter.add(textField(row, 'scope') === 'employee' ? `\u0001${keyOfSubject(row)}` : '', row);
      const reason = textField(row, 'reason');
      const known = this.#reasons.get(reason) ?? { reason, hasEntries: false, hasMinutes: false };
      known.hasEntries ||= (numberField(row, 'entries') ?? 0) !== 0;
      known.hasMinutes ||= (numberField(row, 'minutes') ?? 0) !== 0;
      this.#reasons.set(reason, known);
    }
  }

  get reasons(): readonly ControlReason[] {
    return [...this.#reasons.values()];
  }

  get rows(): Iterable<DataRow> {
    const sorter = this.#sorter;
    return { [Symbol.iterator]: () => joinLines(sorter) };
  }

  close(): void {
    this.#sorter.close();
  }
}

/** Lines of one subject follow each other. */
function* joinLines(lines: Iterable<DataRow>): Generator<DataRow> {
  let joined: { readonly subject: string; row: DataRow } | undefined;
  for (const line of lines) {
    const subject = subjectOf(line);
    const reason = textField(line, 'reason');
    const amounts = {
      [entriesOf(reason)]: line.entries ?? null,
      [minutesOf(reason)]: line.minutes ?? null,
    };
    if (joined?.subject === subject) joined.row = { ...joined.row, ...amounts };
    else {
      if (joined !== undefined) yield joined.row;
      joined = { subject, row: { ...line, ...amounts } };
    }
  }
  if (joined !== undefined) yield joined.row;
}

function subjectOf(line: DataRow): string {
  return ['scope', 'subjectId', 'subject'].map((field) => textField(line, field)).join('\u0000');
}

function writtenOnce(lines: ControlLines): Iterable<DataRow> {
  return {
    *[Symbol.iterator]() {
      yield* lines.rows;
      lines.close();
    },
  };
}

/** Sorted after all names: people with only a known ID, and lines without a person. */
function keyOfSubject(row: DataRow): string {
  const subject = textField(row, 'subject');
  const id = textField(row, 'subjectId');
  const named = id !== '' && subject !== id;
  return named ? `${nameSortKey(subject)}\n${subject}\n${id}` : `\uffff\uffff\n${id}`;
}

function scopeName({ say, language }: ReportContext, scope: string): string {
  return scope === 'total' ? say('reports.total') : codeText(language, scope);
}

const ATTRIBUTIONS = {
  start: 'reports.attributionStart',
  split: 'reports.attributionSplit',
  end: 'reports.attributionEnd',
  majority: 'reports.attributionMajority',
  shift: 'reports.attributionShift',
} as const;

function originRows(context: ReportContext): SheetRow[] {
  const { say, run, period, draft } = context;
  const attribution = run('attribution');
  const facts: readonly (readonly [string, string])[] = [
    [say('reports.employer'), `${run('employerName')} (${run('employerId')})`],
    [say('reports.period'), period],
    [say('reports.state'), draft ? say('reports.draft') : say('reports.final')],
    [say('reports.sourceNote'), say('reports.sourceText')],
    [
      say('reports.attribution'),
      Object.hasOwn(ATTRIBUTIONS, attribution)
        ? say(ATTRIBUTIONS[attribution as keyof typeof ATTRIBUTIONS])
        : attribution,
    ],
    [say('reports.timeZoneData'), run('tzdata')],
    [say('reports.programVersion'), run('version')],
    ...closingFacts(context),
  ];
  return facts.map(
    ([label, value]): SheetRow => ({
      cells: [
        { style: 'label', value: label },
        { style: 'text', value },
        { style: 'text', value: null },
        { style: 'text', value: null },
        { style: 'text', value: null },
      ],
    }),
  );
}
