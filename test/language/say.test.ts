import { describe, expect, test } from 'vitest';
import { workbookSettings } from '../../src/documents/template/drawnWorkbook.js';
import { parseTemplateFile } from '../../src/documents/template/loadTemplate.js';
import { ownText } from '../../src/i18n/ownText.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { checkWorkbook } from '../../src/workbook/index.js';
import { problemText } from '../support/workbooks/checked.js';
import { testModel } from '../support/workbooks/model.js';
import { rendered } from '../support/workbooks/rendered.js';
import { row, workbook } from '../support/workbooks/workbook.js';

const WORDS = {
  worked: { en: 'Worked', nl: 'Gewerkt', fr: 'Travaillé', de: 'Gearbeitet' },
  days: {
    en: '{0, plural, =0 {no days} one {# day} other {# days}} of {1}',
    nl: '{0, plural, =0 {geen dagen} one {# dag} other {# dagen}} van {1}',
    fr: '{0, plural, =0 {aucun jour} one {# jour} other {# jours}} de {1}',
    de: '{0, plural, =0 {keine Tage} one {# Tag} other {# Tage}} von {1}',
  },
};

async function shown(
  text: string,
  language: 'en' | 'nl' | 'fr' | 'de',
  hours: 'clock' | 'decimal' = 'clock',
) {
  const { phrases, words } = workbookSettings({ language, hours }, WORDS);
  const source = { sheets: { S: { rows: row(1, { A: text }) } } };
  const out = await rendered(source, testModel(2), { ...(phrases && { phrases }), ...(words && { words }) });
  return out.cells(1).A1;
}

async function problem(text: string): Promise<string | undefined> {
  const bytes = await workbook({ sheets: { S: { rows: row(1, { A: text }) } } });
  const { problems } = await checkWorkbook(bytes, fieldsOfModel(testModel(2)), workbookSettings('en', WORDS));
  return problems.map(problemText)[0];
}

describe('say', () => {
  test('writes a text in the language of the run', async () => {
    const texts = await Promise.all(
      (['en', 'nl', 'fr', 'de'] as const).map((each) => shown('{{say("worked")}}', each)),
    );
    expect(texts).toEqual(['Worked', 'Gewerkt', 'Travaillé', 'Gearbeitet']);
  });

  test('counts, and writes minutes in the notation of hours', async () => {
    const text = '{{say("days", count(employee-days), sum(employee-days.workedMinutes))}}';
    expect(await shown(text, 'en')).toMatch(/^\d+ days of \d+:\d\d$/);
    expect(await shown(text, 'de', 'decimal')).toMatch(/^\d+ Tage von \d+,\d\d$/);
    expect(await shown('{{say("days", 1, "x")}}', 'nl')).toBe('1 dag van x');
    expect(await shown('{{say("days", 0, "x")}}', 'fr')).toBe('aucun jour de x');
  });

  test('refuses an unknown key, other values and a text for a number', async () => {
    expect(await problem('{{say("workd")}}')).toContain('The template has no text "workd"');
    expect(await problem('{{say("workd")}}')).toContain('worked');
    expect(await problem('{{say("days", 1)}}')).toContain('takes 2 values');
    expect(await problem('{{say("days", "a", "b")}}')).toContain('counts with a number');
    expect(await problem('{{say(worked)}}')).toContain('the key of a text in quotes is missing');
  });
});

describe('the words of a template', () => {
  const file = (words: string) =>
    parseTemplateFile(Buffer.from(`kind: workbook\nfile: a.xlsx\nwords:\n  ${words}\n`), 'template.yaml');

  test('are one text, or one in each language', () => {
    expect(file('a: "{0} of {1}"')).toMatchObject({ words: { a: '{0} of {1}' } });
    expect(() => file('a: { en: x, nl: y }')).toThrow();
  });

  test('are ICU MessageFormat with numbered values, the same in all languages', () => {
    expect(() => file('a: "{0, plural, one {x}"')).toThrow('ICU MessageFormat');
    expect(() => file('a: "{name}"')).toThrow('ICU MessageFormat');
    expect(() => file('a: { en: "{0}", nl: x, fr: "{0}", de: "{0}" }')).toThrow('same values');
  });

  test('show numbers in the way of the language', () => {
    expect(ownText('{0, number, two}', { language: 'de', hours: 'clock' }).write([1.5])).toBe('1,50');
  });
});

describe('durations', () => {
  test('signed text has a sign, 0 has none', async () => {
    const none = 'sum(employees.workedMinutes) - sum(employees.workedMinutes)';
    const values = ['+ 25993', '- 30', '+ 0'].map((change) => `{{${none} ${change} | signed}}`);
    expect(await Promise.all(values.map((value) => shown(value, 'en')))).toEqual([
      '+433:13',
      '−0:30',
      '0:00',
    ]);
  });

  test('an empty text is an empty value, so that a format may follow', async () => {
    const text = '{{(if count(employees) > 99 then sum(employees.workedMinutes) else "") | hours}}';
    expect(await shown(text, 'en')).toBeUndefined();
    expect(await shown(text.replace('>', '<'), 'en')).toBeTypeOf('number');
  });
});
