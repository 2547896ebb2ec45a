import { WorkbookError } from '../../workbookError.js';

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
