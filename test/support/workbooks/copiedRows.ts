import fc from 'fast-check';

/* Random formulas of repeated rows, as in a template, and as drawn by a person who copies rows down. */

export interface Corner {
  readonly column: 'A' | 'B';
  readonly row: number;
  readonly isFixed: boolean;
}
export interface Case {
  readonly from: number;
  readonly height: number;
  /** In the row of this offset within the repeated rows. */
  readonly offset: number;
  readonly references: readonly (readonly [first: Corner, last: Corner | undefined])[];
}

export const REPEATED = 6;
export const LAST = 14;

const corner = fc.record({
  column: fc.constantFrom('A' as const, 'B' as const),
  row: fc.integer({ min: 1, max: LAST }),
  isFixed: fc.boolean(),
});
export const cases = fc
  .record({ from: fc.integer({ min: 4, max: 8 }), height: fc.integer({ min: 1, max: 3 }), offset: fc.nat(2) })
  .map((drawn) => ({ ...drawn, offset: drawn.offset % drawn.height }))
  .chain((drawn) =>
    fc
      .array(fc.tuple(corner, fc.option(corner, { nil: undefined })), { minLength: 2, maxLength: 4 })
      .map((references): Case => ({ ...drawn, references: references.map((each) => tidied(each, drawn)) })),
  );

/** Areas extend down one column. A fixed end within the repeated rows means the last one, which no copy can express. */
function tidied(
  [first, last]: readonly [Corner, Corner | undefined],
  { from, height }: Omit<Case, 'references'>,
) {
  if (!last) return [first, undefined] as const;
  const [top, bottom] = first.row <= last.row ? [first, last] : [last, first];
  const isInside = bottom.row >= from && bottom.row < from + height;
  const holdsAll = top.row < from && bottom.row >= from + height;
  const end = { ...bottom, column: top.column, isFixed: bottom.isFixed && !isInside };
  // An area from the first repetition to rows below, or from above to below, extends over all of them. So does one
  // between two of several repeated rows, which includes those in between and is refused.
  const isInTop = top.row >= from && top.row < from + height;
  const beginsInside = isInTop && (bottom.row >= from + height || height > 1);
  if (holdsAll) return [top, undefined] as const;
  return [beginsInside ? { ...top, isFixed: false } : top, end] as const;
}

/**
 * @param isDrawn as a person writes it for copying: references to cells farther away have `$`, and the row numbers of
 * that sheet
 */
function text({ column, row: at, isFixed }: Corner, { from, height }: Case, isDrawn: boolean): string {
  if (!isDrawn) return column + (isFixed ? '$' : '') + at;
  const end = from + height - 1;
  const distance = Math.max(from - at, at - end, 0);
  const moved = at > end && (isFixed || distance > height) ? at + (REPEATED - 1) * height : at;
  return column + (isFixed || distance > height ? '$' : '') + moved;
}

export function formulaOf(drawn: Case, isDrawn: boolean): string {
  const terms = drawn.references.map(([first, last], index) => {
    const area = last
      ? `SUM(${text(first, drawn, isDrawn)}:${text(last, drawn, isDrawn)})`
      : text(first, drawn, isDrawn);
    return `${area}*${index + 1}`;
  });
  return terms.join('+');
}
