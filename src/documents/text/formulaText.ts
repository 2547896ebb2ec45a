/** What spreadsheets take for the beginning of a formula, or skip before one; and the full-width forms. */
const START = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`;

/** At the beginning, and after what a spreadsheet that splits at another sign takes for the end of a cell. */
const FORMULA = new RegExp(String.raw`(?<=^|[;\t\r\n])(?=${START})`, 'g');

/**
 * Text that a spreadsheet could run as a formula, made harmless by an apostrophe before it: at the beginning, and after
 * a semicolon, a tab or a line end within. For text in files for people only: numbers may begin with a minus, and
 * payroll imports take the apostrophe as data.
 */
export function escapeFormulas(text: string): string {
  return text.replace(FORMULA, "'");
}

/** Whether a spreadsheet could run the text, or a part of it, as a formula. */
export function holdsFormula(text: string): boolean {
  return text.search(FORMULA) >= 0;
}
