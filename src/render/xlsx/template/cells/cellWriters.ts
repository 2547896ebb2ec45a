import { PaytallyError } from '../../../../errors.js';
import { columnLetters } from '../formula/address.js';
import { type CellResult, FormulaError } from '../formula/cellResult.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { escapeCellText, escapeXml } from '../xml/escapeXml.js';
import type { FormulaContent, ValueContent } from './cellContent.js';

/** Writes the end of a cell's opening tag (from its type on), what is inside, and its closing tag. */
export type CellWriter = (row: number, instance: number, isBlank: boolean) => string;

interface Names {
  readonly cell: string;
  /** Of the main namespace, with its colon, or ''. */
  readonly prefix: string;
}

/** The longest text that a cell can hold. */
const MAX_TEXT = 32_767;
/** Anything but plain characters that mean nothing in XML or in the `_x0007_` form. */
const NEEDS_CARE = /[^ !"#-%'-;=?-^`-~\u00a0-\ud7ff\ue000-\ufffd]/;
const OUTER_SPACE = /^\s|\s$|\n/;

export function valueWriter(content: ValueContent, { cell, prefix }: Names): CellWriter {
  const { valueAt, runs } = content;
  const number = [`><${prefix}v>`, `</${prefix}v></${cell}>`] as const;
  const text = [` t="inlineStr"><${prefix}is>`, `</${prefix}is></${cell}>`] as const;
  return (_, instance, isBlank) => {
    if (isBlank) return '/>';
    if (runs) {
      const written = runs.map(
        ({ look, textAt }) =>
          `<${prefix}r>${look}${textElement(textAt(instance), prefix, content)}</${prefix}r>`,
      );
      return text[0] + written.join('') + text[1];
    }
    const value = valueAt(instance);
    if (value === null || value === '') return '/>';
    if (typeof value === 'number') return number[0] + value + number[1];
    if (typeof value === 'boolean') return ` t="b"${number[0]}${value ? 1 : 0}${number[1]}`;
    return text[0] + textElement(value, prefix, content) + text[1];
  };
}

function textElement(text: string, prefix: string, { cell }: ValueContent): string {
  if (text.length > MAX_TEXT) {
    const place = columnLetters(cell.column) + cell.row;
    const problem = `The text for template cell ${place} has ${text.length} characters; a cell holds ${MAX_TEXT}`;
    throw new PaytallyError('RENDER_REFUSED', problem, { record: place });
  }
  const space = OUTER_SPACE.test(text) ? ' xml:space="preserve"' : '';
  return `<${prefix}t${space}>${NEEDS_CARE.test(text) ? escapeCellText(text) : text}</${prefix}t>`;
}

export function formulaWriter(
  content: FormulaContent,
  { cell, prefix }: Names,
  sheet: SheetPlan,
  cells: WorkbookCells,
): CellWriter {
  const { formula, array, dataTable } = content;
  const kept = isKept(content, sheet) ? content.cell : undefined;
  const isPlain = isPlainText(content);
  return (row, instance, isBlank) => {
    if (isBlank) return '/>';
    const attributes = array
      ? ` t="array" ref="${arrayText(array, instance)}"`
      : (dataTable?.(instance) ?? '');
    const text = formula.textAt(instance);
    const written = `<${prefix}f${attributes}>${isPlain ? text : escapeXml(text)}</${prefix}f>`;
    const result = kept ? keptResult(kept) : cells.formulaResult(content, sheet, row, instance);
    if (result === undefined || result === null) return `>${written}</${cell}>`;
    if (typeof result === 'number') return `>${written}<${prefix}v>${result}</${prefix}v></${cell}>`;
    return `${typeOf(result)}>${written}<${prefix}v>${escapeCellText(resultText(result))}</${prefix}v></${cell}>`;
  };
}

/** Its text never needs escaping: neither what was typed nor the names of sheets. */
function isPlainText({ formula }: FormulaContent): boolean {
  const names = formula.tokens.flatMap((token) => (token.kind === 'moved' ? [token.sheet.outputName] : []));
  return [formula.source, ...names].every((text) => !/[&<>]/.test(text));
}

function arrayText(array: NonNullable<FormulaContent['array']>, instance: number): string {
  const [left, right] = array.columns;
  const [top, bottom] = [array.topAt(instance), array.bottomAt(instance)];
  return top === bottom && left === right ? left + top : `${left}${top}:${right}${bottom}`;
}

function typeOf(result: CellResult): string {
  if (result instanceof FormulaError) return ' t="e"';
  if (typeof result === 'boolean') return ' t="b"';
  return typeof result === 'string' ? ' t="str"' : '';
}

function resultText(result: NonNullable<CellResult>): string {
  if (result instanceof FormulaError) return result.code;
  return typeof result === 'boolean' ? String(Number(result)) : String(result);
}

function keptResult({ value, error }: FormulaContent['cell']): CellResult {
  if (error !== undefined) return new FormulaError(error);
  return value !== null && typeof value === 'object' ? value.text : value;
}

/** Functions whose result changes by itself. */
const VOLATILE = /\b(NOW|TODAY|RAND|RANDBETWEEN|OFFSET|INDIRECT|CELL|INFO)\(/i;
/** Cells that are looked at to find out whether a formula's old result still holds. */
const MOST_LOOKED_AT = 20_000;

/** A formula that is left to Excel keeps its old result if all cells that it refers to stay what they were. */
function isKept({ formula, expression }: FormulaContent, sheet: SheetPlan): boolean {
  if (expression || VOLATILE.test(formula.source)) return false;
  return formula.tokens.every((token) => {
    if (token.kind !== 'moved')
      return token.kind !== 'name' && token.kind !== 'table' && token.kind !== 'external';
    return token.sheet === sheet && !token.stretchedBand && isStatic(sheet, token.area);
  });
}

function isStatic(
  sheet: SheetPlan,
  area: { top: number; bottom: number; left: number; right: number },
): boolean {
  const bottom = Math.min(area.bottom, sheet.lastRow);
  const right = Math.min(area.right, sheet.lastColumn);
  if ((bottom - area.top + 1) * (right - area.left + 1) > MOST_LOOKED_AT) return false;
  for (let row = area.top; row <= bottom; row++) {
    for (let column = area.left; column <= right; column++) {
      if ((sheet.contentAt(row, column)?.kind ?? 'static') !== 'static') return false;
    }
  }
  return true;
}
