import { WorkbookError } from '../../workbookError.js';

/** More columns than a sheet can hold. */
export function tooWide(sheet: string, mostColumns: number): WorkbookError {
  const problem = `Sheet "${sheet}" would have more than ${mostColumns} columns, the most that Excel can hold`;
  const remedy = 'Let fewer in with "where", or let rows repeat instead of columns.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: sheet, sheet, remedy });
}

/** More rows than a sheet can hold. */
export class SheetTooLong extends WorkbookError {
  constructor(
    override readonly sheet: string,
    mostRows: number,
  ) {
    super(
      'RENDER_REFUSED',
      `Sheet "${sheet}" would have more than ${mostRows} rows, the most that Excel can hold`,
      {
        record: sheet,
        remedy:
          'Let fewer rows in with "where", use a sheet for each group ({{#sheet SET group by FIELD}}), or a CSV template.',
      },
    );
  }
}
