import { columnLetters } from '../../cells/address.js';
import { type Corner, type ReferenceToken, tokenize } from '../formula/tokens.js';
import type { Band } from '../language/band.js';

/*
 * Excel writes the references of charts and shapes with `$` always. One from repeated rows to these rows means its own
 * repetition nevertheless.
 */

/** A formula of something that stands in repeated rows: rows of its own band lose their `$`. */
export function withOwnRows(formula: string, band: Band): string {
  if (!band.parent) return formula;
  const isOwn = ({ row }: Corner): boolean => row !== undefined && band.from <= row && row <= band.to;
  return rewritten(formula, (corner) => (isOwn(corner) ? { ...corner, rowFixed: false } : corner));
}

/** The same after its rows were found: written as Excel does. */
export function withMarks(formula: string, band: Band): string {
  if (!band.parent) return formula;
  return rewritten(formula, (corner) => ({ ...corner, rowFixed: true, columnFixed: true }));
}

function rewritten(formula: string, change: (corner: Corner) => Corner): string {
  return tokenize(formula)
    .map((token) => (token.kind === 'reference' ? referenceText(token, change) : token.text))
    .join('');
}

function referenceText(token: ReferenceToken, change: (corner: Corner) => Corner): string {
  const { text, first, last } = token;
  const prefix = text.slice(0, text.lastIndexOf('!') + 1);
  const corners = last ? [first, last] : [first];
  return prefix + corners.map((corner) => cornerText(change(corner))).join(':');
}

function cornerText({ column, columnFixed, row, rowFixed }: Corner): string {
  const letters = column === undefined ? '' : `${columnFixed ? '$' : ''}${columnLetters(column)}`;
  return letters + (row === undefined ? '' : `${rowFixed ? '$' : ''}${row}`);
}
