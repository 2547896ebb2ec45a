import { columnNumber, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { isoSerial } from '../cells/serialDate.js';
import { decodeCellText } from '../xml/escapeXml.js';
import { childOf, childrenOf, isTrue, type XmlElement } from '../xml/parseXml.js';
import type { XmlPart } from './templatePackage.js';

/** A formula as stored in the file. */
export interface CellFormula {
  readonly text: string;
  readonly kind: 'normal' | 'shared' | 'array' | 'dataTable';
  /** Group of a shared formula. */
  readonly group: string | undefined;
  /** The cells of a shared, array or table formula. */
  readonly area: string | undefined;
  readonly element: XmlElement;
}

/** A cell of the template. */
export interface TemplateCell {
  readonly row: number;
  readonly column: number;
  readonly element: XmlElement;
  readonly style: number;
  /** The content of a cell without a formula, or the last result of a formula. */
  readonly value: CellText | number | boolean | null;
  readonly error: string | undefined;
  readonly formula: CellFormula | undefined;
}

export interface TemplateRow {
  readonly row: number;
  readonly element: XmlElement;
  readonly cells: readonly TemplateCell[];
}

/** How to interpret cell values of a workbook. */
interface CellReading {
  readonly sharedStrings: readonly CellText[];
  readonly counts1904: boolean;
}

/** The rows of a sheet by their number. Numbers may be missing in the file: they are then consecutive. */
export function readRows(part: XmlPart, shown: CellReading): Map<number, TemplateRow> {
  const rows = new Map<number, TemplateRow>();
  let last = 0;
  for (const element of childrenOf(childOf(part.root, 'sheetData'), 'row')) {
    const row = element.attributes.r === undefined ? last + 1 : Number(element.attributes.r);
    if (!Number.isInteger(row) || row <= last || row > MAX_ROWS)
      throw new RangeError(`row "${element.attributes.r}"`);
    last = row;
    rows.set(row, { row, element, cells: readCells(row, element, part.source, shown) });
  }
  return rows;
}

function readCells(row: number, rowElement: XmlElement, source: string, shown: CellReading): TemplateCell[] {
  let last = 0;
  return childrenOf(rowElement, 'c').map((element) => {
    const letters = /^([A-Z]{1,3})[0-9]+$/i.exec(element.attributes.r ?? '')?.[1];
    const column = letters === undefined ? last + 1 : columnNumber(letters);
    if (column <= last || column > MAX_COLUMNS) throw new RangeError(`cell "${element.attributes.r}"`);
    last = column;
    return readCell(row, column, element, source, shown);
  });
}

function readCell(
  row: number,
  column: number,
  element: XmlElement,
  source: string,
  shown: CellReading,
): TemplateCell {
  const { s, t = 'n' } = element.attributes;
  const raw = childOf(element, 'v')?.text;
  const inline = t === 'inlineStr' ? childOf(element, 'is') : undefined;
  return {
    row,
    column,
    element,
    style: s === undefined ? 0 : Number(s),
    value: inline ? readCellText(inline, source) : readValue(raw, t, shown),
    error: t === 'e' ? raw : undefined,
    formula: readFormula(childOf(element, 'f')),
  };
}

function readValue(
  raw: string | undefined,
  type: string,
  { sharedStrings, counts1904 }: CellReading,
): TemplateCell['value'] {
  // An empty value counts as no value: some programs write one for every formula.
  if (raw === undefined || type === 'e' || (raw === '' && type !== 'str')) return null;
  if (type === 'n') return Number(raw);
  if (type === 's') return sharedText(sharedStrings, raw);
  if (type === 'd') return isoSerial(raw, counts1904) ?? { text: raw, runs: undefined };
  if (type === 'b') return isTrue(raw);
  return { text: decodeCellText(raw), runs: undefined };
}

/** A text that is not in the list would be lost. @throws RangeError */
function sharedText(sharedStrings: readonly CellText[], raw: string): CellText {
  const text = sharedStrings[Number(raw)];
  if (!text) throw new RangeError(`text "${raw}", which its list of texts does not have`);
  return text;
}

function readFormula(element: XmlElement | undefined): CellFormula | undefined {
  if (!element) return undefined;
  const { t = 'normal', si, ref } = element.attributes;
  const kind = t === 'shared' || t === 'array' || t === 'dataTable' ? t : 'normal';
  return { text: element.text, kind, group: si, area: ref, element };
}

/** A run of text with one format. */
interface TextRun {
  readonly text: string;
  /** The run's properties as XML, or ''. */
  readonly look: string;
}

/** Text of a cell: plain, or in runs with their own formats. */
export interface CellText {
  readonly text: string;
  readonly runs: readonly TextRun[] | undefined;
}

/** Reads a shared string (`si`) or an inline one (`is`). Phonetic hints (`rPh`) are not part of the text. */
function readCellText(element: XmlElement, source: string): CellText {
  const runs = childrenOf(element, 'r').map((run) => {
    const look = childrenOf(run, 'rPr')[0];
    return { text: plainText(run), look: look ? source.slice(look.start, look.end) : '' };
  });
  if (runs.length === 0) return { text: plainText(element), runs: undefined };
  return { text: runs.map((run) => run.text).join(''), runs };
}

function plainText(element: XmlElement): string {
  return decodeCellText(
    childrenOf(element, 't')
      .map((part) => part.text)
      .join(''),
  );
}

export function readSharedStrings(part: XmlPart | undefined): CellText[] {
  if (!part) return [];
  return childrenOf(part.root, 'si').map((element) => readCellText(element, part.source));
}
