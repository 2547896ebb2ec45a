import { columnName } from './address.js';
import type { Formula } from './sheetRow.js';

/** Bytes of text that has no character beyond ASCII. */
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What stands between the number of a cell's row and its content, by kind. */
const MIDDLES = {
  empty: '"/>',
  number: '"><v>',
  boolean: '" t="b"><v>',
  text: '" t="inlineStr"><is><t>',
  keptText: '" t="inlineStr"><is><t xml:space="preserve">',
  formula: '"><f>',
  textFormula: '" t="str"><f>',
  booleanFormula: '" t="b"><f>',
} as const;
type Kind = keyof typeof MIDDLES;
type Middles = Readonly<Record<Kind, Buffer>>;

const columnHeads: Buffer[] = [];
const middlesByStyle: Middles[] = [];

/** `<c r="AB`, up to the row's number. */
export function columnHead(column: number): Buffer {
  const known = columnHeads[column];
  if (known !== undefined) return known;
  const bytes = ascii(`<c r="${columnName(column)}`);
  columnHeads[column] = bytes;
  return bytes;
}

/** The middles of cells of a style, its number included. */
export function middlesOf(styleId: number): Middles {
  const known = middlesByStyle[styleId];
  if (known !== undefined) return known;
  const style = styleId === 0 ? '' : `" s="${styleId}`;
  const entries = Object.entries(MIDDLES).map(([kind, text]) => [kind, ascii(style + text)]);
  const middles = Object.fromEntries(entries) as Middles;
  middlesByStyle[styleId] = middles;
  return middles;
}

/** What a formula's cell is like depends on its value. */
export function formulaKind({ value }: Formula): Kind {
  if (typeof value === 'string') return 'textFormula';
  return typeof value === 'boolean' ? 'booleanFormula' : 'formula';
}
