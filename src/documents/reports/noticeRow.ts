import type { SheetRow } from '../../workbook/index.js';

/** A sentence that stands where there is nothing to show. */
export function noticeRow(value: string): SheetRow {
  return { cells: [{ style: 'notice', value }], heightPoints: 22 };
}
