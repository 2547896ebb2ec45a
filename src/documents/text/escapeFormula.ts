const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * Text that a spreadsheet could run as a formula, made harmless by a leading apostrophe.
 * For text in files for people only: numbers may begin with a minus, and payroll imports take the apostrophe as data.
 */
export function escapeFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
