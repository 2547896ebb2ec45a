import { columnNumber, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { isoSerial } from '../cells/numbers.js';
import type { WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, isTrue, prefixOf, type XmlElement } from '../xml/xml.js';
import { decodeCellText } from '../xml/xmlText.js';
import type { XmlPart } from './templatePackage.js';

export interface CellFormula {
  readonly text: string;
  readonly kind: 'normal' | 'shared' | 'array' | 'dataTable';
  readonly group: string | undefined;
  /** The cells of a shared, array or table formula. */
  readonly area: string | undefined;
  readonly element: XmlElement;
}

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

interface CellReading {
  readonly sharedStrings: readonly CellText[];
  readonly counts1904: boolean;
  /** The error for a place or text that cannot be in a sheet. */
  readonly impossible: (what: string) => WorkbookError;
}

/** The rows of a sheet by their number. Numbers may be missing in the file: they are then consecutive. */
export function readRows(part: XmlPart, shown: CellReading): Map<number, TemplateRow> {
  const rows = new Map<number, TemplateRow>();
  let last = 0;
  for (const element of childrenOf(childOf(part.root, 'sheetData'), 'row')) {
    const row = element.attributes.r === undefined ? last + 1 : Number(element.attributes.r);
    if (!Number.isInteger(row) || row <= last || row > MAX_ROWS)
      throw shown.impossible(`row "${element.attributes.r}"`);
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
    if (column <= last || column > MAX_COLUMNS) throw shown.impossible(`cell "${element.attributes.r}"`);
    last = column;
    return readCell(row, column, element, source, shown);
  });
}

/** The cells of a row, with an empty one without a format in each of these columns that has none. */
export function addedCells({ row, element, cells }: TemplateRow, columns: readonly number[]): TemplateCell[] {
  const known = new Set(cells.map(({ column }) => column));
  const missing = columns.filter((column) => !known.has(column));
  const name = `${prefixOf(element)}c`;
  // It has no place in the source, so nothing of it is copied.
  const nowhere = { start: 0, openEnd: 0, closeStart: 0, end: 0 };
  const added = missing.map((column): TemplateCell => {
    const written = { name, local: 'c', attributes: {}, parent: element, children: [], text: '', ...nowhere };
    return { row, column, element: written, style: 0, value: null, error: undefined, formula: undefined };
  });
  return [...cells, ...added].sort((a, b) => a.column - b.column);
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
  { sharedStrings, counts1904, impossible }: CellReading,
): TemplateCell['value'] {
  // An empty value counts as no value: some programs write one for every formula.
  if (raw === undefined || type === 'e' || (raw === '' && type !== 'str')) return null;
  if (type === 'n') return Number(raw);
  if (type === 's') {
    const text = sharedStrings[Number(raw)];
    // A text that is not in the list would be lost.
    if (!text) throw impossible(`text "${raw}", which its list of texts does not have`);
    return text;
  }
  if (type === 'd') return isoSerial(raw, counts1904) ?? { text: raw, runs: undefined };
  if (type === 'b') return isTrue(raw);
  return { text: decodeCellText(raw), runs: undefined };
}

function readFormula(element: XmlElement | undefined): CellFormula | undefined {
  if (!element) return undefined;
  const { t = 'normal', si, ref } = element.attributes;
  const kind = t === 'shared' || t === 'array' || t === 'dataTable' ? t : 'normal';
  return { text: element.text, kind, group: si, area: ref, element };
}

interface TextRun {
  readonly text: string;
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
