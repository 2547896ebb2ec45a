import type { Language } from '../../../src/i18n/language.js';
import type { FillOptions } from '../../../src/workbook/index.js';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { childOf, childrenOf, deepText, parseXml, type XmlElement } from '../../../src/workbook/xml/xml.js';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { fillTemplate } from './checked.js';
import { collect } from './collect.js';
import { type WorkbookSource, workbook } from './workbook.js';

export interface Rendered {
  readonly rows: number;
  readonly bytes: Uint8Array;
  readonly parts: ReadonlyMap<string, Uint8Array>;
  text(part: string): string;
  root(part: string): XmlElement;
  /** `B4` -> the content of the cell: a value, or for formulas `=text → cached value`. */
  cells(sheet: number): Record<string, string | number | boolean>;
}

export async function rendered(
  source: WorkbookSource | Uint8Array,
  model: WorkbookModel,
  options: FillOptions & { readonly language?: Language } = {},
): Promise<Rendered> {
  const template = source instanceof Uint8Array ? source : await workbook(source);
  const file = await fillTemplate(template, model, {
    subject: 'test.xlsx',
    ...options,
  });
  const bytes = await collect(file.content);
  const parts = await readZip(bytes, 'out.xlsx');
  const text = (part: string): string => Buffer.from(parts.get(part) ?? []).toString('utf8');
  const root = (part: string): XmlElement => parseXml(text(part), part);
  return {
    rows: file.rows,
    bytes,
    parts,
    text,
    root,
    cells: (sheet) => cellsOf(root(`xl/worksheets/sheet${sheet}.xml`)),
  };
}

function cellsOf(sheet: XmlElement): Record<string, string | number | boolean> {
  const cells: Record<string, string | number | boolean> = {};
  for (const row of childrenOf(childOf(sheet, 'sheetData'), 'row')) {
    for (const cell of childrenOf(row, 'c')) {
      const value = cellValue(cell);
      if (value !== undefined) cells[cell.attributes.r ?? ''] = value;
    }
  }
  return cells;
}

function cellValue(cell: XmlElement): string | number | boolean | undefined {
  const formula = childOf(cell, 'f');
  const inline = childOf(cell, 'is');
  const raw = inline ? deepText(inline) : childOf(cell, 'v')?.text;
  const isNumber = !inline && (cell.attributes.t ?? 'n') === 'n';
  const value =
    raw === undefined ? undefined : isNumber ? Number(raw) : cell.attributes.t === 'b' ? raw === '1' : raw;
  return formula ? `=${formula.text} → ${value ?? ''}` : value;
}
