import { type Area, contains, parseArea } from '../cells/address.js';
import { widestCell, widthOfCell } from '../cells/textWidth.js';
import { type CellResult, FormulaError } from '../formula/ranges.js';
import type { CellFormats } from '../package/cellFormats.js';
import { outputRow, outputRowSpans } from '../placement/movedAreas.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { DrawnSheet, TemplatePlan } from '../template/templatePlan.js';
import { childOf, childrenOf } from '../xml/xml.js';
import { styleOn } from './rowProgram.js';

/** Excel's own limit of the width of a column. */
const WIDEST = 255;
/** The button of a filter, in digits. */
const FILTER_BUTTON = 2;

/** The widths of the columns of the output that fit their content (`{{#fit}}`), in digits. */
export function fittedWidths(
  sheet: PlacedSheet,
  cells: WorkbookCells,
  plan: TemplatePlan,
): Map<number, number> {
  const widths = new Map<number, number>();
  for (const { directive, row, column } of sheet.drawn.looks) {
    if (directive.kind !== 'fit') continue;
    const { columns, least = 0, most = WIDEST } = directive;
    for (const { top, bottom } of outputRowSpans(sheet.columns, column, column + columns - 1)) {
      for (let at = top; at <= bottom; at++) {
        const width = contentWidth(at, row, sheet, cells, plan);
        widths.set(at, Math.min(WIDEST, most, Math.max(least, width)));
      }
    }
  }
  return widths;
}

/** The width of the widest cell of a column, from a row of the template on. */
function contentWidth(
  column: number,
  from: number,
  sheet: PlacedSheet,
  cells: WorkbookCells,
  { formats, tables }: TemplatePlan,
): number {
  const { rows, columns, drawn, contents } = sheet;
  const drawnColumn = columns.drawnLine(column) ?? column;
  const merged = mergedAcross(drawn);
  const filtered = filterRows(drawn, drawnColumn, tables);
  const lookAt = (row: number): FittedLook | undefined => {
    const content = contents.at(row, drawnColumn);
    if (!content || merged.some((area) => contains(area, row, drawnColumn))) return undefined;
    const style = styleOn(content, sheet);
    const button = filtered.has(row) ? FILTER_BUTTON : 0;
    return { style, line: formats.lineOf(style), button, measured: new Set() };
  };
  const known = new Map<number, FittedLook | undefined>();
  let widest = 0;
  const last = cells.lastRow(sheet);
  for (let row = outputRow(rows, from, 'first'); row <= last; row++) {
    const drawnRow = rows.drawnLine(row) ?? 0;
    if (!known.has(drawnRow)) known.set(drawnRow, lookAt(drawnRow));
    const look = known.get(drawnRow);
    if (!look) continue;
    const value = cells.valueOf(sheet, row, column);
    if (look.measured.has(value)) continue;
    if (look.measured.size < MOST_MEASURED) look.measured.add(value);
    const text = shownText(value, look.style, formats);
    if (text === '' || widestCell(text, look.line) + look.button <= widest) continue;
    widest = Math.max(widest, widthOfCell(text, look.line) + look.button);
  }
  return widest;
}

/** What the cells of a row of the template have in common. */
interface FittedLook {
  readonly style: number;
  readonly line: ReturnType<CellFormats['lineOf']>;
  /** The width of the button of a filter. */
  readonly button: number;
  /** Values whose width is known. */
  readonly measured: Set<CellResult>;
}

/** Hours, dates and names repeat; more different values are not worth their memory. */
const MOST_MEASURED = 5_000;

/** Cells over several columns do not make one of them wider. */
function mergedAcross({ part }: DrawnSheet): Area[] {
  const list = childrenOf(childOf(part.root, 'mergeCells'), 'mergeCell');
  const areas = list.flatMap(({ attributes }) => parseArea(attributes.ref ?? '') ?? []);
  return areas.filter(({ left, right }) => left < right);
}

const LONGEST_NAMES: readonly (readonly [part: RegExp, name: string])[] = [
  [/d{4}/gi, 'donnerstag'],
  [/m{4}/gi, 'september'],
];

/** Roughly what a cell shows: as many characters as its number format writes. */
function shownText(value: CellResult, style: number, formats: CellFormats): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof FormulaError) return value.code;
  const code = formats.codeOf(style) || BUILT_IN[formats.numberFormatOf(style)] || '';
  const [first = ''] = code.split(';');
  const kind = formats.kindOf(style);
  if (kind === 'general' || kind === 'text') return generalText(value);
  if (kind === 'time' && /\[h+\]/i.test(first)) return elapsedText(value, first);
  if (kind === 'number') return decimalText(value, first);
  const written = first.replace(/["\\]|\[[^\]]*\]|_./g, '');
  return LONGEST_NAMES.reduce((text, [part, name]) => text.replace(part, name), written || 'dd/mm/yyyy');
}

/** The built-in formats of numbers, dates and times with several characters (ECMA-376 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'dd/mm/yyyy hh:mm',
  46: '[h]:mm:ss',
};

function generalText(value: number): string {
  const text = String(value);
  return text.length > 11 ? String(Number(value.toPrecision(10))) : text;
}

function elapsedText(days: number, code: string): string {
  const minutes = Math.round(Math.abs(days) * 1440);
  return `${Math.floor(minutes / 60)}:00${/s/i.test(code) ? ':00' : ''}`;
}

function decimalText(value: number, code: string): string {
  const decimals = /\.([0#?]+)/.exec(code)?.[1]?.length ?? 0;
  const shown = (code.includes('%') ? Math.abs(value) * 100 : Math.abs(value)).toFixed(
    Math.min(15, decimals),
  );
  const whole = shown.split('.')[0]?.length ?? 0;
  const separators = /[#0],[#0]/.test(code) ? '.'.repeat(Math.floor((whole - 1) / 3)) : '';
  const words = [...code.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text).join('');
  return `${value < 0 ? '-' : ''}${shown}${separators}${words}${code.includes('%') ? '%' : ''}`;
}

function filterRows(drawn: DrawnSheet, column: number, tables: TemplatePlan['tables']): Set<number> {
  const filter = parseArea(childOf(drawn.part.root, 'autoFilter')?.attributes.ref ?? '');
  const own = [...tables.values()].flatMap(({ sheet, table }) => (sheet === drawn ? [table.area] : []));
  const areas = filter ? [filter, ...own] : own;
  return new Set(areas.filter(({ left, right }) => left <= column && column <= right).map(({ top }) => top));
}
