import stringWidth from 'string-width';
import { shownName } from '../../domain/people/peopleDirectory.js';
import { oneLine } from '../../runtime/outsideText.js';
import {
  type ControlSlip,
  type LeftAmount,
  leftText,
  minutesText,
  paidPart,
  premiumsText,
  type SlipSum,
  slipQuantityText,
  slipText,
  writtenText,
} from '../controlSlip.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { closingFacts } from './coverFacts.js';
import { type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { eachRow, textField } from './rowAccess.js';

/**
 * A text page for each payroll file: its totals, line by line with a box to tick. It is named like the file, with the
 * suffix `_control.txt`.
 */
export function renderControlSlips(
  files: readonly OutputFile[],
  model: TemplateModel,
  options: ReportOptions,
): OutputFile[] {
  const context = reportContext(model, options);
  const labels = files.some(({ controlSlip }) => controlSlip) ? codeLabels(model) : new Map();
  return files.flatMap(({ name, controlSlip, account }) => {
    if (controlSlip === undefined) return [];
    const page = buildSlipPage({ name, slip: controlSlip, left: account?.left ?? [] }, context, labels);
    const content = new TextEncoder().encode(page);
    const { codes, employees, quantities = [] } = controlSlip;
    const rows = codes.length + employees.length + quantities.length + 1;
    return [{ name: `${name.replace(/\.[^.]+$/, '')}_control.txt`, rows, content }];
  });
}

/** Lines, hours in the file, hours of the run. */
const NUMBERS = 3;

/** Code of the payroll system -> its display text; several pay codes can share one. */
type CodeLabels = ReadonlyMap<string, ReadonlySet<string>>;

function codeLabels(model: TemplateModel): CodeLabels {
  const labels = new Map<string, Set<string>>();
  for (const row of eachRow(model, 'pay-lines')) {
    const code = textField(row, 'external') || textField(row, 'payCode');
    labels.set(code, (labels.get(code) ?? new Set()).add(textField(row, 'payCodeLabel')));
  }
  return labels;
}

/** An amount of several codes is labelled with all of them. */
function findLabel(code: string, labels: CodeLabels): string {
  const all = code.split(' + ').flatMap((each) => [...(labels.get(each) ?? [])]);
  return oneLine([...new Set(all)].join(' + '));
}

interface SlipPage {
  readonly name: string;
  readonly slip: ControlSlip;
  /** What of the run is not in the file. */
  readonly left: readonly LeftAmount[];
}

/** Has the byte order mark and line ends that all editors accept. */
function buildSlipPage({ name, slip, left }: SlipPage, context: ReportContext, labels: CodeLabels): string {
  const { say, subtitle, draft, language } = context;
  const headings = [say('reports.slipLines'), say('reports.slipFile'), say('reports.slipRun')];
  const total = buildSlipRow([say('reports.total'), ''], paidPart(slip), slip, context);
  const onTop =
    slip.premiums === undefined
      ? []
      : [buildSlipRow([say('reports.slipOnTop'), ''], slip.premiums, slip, context)];
  const codes = slip.codes.map((sum) =>
    buildSlipRow([sum.code, findLabel(sum.code, labels)], sum, slip, context),
  );
  const people = slip.employees.flatMap((sum) => peopleRows(sum, slip, context));
  const lines = [
    say('reports.labelled', { label: say('reports.controlSlip'), value: name }),
    subtitle,
    ...(draft ? [say('reports.draftNote')] : []),
    ...closingFacts(context).map(([title, value]) => say('reports.labelled', { label: title, value: value })),
    '',
    slipText(slip, language),
    ...[premiumsText(slip, language)].flatMap((text) => text ?? []),
    ...left.flatMap((each) => wrapText(leftText(each, context), PAPER_WIDTH)),
    '',
    ...paperTable([[say('reports.code'), '', ...headings], ...codes, total, ...onTop], NUMBERS),
    '',
    ...paperTable(
      [[say('reports.number'), say('reports.employee'), ...headings], ...people, total, ...onTop],
      NUMBERS,
    ),
    ...quantityTable(slip, context, labels),
  ];
  return `\ufeff${lines.map((line) => `${line.trimEnd()}\r\n`).join('')}`;
}

/** Meals, nights and days of leave of each code: they are not hours, and are listed separately. */
function quantityTable(
  { quantities = [] }: ControlSlip,
  { say, language }: ReportContext,
  labels: CodeLabels,
) {
  if (quantities.length === 0) return [];
  const rows = quantities.map((each) => {
    const { code, lines } = each;
    return [code, findLabel(code, labels), String(lines), slipQuantityText(each, language)];
  });
  return [
    '',
    ...paperTable(
      [[say('reports.code'), '', say('reports.slipLines'), say('reports.slipFile')], ...rows],
      NUMBERS - 1,
    ),
  ];
}

/** The hours of a person, and the premiums in a row of their own. */
function peopleRows(
  sum: ControlSlip['employees'][number],
  slip: ControlSlip,
  context: ReportContext,
): string[][] {
  const hours = paidPart(sum);
  const { premiums } = sum;
  return [
    ...(hours.lines === 0
      ? []
      : [buildSlipRow([sum.employeeNumber, employeeName(sum, context)], hours, slip, context)]),
    ...(premiums === undefined
      ? []
      : [
          buildSlipRow(
            [sum.employeeNumber, `${employeeName(sum, context)}: ${context.say('reports.slipOnTop')}`],
            premiums,
            slip,
            context,
          ),
        ]),
  ];
}

/** A person with a payroll ID needs nothing else beside the name. */
function employeeName(
  { employeeNumber, employeeId: id, employee: name }: ControlSlip['employees'][number],
  { model: { tell } }: ReportContext,
): string {
  if (employeeNumber !== '' || id === undefined || name === id) return oneLine(name);
  return oneLine(shownName({ name, distinction: tell?.(id).distinction ?? id }));
}

function buildSlipRow(
  labels: readonly string[],
  sum: SlipSum,
  slip: ControlSlip,
  context: ReportContext,
): string[] {
  const { language } = context;
  return [...labels, String(sum.lines), writtenText(sum, slip, language), minutesText(sum.minutes, language)];
}

/** Columns of a text page: A4 portrait, in an editor's font. */
const PAPER_WIDTH = 80;
/** The minimum number of columns for the texts of a wrapped row. */
const LEAST_TEXT = 20;
const GAP = 2;
const BOX = '[ ] ';

/**
 * A text table to tick off: texts on the left, numbers on the right, a box before every row except the headings. The
 * last text continues on the next line if the row would be wider than the paper.
 * @param numbers the number of numeric columns at the end
 */
function paperTable(rows: readonly (readonly string[])[], numbers: number): string[] {
  const columns = rows[0]?.length ?? 0;
  const shared = columns - numbers - 1;
  const others = measureColumns(rows)
    .filter((_, index) => index !== shared)
    .reduce((sum, width) => sum + width + GAP, BOX.length);
  const room = Math.max(LEAST_TEXT, PAPER_WIDTH - others);
  const laid = rows.map((row) =>
    row.map((cell, index) => (index === shared ? wrapText(cell, room) : [cell])),
  );
  const widths = measureColumns(laid.flatMap(splitIntoRows));
  return laid.flatMap((row, number) =>
    splitIntoRows(row).map((cells, line) => {
      const padded = cells.map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - stringWidth(cell));
        return index > shared ? space + cell : isolateDirection(cell) + space;
      });
      return `${number > 0 && line === 0 ? BOX : ' '.repeat(BOX.length)}${padded.join(' '.repeat(GAP))}`;
    }),
  );
}

function measureColumns(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => stringWidth(row[index] ?? ''))));
}

/** Splits a row with multi-line cells into rows of one line. */
function splitIntoRows(row: readonly (readonly string[])[]): string[][] {
  const most = Math.max(1, ...row.map(({ length }) => length));
  return Array.from({ length: most }, (_, line) => row.map((lines) => lines[line] ?? ''));
}

/** Breaks after spaces and hyphens, and within words that are longer than a line. */
function wrapText(text: string, room: number): string[] {
  const lines: string[] = [''];
  for (const piece of text.match(/[^ -]*[ -]?/gu) ?? []) {
    const last = lines.length - 1;
    if (stringWidth(`${lines[last]}${piece}`.trimEnd()) <= room) lines[last] += piece;
    else lines.splice(lines[last] === '' ? last : lines.length, 1, ...breakWord(piece, room));
  }
  return lines.map((line) => line.trimEnd());
}

function breakWord(piece: string, room: number): string[] {
  const parts: string[] = [''];
  for (const character of piece) {
    const last = parts.length - 1;
    if (stringWidth(parts[last] + character) <= room) parts[last] += character;
    else parts.push(character);
  }
  return parts;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT_MARK = '\u200e';

/** A name in Arabic or Hebrew runs from right to left; the numbers after it keep their places. */
function isolateDirection(cell: string): string {
  return RIGHT_TO_LEFT.test(cell) ? `${LEFT_TO_RIGHT_MARK}${cell}${LEFT_TO_RIGHT_MARK}` : cell;
}
