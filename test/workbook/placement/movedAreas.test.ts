import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/language/languageValues.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { Band, unmovedAxis } from '../../../src/workbook/language/bands.js';
import { TemplateData } from '../../../src/workbook/language/templateData.js';
import { fullSettings } from '../../../src/workbook/model.js';
import {
  neighbourBand,
  outputRowSpans,
  repetitions,
  resolveRow,
} from '../../../src/workbook/placement/movedAreas.js';
import { placeBands } from '../../../src/workbook/placement/placeBands.js';
import { Problems } from '../../../src/workbook/workbookError.js';

/*
 * Random nested bands over random data, compared with an oracle that lists every output row by plain recursion: its
 * template row, and the repetitions that contain it.
 */
interface Shape {
  /** Rows before, and then bands, each followed by rows. */
  readonly before: number;
  readonly bands: readonly {
    readonly head: number;
    readonly inner: readonly Shape[];
    readonly after: number;
  }[];
}

const shape = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    before: fc.integer({ min: 0, max: 2 }),
    bands: fc.array(
      fc.record({
        head: fc.integer({ min: 1, max: 2 }),
        inner: depth === 0 ? fc.constant([]) : fc.array(shape(depth - 1), { maxLength: 1 }),
        after: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 2 },
    ),
  });

const GROUPS = ['a', 'b', 'c'] as const;

/** Builds bands at each level that group by the level's field, and the row after the shape. */
function build(at: number, { before, bands }: Shape, level: number): { end: number; built: Band[] } {
  const built: Band[] = [];
  let row = at + before;
  for (const { head, inner, after } of bands) {
    const from = row;
    const children: Band[] = [];
    let end = from + head;
    for (const each of inner) {
      const inside = build(end, each, level + 1);
      children.push(...inside.built);
      end = inside.end;
    }
    const groupBy = [GROUPS[level] ?? 'c'];
    const keys = groupBy.map((path) => ({ kind: 'field', path }) as const);
    const rule = {
      kind: 'each',
      breaksPage: false,
      isOutlined: false,
      selection: { dataSet: 'rows', groupBy, keys, sortBy: [], where: undefined, limit: undefined },
    } as const;
    built.push(new Band(rule, from, end - 1, '', children));
    row = end + after;
  }
  return { end: row, built };
}

interface Written {
  readonly templateRow: number;
  /** Each repetition around the row, as one key: `0`, `0/1`. */
  readonly path: readonly string[];
}

/** The oracle: all rows of one repetition, top to bottom. */
function writeDown(band: Band, rows: readonly DataRow[], to: number, path: readonly string[]): Written[] {
  const written: Written[] = [];
  let row = band.from;
  const plain = (until: number): void => {
    for (; row <= until; row++) written.push({ templateRow: row, path });
  };
  for (const [index, child] of band.children.entries()) {
    plain(child.from - 1);
    const field = child.rule.kind === 'each' ? (child.rule.selection.groupBy[0] ?? '') : '';
    const values = [...new Set(rows.map((each) => each[field]))];
    values.forEach((value, repetition) => {
      const own = rows.filter((each) => each[field] === value);
      written.push(...writeDown(child, own, child.to, [...path, `${index}:${repetition}`]));
    });
    row = child.to + 1;
  }
  plain(to);
  return written;
}

const data = fc.array(
  fc.record({
    a: fc.integer({ min: 0, max: 2 }),
    b: fc.integer({ min: 0, max: 2 }),
    c: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 8 },
);

function placed(of: Shape, rows: readonly DataRow[]) {
  const { end, built } = build(1, of, 0);
  const root = new Band({ kind: 'sheet', selection: undefined }, 1, 1_048_576, 'sheet', built);
  const columnRoot = new Band({ kind: 'sheet', selection: undefined }, 1, 16_384, 'columns');
  const lastRow = Math.max(1, end - 1);
  const fields = GROUPS.map((name) => ({ name, type: 'integer' as const, description: '' }));
  const model = { run: {}, dataSets: new Map([['rows', { name: 'rows', fields, rows }]]) };
  const scope = { rows: [], number: 1, isBlank: false };
  const room = { mostRows: 1_048_576, slice: undefined };
  const output = placeBands(root, unmovedAxis(columnRoot), {
    sheet: 'S',
    conditions: new Map(),
    needed: new Set<Band>(),
    refusals: new Problems(),
    data: new TemplateData(model, fieldsOfModel(model), fullSettings({}, new Map())),
    scope,
    lastRow,
    ...room,
  });
  return { root, lastRow, output, oracle: writeDown(root, rows, lastRow, []) };
}

describe('mapping of rows', () => {
  test('every output row comes from the template row that the oracle lists', () => {
    fc.assert(
      fc.property(shape(2), data, (of, rows) => {
        const { output, oracle } = placed(of, rows);
        expect(output.drawnAt).toEqual(oracle.map((each) => each.templateRow));
      }),
    );
  });

  test('the image of rows is exactly the rows that came from them', () => {
    fc.assert(
      fc.property(shape(2), data, fc.nat(12), fc.nat(6), (of, rows, first, count) => {
        const { lastRow, oracle, output } = placed(of, rows);
        const top = Math.min(lastRow, first + 1);
        const bottom = Math.min(lastRow, top + count);
        const image = outputRowSpans(output, top, bottom).flatMap((span) => {
          return Array.from({ length: span.bottom - span.top + 1 }, (_, index) => span.top + index);
        });
        const expected = oracle.flatMap(({ templateRow }, index) =>
          templateRow >= top && templateRow <= bottom ? [index + 1] : [],
        );
        expect(image).toEqual(expected);
      }),
    );
  });

  test('from outside, a row means its first and last repetition', () => {
    fc.assert(
      fc.property(shape(2), data, fc.nat(12), (of, rows, at) => {
        const { root, lastRow, oracle, output } = placed(of, rows);
        const row = Math.min(lastRow, at + 1);
        const places = oracle.flatMap(({ templateRow }, index) => (templateRow === row ? [index + 1] : []));
        fc.pre(places.length > 0);
        const resolve = (side: 'first' | 'last') =>
          resolveRow(output, root, { row, isFixed: false, side })(0);
        expect(resolve('first')).toBe(places[0]);
        expect(resolve('last')).toBe(places.at(-1));
      }),
    );
  });

  test('from within a repetition, a row means the one of this repetition or of an enclosing one', () => {
    let looked = 0;
    fc.assert(
      fc.property(shape(2), data, fc.nat(12), (of, rows, at) => {
        const { root, lastRow, oracle, output } = placed(of, rows);
        const row = Math.min(lastRow, at + 1);
        const target = root.at(row);
        oracle.forEach(({ templateRow, path }, index) => {
          const own = root.at(templateRow);
          // Only targets whose bands all enclose the cell as well.
          if (!target.path.every((band) => own.path.includes(band)) || neighbourBand(own, row)) return;
          const depth = target.path.length - 1;
          const same = oracle.findIndex(
            (each) =>
              each.templateRow === row && each.path.slice(0, depth).join() === path.slice(0, depth).join(),
          );
          const resolved = resolveRow(output, own, { row, isFixed: false, side: 'first' })(
            output.instance(index + 1),
          );
          expect(resolved).toBe(same + 1);
          if (target !== root) looked++;
        });
      }),
    );
    expect(looked).toBeGreaterThan(50);
  });

  test('ranges over rows repeat once for each repetition of the band that contains them', () => {
    fc.assert(
      fc.property(shape(2), data, fc.nat(12), (of, rows, at) => {
        const { lastRow, oracle, output } = placed(of, rows);
        const row = Math.min(lastRow, at + 1);
        const places = oracle.flatMap(({ templateRow }, index) => (templateRow === row ? [index + 1] : []));
        expect([...repetitions(output, row, row)].map((span) => span.top)).toEqual(places);
      }),
    );
  });
});
