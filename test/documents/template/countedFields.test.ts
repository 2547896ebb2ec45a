import { describe, expect, test } from 'vitest';
import { checkTypes } from '../../../src/documents/template/checkTypes.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbook } from '../../support/workbooks/workbook.js';
import { problemsOf, renderYaml } from '../text/renderYaml.js';

/*
 * `entries` is a data set, and in rows of days also a field with a number: counting it would count days.
 */

const MODEL = sampleModel();
const rowsOf = (set: string) => [...(MODEL.dataSets.get(set)?.rows ?? [])];
const sumOf = (set: string, field: string) =>
  rowsOf(set).reduce((sum, each) => sum + Number(each[field] ?? 0), 0);

const drawn = (directive: string, text: string) => ({
  sheets: { Hours: { rows: row(1, { A: `{{#each ${directive}}}x`, B: text }) } },
});

async function problemOf(directive: string, text: string): Promise<string> {
  const bytes = await workbook(drawn(directive, text));
  return (await checkTemplate(bytes, fieldsOfModel(MODEL))).map(problemText).join();
}

describe('count() of a field that has the name of a data set', () => {
  test.each([
    ['days', 'entries', 'days'],
    ['days group by isoWeek', 'entries', 'days'],
    ['days group by isoWeek', 'employees', 'days'],
    ['employee-days', 'entries', 'employee-days'],
    ['employee-days group by employee.id', 'entries', 'employee-days'],
    ['employees', 'days', 'employees'],
    ['employees group by employee.id', 'entries', 'employees'],
  ])('%s: count(%s) is refused with a sum, which is right', async (directive, field, set) => {
    const said = await problemOf(directive, `{{count(${field})}}`);
    expect(said).toContain(`Write ${field} | sum for`);
    expect(await problemOf(directive, `{{sum(${field})}}`)).toBe('');
    const cells = (await rendered(drawn(directive, `{{sum(${field})}}`), MODEL)).cells(1);
    const shown = Object.entries(cells).flatMap(([cell, value]) =>
      cell.startsWith('B') ? [Number(value)] : [],
    );
    expect(shown.reduce((sum, each) => sum + each, 0)).toBe(sumOf(set, field));
  });

  test('with a condition, and as a format', async () => {
    expect(await problemOf('days group by isoWeek', '{{count(entries where weekday > 5)}}')).toContain(
      'sum(entries where weekday > 5)',
    );
    expect(await problemOf('days', '{{entries | count}}')).toContain('entries | sum');
    expect(await problemOf('days group by isoWeek sort by count(entries)', 'x')).toContain('entries | sum');
  });

  test.each([
    ['entries group by employee.id', '{{count(entries)}}', 12],
    ['days group by isoWeek', '{{count(date)}}', 31],
  ])('%s: %s counts rows, as it says', async (directive, text, expected) => {
    expect(await problemOf(directive, text)).toBe('');
    const cells = (await rendered(drawn(directive, text), MODEL)).cells(1);
    const shown = Object.entries(cells).flatMap(([cell, value]) =>
      cell.startsWith('B') ? [Number(value)] : [],
    );
    expect(shown.reduce((sum, each) => sum + each, 0)).toBe(expected);
  });

  test.each(['employee-days', 'employee-days group by employee.id'])('text templates: %s', (each) => {
    const columns = (value: string) => ({ rows: { each, columns: [{ value }] } });
    const [problem] = checkTypes(columns('{{count(entries)}}'));
    expect(problem && englishText(problem.message as Parameters<typeof englishText>[0])).toContain(
      'entries | sum',
    );
    expect(checkTypes(columns('{{sum(entries)}}'))).toEqual([]);
    const yaml = `audience: people\nrows: { each: ${each}, columns: [{ value: "{{count(entries)}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, MODEL))[0]?.message).toContain('entries | sum');
  });
});
