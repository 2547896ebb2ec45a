import type { Band } from '../language/band.js';
import { SheetTooLong } from './sheetTooLong.js';

/** The repetitions of a sheet's longest band that one of several sheets shows, from 0, `to` excluded. */
export interface Slice {
  readonly band: Band;
  readonly from: number;
  readonly to: number;
}

/** The outermost band of a sheet that made most of its rows. Its bands must have been placed. */
export function longestBand(root: Band): Band | undefined {
  const height = (band: Band): number => (band.endAt[0] ?? 0) - (band.startAt[0] ?? 0);
  return root.children.filter((band) => band.repeats).sort((a, b) => height(b) - height(a))[0];
}

/** Of a sheet's rows. With less left by what stands around, there would be a sheet for nearly each repetition. */
const LEAST_ROOM = 0.05;

/**
 * Cuts the longest band between repetitions so that each part fits a sheet with all that stands around it.
 * @param rows of the sheet as it was placed, as if there were no limit
 * @throws SheetTooLong if what stands around leaves no room, or one repetition alone does not fit
 */
export function slicesOf(
  root: Band,
  rows: number,
  { sheet, mostRows }: { sheet: string; mostRows: number },
): Slice[] {
  const band = longestBand(root);
  if (!band) throw new SheetTooLong(sheet, mostRows);
  const end = band.endAt[0] ?? 0;
  const room = mostRows - (rows - (end - (band.startAt[0] ?? 0)));
  if (room < mostRows * LEAST_ROOM) throw new SheetTooLong(sheet, mostRows);
  const slices: Slice[] = [];
  let from = 0;
  for (let at = 0; at < band.starts.length; at++) {
    const bottom = band.starts[at + 1] ?? end;
    if (bottom - (band.starts[at] ?? 0) > room) throw new SheetTooLong(sheet, mostRows);
    if (bottom - (band.starts[from] ?? 0) <= room) continue;
    slices.push({ band, from, to: at });
    from = at;
  }
  return [...slices, { band, from, to: band.starts.length }];
}
