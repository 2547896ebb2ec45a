import { describe, expect, test } from 'vitest';
import { testModel } from '../support/workbooks/model.js';
import { rendered } from '../support/workbooks/rendered.js';
import { row, STYLE } from '../support/workbooks/workbook.js';

describe('a band', () => {
  test('repeats, keeps types, and extends references', async () => {
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows:
              row(1, { A: 'Hours of {{run.periodLabel}}', F: '=F6' }) +
              row(4, { A: 'Name', B: 'Date' }) +
              row(5, {
                A: '{{#each employee-days sort by employee.id, date}}{{employee.name}}',
                B: ['{{date}}', STYLE.date],
                C: ['{{workedMinutes}}', STYLE.duration],
                D: ['{{workedMinutes | hours}}', STYLE.decimal],
                E: '{{workedMinutes}}',
                F: '=E5*2',
                G: '=SUM(E$5:E5)',
                H: '=E5/SUM(E$5:E$5)',
              }) +
              row(6, { A: 'Total', E: '=SUM(E5:E5)', F: '=SUM(F5)', G: '=SUBTOTAL(9,E4:E5)' }),
          },
          Other: { rows: row(1, { A: '=Hours!E6+1', B: '=SUM(Hours!E5:E5)' }) },
        },
      },
      testModel(2),
    );
    expect(out.cells(1)).toMatchInlineSnapshot(`
      {
        "A1": "Hours of October 2026",
        "A10": "=Cruz<1>, Ana",
        "A11": "Total",
        "A4": "Name",
        "A5": "O'Neill, Zoë",
        "A6": "O'Neill, Zoë",
        "A7": "Müller & Söhne, Jörg",
        "A8": "Müller & Söhne, Jörg",
        "A9": "=Cruz<1>, Ana",
        "B10": 46297,
        "B4": "Date",
        "B5": 46296,
        "B6": 46297,
        "B7": 46296,
        "B8": 46297,
        "B9": 46296,
        "C10": 0.3368055555555556,
        "C5": 0.3125,
        "C6": 0.3173611111111111,
        "C7": 0.32222222222222224,
        "C8": 0.32708333333333334,
        "C9": 0.33194444444444443,
        "D10": 8.083333333333334,
        "D5": 7.5,
        "D6": 7.616666666666666,
        "D7": 7.733333333333333,
        "D8": 7.85,
        "D9": 7.966666666666667,
        "E10": 485,
        "E11": "=SUM(E5:E10) → 2805",
        "E5": 450,
        "E6": 457,
        "E7": 464,
        "E8": 471,
        "E9": 478,
        "F1": "=F11 → 5610",
        "F10": "=E10*2 → 970",
        "F11": "=SUM(F5:F10) → 5610",
        "F5": "=E5*2 → 900",
        "F6": "=E6*2 → 914",
        "F7": "=E7*2 → 928",
        "F8": "=E8*2 → 942",
        "F9": "=E9*2 → 956",
        "G10": "=SUM(E$5:E10) → 2805",
        "G11": "=SUBTOTAL(9,E4:E10) → 2805",
        "G5": "=SUM(E$5:E5) → 450",
        "G6": "=SUM(E$5:E6) → 907",
        "G7": "=SUM(E$5:E7) → 1371",
        "G8": "=SUM(E$5:E8) → 1842",
        "G9": "=SUM(E$5:E9) → 2320",
        "H10": "=E10/SUM(E$5:E$10) → 0.172905525846702",
        "H5": "=E5/SUM(E$5:E$10) → 0.160427807486631",
        "H6": "=E6/SUM(E$5:E$10) → 0.162923351158645",
        "H7": "=E7/SUM(E$5:E$10) → 0.16541889483066",
        "H8": "=E8/SUM(E$5:E$10) → 0.167914438502674",
        "H9": "=E9/SUM(E$5:E$10) → 0.170409982174688",
      }
    `);
    expect(out.cells(2)).toMatchInlineSnapshot(`
      {
        "A1": "=Hours!E11+1 → 2806",
        "B1": "=SUM(Hours!E5:E10) → 2805",
      }
    `);
    expect(out.rows).toBe(6);
  });
});
