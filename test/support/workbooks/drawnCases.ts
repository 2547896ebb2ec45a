import fc from 'fast-check';
import { type Case, cases, formulaOf, LAST, REPEATED } from './copiedRows.js';
import type { CopyStep } from './copyInLibreOffice.js';
import { row } from './workbook.js';

/** Cells of a filled sheet. */
export type Cells = Readonly<Record<string, string | number | boolean>>;
/** The content of a row in D (a formula), E (a conditional format) and F (a validation). */
export interface Ruled {
  readonly at: number;
  readonly formula: string;
}
/** A sheet as drawn: its rows, and the cells of formulas, formats and validations. */
export interface Drawn {
  readonly rows: string;
  readonly ruled: readonly Ruled[];
}
/** A random template, and the same month drawn by a person, for LibreOffice to copy down. */
export interface DrawnCase {
  readonly said: string;
  /** Whether LibreOffice deletes rows at the end. */
  readonly isCut: boolean;
  readonly template: Drawn;
  /** The drawing has the numbers of the filled sheet, and everything else once. */
  readonly byHand: (filled: Cells) => Drawn & { readonly steps: (sheet: string) => CopyStep[] };
}

const fixedRow = (at: number) => ({ A: at * 3 + 1, B: at * at });
const numbers = (cells: Cells, at: number) => ({
  A: Number(cells[`A${at}`] ?? 0),
  B: Number(cells[`B${at}`] ?? 0),
});
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const sheetOf = (
  rows: readonly (readonly [number, Parameters<typeof row>[1]])[],
  ruled: readonly Ruled[],
): Drawn => {
  const formulas = new Map(ruled.map(({ at, formula }) => [at, formula]));
  const written = rows.map(([at, cells]) => {
    const formula = formulas.get(at);
    return row(at, formula === undefined ? cells : { ...cells, D: `=${formula}` });
  });
  return { rows: written.join(''), ruled };
};

/** Some repeated rows, with formulas in one of them. */
export function plainCase(each: Case): DrawnCase {
  const { from, height, offset } = each;
  const at = from + offset;
  const ruled = [{ at, formula: formulaOf(each, false) }];
  const rows = upTo(LAST + height).map((number) => {
    if (number < from || number >= from + height) return [number, fixedRow(number)] as const;
    const C = number === from ? `{{#each employee-days rows ${height}}}` : '';
    return [number, { A: '{{workedMinutes}}', B: '{{weekday}}', C }] as const;
  });
  return {
    isCut: false,
    said: `${ruled[0]?.formula} in ${JSON.stringify({ from, height, offset })}`,
    template: sheetOf(rows, ruled),
    byHand: (filled) => {
      const last = LAST + height + (REPEATED - 1) * height;
      const drawn = upTo(last).map((number) => [number, numbers(filled, number)] as const);
      return {
        ...sheetOf(drawn, [{ at, formula: formulaOf(each, true) }]),
        steps: (sheet) =>
          upTo(REPEATED - 1).map((time) => ({
            sheet,
            from,
            to: from + height - 1,
            target: from + time * height,
          })),
      };
    },
  };
}

/** The target of a reference in a nested template: next to its row, or a fixed row outside the group. */
type Pointer = { readonly column: 'A' | 'B' } & ({ readonly by: number } | { readonly fixed: number });
const column = fc.constantFrom('A' as const, 'B' as const);
const pointer = (...by: number[]): fc.Arbitrary<Pointer> =>
  fc.oneof(
    fc.record({ column, by: fc.constantFrom(...by) }),
    fc.record({ column, fixed: fc.constantFrom(1, 2, 3, 9, 10, 12) }),
  );
const pointers = (...by: number[]) => fc.array(pointer(...by), { minLength: 2, maxLength: 3 });

const GROUP = 5;
const PEOPLE = 3;

function pointed(list: readonly Pointer[], at: number, moved: (row: number) => number): string {
  const cell = (each: Pointer) =>
    'by' in each ? `${each.column}${at + each.by}` : `${each.column}$${moved(each.fixed)}`;
  return list.map((each, index) => `${cell(each)}*${index + 1}`).join('+');
}

/** A group of three rows, the middle one repeated for each day. */
const nested = (daysEach: number): fc.Arbitrary<DrawnCase> =>
  fc
    .record({ head: pointers(0, -1), inner: pointers(0, -1, 1), foot: pointers(0, 1) })
    .map(({ head, inner, foot }) => {
      const stay = (at: number) => at;
      const block = daysEach + 2;
      const moved = (at: number) => (at > GROUP ? at + PEOPLE * block - 3 : at);
      const formulas = (to: (at: number) => number, footAt: number): Ruled[] => [
        { at: GROUP, formula: pointed(head, GROUP, to) },
        { at: GROUP + 1, formula: pointed(inner, GROUP + 1, to) },
        { at: footAt, formula: `${pointed(foot, footAt, to)}+SUM(A${GROUP + 1}:A${footAt - 1})` },
      ];
      const rows = upTo(13).map((at) => {
        if (at === GROUP) {
          const C = '{{#each employee-days group by employee.id sort by employee.id rows 3}}';
          return [at, { A: 5, B: 7, C }] as const;
        }
        if (at === GROUP + 1)
          return [at, { A: '{{workedMinutes}}', B: '{{weekday}}', C: '{{#each employee-days}}' }] as const;
        return [at, at === GROUP + 2 ? { A: 3, B: 9 } : fixedRow(at)] as const;
      });
      const ruled = formulas(stay, GROUP + 2);
      const end = GROUP + 1 + daysEach;
      return {
        isCut: false,
        said: `a group of ${daysEach} days: ${ruled.map(({ formula }) => formula).join(' | ')}`,
        template: sheetOf(rows, ruled),
        byHand: (filled) => ({
          ...sheetOf(
            upTo(moved(13)).map((at) => [at, numbers(filled, at)] as const),
            formulas(moved, end),
          ),
          steps: (sheet) => [
            ...upTo(daysEach - 1).map((time) => {
              return { sheet, from: GROUP + 1, to: GROUP + 1, target: GROUP + 1 + time };
            }),
            ...upTo(PEOPLE - 1).map((time) => ({
              sheet,
              from: GROUP,
              to: end,
              target: GROUP + time * block,
            })),
          ],
        }),
      };
    });

/** Two repeated rows, of which the second is omitted on some days: LibreOffice deletes those rows. */
const conditional: fc.Arbitrary<DrawnCase> = fc
  .record({ list: pointers(0), least: fc.integer({ min: 1, max: 6 }) })
  .map(({ list, least }) => {
    const moved = (at: number) => (at > GROUP ? at + (REPEATED - 1) * 2 : at);
    const rows = upTo(13).map((at) => {
      const values = { A: '{{workedMinutes}}', B: '{{weekday}}' };
      if (at === GROUP) return [at, { ...values, C: '{{#each employee-days rows 2}}' }] as const;
      return [at, at === GROUP + 1 ? { ...values, C: `{{#if weekday > ${least}}}` } : fixedRow(at)] as const;
    });
    const ruled = [{ at: GROUP, formula: pointed(list, GROUP, (at) => at) }];
    return {
      isCut: true,
      said: `{{#if weekday > ${least}}}: ${ruled[0]?.formula}`,
      template: sheetOf(rows, ruled),
      byHand: (filled) => {
        const drawn: (readonly [number, { A: number; B: number }])[] = [];
        const gone: number[] = [];
        let out = 1;
        for (const at of upTo(moved(13))) {
          const isSecond = at > GROUP && at <= moved(GROUP + 1) && (at - GROUP) % 2 === 1;
          const isGone = isSecond && Number(filled[`B${out - 1}`]) <= least;
          drawn.push([at, isGone ? { A: 0, B: 0 } : numbers(filled, out)]);
          if (isGone) gone.push(at);
          else out += 1;
        }
        return {
          ...sheetOf(drawn, [{ at: GROUP, formula: pointed(list, GROUP, moved) }]),
          steps: (sheet) => [
            ...upTo(REPEATED - 1).map((time) => {
              return { sheet, from: GROUP, to: GROUP + 1, target: GROUP + 2 * time };
            }),
            ...gone.reverse().map((deleted) => ({ sheet, deleted })),
          ],
        };
      },
    };
  });

/** @param daysEach of each of the three people */
export const drawnCases = (daysEach: number): fc.Arbitrary<DrawnCase> =>
  fc.oneof(cases.map(plainCase), nested(daysEach), conditional);
