import { describe, expect, test } from 'vitest';
import {
  type ComputedLine,
  compareLineKeys,
  type Exported,
  type ExportedLine,
  sumExports,
  type WrittenRow,
} from '../../../src/domain/corrections/exportedLine.js';
import {
  differencesWithin,
  findLineDifferences,
  type LineDifference,
  selectDifferences,
  toPrintedUnits,
  withoutPeople,
} from '../../../src/domain/corrections/lineDifferences.js';
import { buildPostings, restatedRows } from '../../../src/domain/corrections/postings.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { period } from '../../support/records/periodFixture.js';

/** `ann 06 480 row` of NORMAL, in hundredths of an hour. */
function line(text: string): ComputedLine {
  const [employeeId = '', day = '', minutes = '', row = ''] = text.split(' ');
  const place = { establishment: 'north', costCenter: null };
  const key = {
    template: 't',
    employeeId,
    date: toLocalDate(`2026-10-${day}`),
    payCode: 'NORMAL',
    ...place,
    unit: 'minutes' as const,
    row,
  };
  return { ...key, amount: Number(minutes), parts: new Map() };
}

function row(text: string): WrittenRow {
  const [name = '', units = ''] = text.split(' ');
  return { template: 't', row: name, unit: 'minutes', units: Number(units), unitsOfOne: 100 };
}

const exported = (lines: readonly string[], rows: readonly string[]): Exported<ComputedLine> => ({
  lines: lines.map(line),
  rows: rows.map(row),
  records: [],
});
const NOTHING = exported([], []);

/** `ann 06: 480 > 450, row a: 800 > 750` */
function shown({ key, before, after, written }: LineDifference): string {
  const moved = `${key.employeeId} ${key.date.slice(8)}: ${before} > ${after}`;
  return written === null
    ? moved
    : `${moved}, row ${written.row}: ${written.beforeUnits} > ${written.afterUnits}`;
}
const differences = (before: Exported, fresh: Exported<ComputedLine>) =>
  findLineDifferences(before, fresh).map(shown);

describe('differences from everything exported before', () => {
  test('follow the order of the lines, whatever the order of the rows', () => {
    const before = exported(['ann 07 60 b', 'ann 06 30 a'], ['b 100', 'a 50']);
    expect(differences(before, NOTHING)).toEqual([
      'ann 06: 30 > 0, row a: 50 > 0',
      'ann 07: 60 > 0, row b: 100 > 0',
    ]);
  });

  test('have no amount if neither side printed one', () => {
    const before = exported(['ann 06 480 a'], []);
    expect(differences(before, before)).toEqual([]);
    expect(differences(before, exported(['ann 06 450 a'], []))).toEqual(['ann 06: 480 > 450']);
  });

  test('list changed, new and removed lines, with everything that identifies them', () => {
    const before = exported(['ann 06 480 a', 'ann 07 60 b', 'ann 08 30 c'], ['a 800', 'b 100', 'c 50']);
    const fresh = exported(['ann 06 450 a', 'ann 07 60 b', 'bob 06 15 d'], ['a 750', 'b 100', 'd 25']);
    expect(differences(before, fresh)).toEqual([
      'ann 06: 480 > 450, row a: 800 > 750',
      'ann 08: 30 > 0, row c: 50 > 0',
      'bob 06: 0 > 15, row d: 0 > 25',
    ]);
    expect(findLineDifferences(before, fresh)[0]).toEqual({
      key: {
        template: 't',
        unit: 'minutes',
        employeeId: 'ann',
        date: '2026-10-06',
        payCode: 'NORMAL',
        establishment: 'north',
        costCenter: null,
        row: 'a',
      },
      before: 480,
      after: 450,
      written: {
        template: 't',
        row: 'a',
        unit: 'minutes',
        unitsOfOne: 100,
        record: { record: 'a', shown: undefined, further: {}, isPart: false },
        beforeAmount: 480,
        beforeUnits: 800,
        afterUnits: 750,
      },
    });
  });

  test('place a row that sums several days on its first changed line', () => {
    const before = exported(['ann 06 60 a', 'ann 07 60 a', 'ann 08 60 a'], ['a 300']);
    const fresh = exported(['ann 08 90 a', 'ann 07 90 a', 'ann 06 60 a'], ['a 400']);
    expect(differences(before, fresh)).toEqual(['ann 07: 60 > 90, row a: 300 > 400', 'ann 08: 60 > 90']);
  });

  test('place a row of which only the printed value changed on its first line', () => {
    const before = exported(['ann 07 60 a', 'ann 06 60 a'], ['a 200']);
    const fresh = exported(['ann 07 60 a', 'ann 06 60 a'], ['a 201']);
    expect(differences(before, fresh)).toEqual(['ann 06: 60 > 60, row a: 200 > 201']);
  });

  test('place a row whose minutes moved to another day with the same value before and after', () => {
    const before = exported(['ann 06 60 a'], ['a 100']);
    const fresh = exported(['ann 07 60 a'], ['a 100']);
    expect(differences(before, fresh)).toEqual(['ann 06: 60 > 0, row a: 100 > 100', 'ann 07: 0 > 60']);
  });

  test('ignore rows of other lines', () => {
    const before = exported(['ann 06 60 a', 'bob 06 60 b'], ['a 100', 'b 100']);
    const fresh = exported(['ann 06 61 a', 'bob 06 60 b'], ['a 102', 'b 100']);
    expect(differences(before, fresh)).toEqual(['ann 06: 60 > 61, row a: 100 > 102']);
  });

  test('are empty if nothing changed', () => {
    const once = exported(['ann 06 60 a'], ['a 100']);
    expect(differences(once, once)).toEqual([]);
  });
});

test('sort lines by template, employee, date, pay code, place, cost centre and row', () => {
  const key = (
    template: string,
    employeeId: string,
    day: string,
    payCode: string,
    place: string | null,
    cost: string | null,
    name: string,
  ) => ({
    template,
    employeeId,
    date: toLocalDate(`2026-10-${day}`),
    payCode,
    establishment: place,
    costCenter: cost,
    unit: 'minutes' as const,
    row: name,
  });
  const inOrder = [
    key('s', 'zoe', '09', 'Z', 'z', 'z', 'z'),
    key('t', 'ann', '09', 'Z', 'z', 'z', 'z'),
    key('t', 'bob', '05', 'Z', 'z', 'z', 'z'),
    key('t', 'bob', '06', 'A', 'z', 'z', 'z'),
    key('t', 'bob', '06', 'B', null, 'z', 'z'),
    key('t', 'bob', '06', 'B', 'a', 'z', 'z'),
    key('t', 'bob', '06', 'B', 'b', null, 'z'),
    key('t', 'bob', '06', 'B', 'b', 'a', 'z'),
    key('t', 'bob', '06', 'B', 'b', 'b', 'a'),
    key('t', 'bob', '06', 'B', 'b', 'b', 'b'),
  ];
  for (const [index, one] of inOrder.entries()) {
    for (const [other, two] of inOrder.entries())
      expect(Math.sign(compareLineKeys(one, two)), `${index} and ${other}`).toBe(Math.sign(index - other));
  }
});

test.each([
  [0, 100, 0],
  [1, 100, 2],
  [3, 100, 5],
  [4, 100, 7],
  [-3, 100, -5],
  [-4, 100, -7],
  [60, 100, 100],
  [7, 60, 7],
  [-7, 60, -7],
  [30, 1, 1],
  [29, 1, 0],
  [-30, 1, -1],
  [-29, 1, 0],
])('%i minutes at %i units an hour are %i', (minutes, perHour, units) => {
  expect(toPrintedUnits(minutes, { unit: 'minutes', unitsOfOne: perHour })).toBe(units);
});

describe('a correction and its settlements', () => {
  const before = exported(['ann 06 60 a', 'ann 07 60 a', 'ann 08 60 b'], ['a 200', 'b 100']);
  const fresh = exported(['ann 06 80 a', 'ann 07 40 a', 'ann 08 0 b'], ['a 200', 'b 0']);
  const settledOn = (...days: string[]) => {
    const { exported: files, settled } = buildPostings(findLineDifferences(before, fresh), ({ key }) =>
      days.includes(key.date.slice(8)),
    );
    const text = ({ lines, rows }: Exported) => [
      ...lines.map(({ date, amount }) => `${date.slice(8)} ${amount}`),
      ...rows.map(
        ({ template, row: name, units, unitsOfOne }) => `${template} ${name} ${units}/${unitsOfOne}`,
      ),
    ];
    return [text(files), text(settled)];
  };

  test('put everything in the file if nothing is settled', () => {
    expect(settledOn()).toEqual([['06 20', '07 -20', '08 -60', 't b -100/100'], []]);
  });

  test('put nothing in the file for a row that is fully settled', () => {
    expect(settledOn('08')).toEqual([
      ['06 20', '07 -20'],
      ['08 -60', 't b -100/100'],
    ]);
  });

  test('round the settled minutes of a partly settled row, and put the rest in the file', () => {
    expect(settledOn('06')).toEqual([
      ['07 -20', '08 -60', 't a -33/100', 't b -100/100'],
      ['06 20', 't a 33/100'],
    ]);
    expect(settledOn('07')).toEqual([
      ['06 20', '08 -60', 't a 33/100', 't b -100/100'],
      ['07 -20', 't a -33/100'],
    ]);
  });
});

describe('the total of all exports', () => {
  test('adds up by line and by row, including those that became zero', () => {
    const sum = sumExports([
      exported(['ann 06 60 a', 'ann 07 30 b'], ['a 100', 'b 50']),
      exported(['ann 06 -60 a', 'bob 06 5 c'], ['a -100', 'c 8']),
    ]);
    expect(sum.lines.map(({ employeeId, amount, row: name }) => [employeeId, amount, name])).toEqual([
      ['ann', 0, 'a'],
      ['ann', 30, 'b'],
      ['bob', 5, 'c'],
    ]);
    expect(sum.rows).toEqual([row('a 0'), row('b 50'), row('c 8')]);
    expect(Object.keys(sum.lines[0] ?? {})).not.toContain('parts');
  });

  test('refuses a row in two units', () => {
    const hours = exported(['ann 06 60 a'], ['a 100']);
    const minutes = { ...hours, rows: [{ ...row('a 60'), unitsOfOne: 60 }] };
    expect(() => sumExports([hours, minutes])).toThrow(new RangeError('row a of t was written in two units'));
  });
});

describe('rows as a target needs them', () => {
  const before = exported(['ann 06 60 a', 'bob 06 60 b', 'cem 06 60 c'], ['a 100', 'b 100', 'c 100']);
  const restated = (posted: Exported, inFiles: Exported = before) =>
    restatedRows(sumExports([inFiles, posted]), inFiles).map(({ row: name, units }) => `${name} ${units}`);

  test('are complete, with 0 for those that became zero', () => {
    const posted = exported(['ann 06 30 a', 'cem 06 -60 c'], ['a 50', 'c -100']);
    expect(restated(posted)).toEqual(['a 150', 'b 100', 'c 0']);
  });

  test('omit zeros that were never in the target', () => {
    expect(restated(exported(['dan 06 0 d'], ['d 0']), NOTHING)).toEqual([]);
    expect(restated(exported(['dan 06 12 d'], ['d 20']), NOTHING)).toEqual(['d 20']);
  });

  test('include 0 for rows that became zero earlier', () => {
    const was = exported(['ann 06 0 a'], ['a 0']);
    expect(restated(NOTHING, was)).toEqual(['a 0']);
  });
});

describe('the differences of some days', () => {
  const before = exported(['ann 06 60 a', 'ann 07 60 a', 'ann 08 60 a', 'ann 06 60 b'], ['a 300', 'b 100']);
  const fresh = exported(['ann 06 80 a', 'ann 07 80 a', 'ann 08 100 a', 'ann 06 30 b'], ['a 434', 'b 51']);
  const all = findLineDifferences(before, fresh);
  const of = (from: string, to: string) =>
    differencesWithin(all, period(`2026-10-${from}`, `2026-10-${to}`)).map(shown);

  test('move a row to the rounding of its newly recorded value', () => {
    const [was, now] = [exported(['ann 06 61 a', 'ann 07 61 a'], ['a 203']), ['ann 06 70 a', 'ann 07 63 a']];
    const only = differencesWithin(
      findLineDifferences(was, exported(now, ['a 222'])),
      period('2026-10-07', '2026-10-07'),
    );
    // 2 of 122 minutes alone are 0.03; 124 minutes are 2.07.
    expect(only.map(shown)).toEqual(['ann 07: 61 > 63, row a: 203 > 207']);
    const { exported: files } = buildPostings(only, () => false);
    expect(files.rows).toEqual([row('a 4')]);
    const undone = exported(['ann 06 61 a', 'ann 07 63 a'], ['a 207']);
    expect(findLineDifferences(sumExports([was, files]), undone)).toEqual([]);
  });

  test('move a row by the minutes of these days only', () => {
    expect(of('06', '06')).toEqual(['ann 06: 60 > 80, row a: 300 > 333', 'ann 06: 60 > 30, row b: 100 > 51']);
    expect(of('07', '08')).toEqual(['ann 07: 60 > 80, row a: 300 > 400', 'ann 08: 60 > 100']);
  });

  test('do not change lines that have no row', () => {
    const unwritten = all.map((difference) => ({ ...difference, written: null }));
    expect(differencesWithin(unwritten, period('2026-10-06', '2026-10-06')).map(shown)).toEqual([
      'ann 06: 60 > 80',
      'ann 06: 60 > 30',
    ]);
  });

  test('move the whole row if it has no other days', () => {
    expect(of('06', '08')).toEqual(all.map(shown));
  });

  test('are empty if nothing changed', () => {
    expect(of('01', '05')).toEqual([]);
  });
});

describe('some of the differences of a row', () => {
  const was = exported(['ann 06 60 a', 'ann 07 60 a'], ['a 200']);
  const all = findLineDifferences(was, exported(['ann 06 90 a', 'ann 07 80 a'], ['a 283']));

  test.each([
    ['06', 'ann 06: 60 > 90, row a: 200 > 250'],
    ['07', 'ann 07: 60 > 80, row a: 200 > 233'],
  ])('of %s move it independently, whichever line states the printed value', (day, line) => {
    const some = selectDifferences(all, ({ key }) => key.date.endsWith(day));
    expect(some.map(shown)).toEqual([line]);
    // The rest follows; the result equals a fresh export.
    const then = sumExports([was, buildPostings(some, () => true).settled]);
    const rest = findLineDifferences(then, exported(['ann 06 90 a', 'ann 07 80 a'], ['a 283']));
    expect(rest.map(({ written }) => written?.afterUnits)).toEqual([283]);
  });
});

describe('without employees whose data was deleted', () => {
  const sum: Exported<ExportedLine> = exported(
    ['ann 06 60 a', 'bob 06 60 b', 'bob 07 60 a', 'cem 06 5 c'],
    ['a 200', 'b 100', 'c 8'],
  );

  test('omit their lines and every row that includes them', () => {
    const { lines, rows } = withoutPeople(sum, new Set(['bob']));
    expect(lines.map(({ employeeId }) => employeeId)).toEqual(['ann', 'cem']);
    expect(rows).toEqual([row('c 8')]);
  });

  test('keep everything if no employee was deleted', () => {
    expect(withoutPeople(sum, new Set())).toBe(sum);
  });
});
