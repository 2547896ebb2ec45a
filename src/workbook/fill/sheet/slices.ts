import { WorkbookError } from '../../workbookError.js';
import type { Band } from '../language/band.js';
import type { PlacedAxis } from '../language/placedBands.js';

/** The repetitions of a sheet's longest band that one of several sheets shows, from 0, `to` excluded. */
export interface BandSlice {
  readonly band: Band;
  readonly from: number;
  readonly to: number;
}

/** The outermost band of a sheet that made most of its rows. */
function longestBand(rows: PlacedAxis): Band | undefined {
  const height = (band: Band): number => (rows.of(band).endAt[0] ?? 0) - (rows.of(band).startAt[0] ?? 0);
  return rows.root.children.filter((band) => band.repeats).sort((a, b) => height(b) - height(a))[0];
}

/** Of a sheet's rows. With less left by what stands around, there would be a sheet for nearly each repetition. */
const LEAST_ROOM = 0.05;

/**
 * Cuts the longest band between repetitions so that each part fits a sheet with all that stands around it.
 * @param rows of the sheet, as if there were no limit
 * @throws SheetTooLong if what stands around leaves no room, or one repetition alone does not fit
 */
export function bandSlices(
  rows: PlacedAxis,
  { sheet, mostRows }: { sheet: string; mostRows: number },
): BandSlice[] {
  const band = longestBand(rows);
  if (!band) throw new SheetTooLong(sheet, mostRows);
  const { starts, startAt, endAt } = rows.of(band);
  const end = endAt[0] ?? 0;
  const room = mostRows - ((rows.length ?? 0) - (end - (startAt[0] ?? 0)));
  if (room < mostRows * LEAST_ROOM) throw new SheetTooLong(sheet, mostRows);
  const slices: BandSlice[] = [];
  let from = 0;
  for (let at = 0; at < starts.length; at++) {
    const bottom = starts[at + 1] ?? end;
    if (bottom - (starts[at] ?? 0) > room) throw new SheetTooLong(sheet, mostRows);
    if (bottom - (starts[from] ?? 0) <= room) continue;
    slices.push({ band, from, to: at });
    from = at;
  }
  return [...slices, { band, from, to: starts.length }];
}

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
