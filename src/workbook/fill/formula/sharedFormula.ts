import { columnLetters, MAX_COLUMNS, MAX_ROWS } from '../../cells/address.js';
import { type Corner, type FormulaToken, sheetPrefix, tokenize } from './tokens.js';

/** The formula of a cell that shares one with a cell `rows` above and `columns` left of it: fixed parts stay. */
export function unfoldSharedFormula(formula: string, rows: number, columns: number): string {
  return tokenize(formula)
    .map((token) => (token.kind === 'reference' ? moved(token, rows, columns) : token.text))
    .join('');
}

function moved(token: Extract<FormulaToken, { kind: 'reference' }>, rows: number, columns: number): string {
  const prefix = token.sheet === undefined ? '' : sheetPrefix(token.sheet, token.lastSheet);
  const corners = [token.first, token.last].filter((corner) => corner !== undefined);
  return prefix + corners.map((corner) => cornerText(corner, rows, columns)).join(':');
}

function cornerText(corner: Corner, rows: number, columns: number): string {
  const { column, columnFixed, row, rowFixed } = corner;
  // Excel counts round the edge of the sheet.
  const wrap = (value: number, max: number): number => ((((value - 1) % max) + max) % max) + 1;
  const newColumn = column === undefined || columnFixed ? column : wrap(column + columns, MAX_COLUMNS);
  const newRow = row === undefined || rowFixed ? row : wrap(row + rows, MAX_ROWS);
  const letters = newColumn === undefined ? '' : `${columnFixed ? '$' : ''}${columnLetters(newColumn)}`;
  return letters + (newRow === undefined ? '' : `${rowFixed ? '$' : ''}${newRow}`);
}
