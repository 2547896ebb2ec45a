import { describe, expect, test } from 'vitest';
import { likeTemplate } from '../../../src/documents/like/likeTemplate.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

/* Files with a column for each day of the month: each day has its own hours, and not the total of the month. */

const DAYS = Array.from({ length: 31 }, (_, day) => day + 1);

function fileOf(headings: readonly string[] | undefined, days: number, zero: string, total = false): string {
  const people = ['00101', '00102', '00103'].map((number, person) => {
    const minutes = DAYS.slice(0, days).map((day) => (day % 7 < 2 ? 0 : 420 + 60 * person + day));
    const decimal = (value: number) => (Math.round((value * 100) / 60) / 100).toFixed(2).replace('.', ',');
    const hours = minutes.map((value) => (value === 0 ? zero : decimal(value)));
    const printed = decimal(minutes.reduce((sum, value) => sum + value, 0));
    return [number, person === 1 ? '200' : '100', ...hours, ...(total ? [printed] : [])].join(';');
  });
  return `${[...(headings === undefined ? [] : [headings.join(';')]), ...people].join('\n')}\n`;
}

function derived(text: string, columns: readonly string[] = []) {
  const { yaml, difference, questions } = likeTemplate('days.csv', new TextEncoder().encode(text), {
    columns,
    widths: undefined,
  });
  const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml');
  if (spec.kind !== 'text') throw new Error('not a text template');
  return { columns: spec.rows?.columns ?? [], difference, questions: questions.map(englishText) };
}

const two = (day: number) => String(day).padStart(2, '0');

describe('a column for each day', () => {
  test.each([
    ['numbers', ['personnel number', 'code', ...DAYS.map(String)], 31, '', 'D'],
    ['two digits', ['personnel number', 'code', ...DAYS.map(two)], 31, '', 'DD'],
    ['30 days', ['personnel number', 'code', ...DAYS.slice(0, 30).map(String)], 30, '', 'D'],
    ['28 days and zeros', ['personnel number', 'code', ...DAYS.slice(0, 28).map(String)], 28, '0,00', 'D'],
    [
      'day and month',
      ['personnel number', 'code', ...DAYS.map((day) => `${two(day)}.10.`)],
      31,
      '',
      'DD.MM.',
    ],
    [
      'whole dates',
      ['personnel number', 'code', ...DAYS.map((day) => `2026-10-${two(day)}`)],
      31,
      '',
      'YYYY-MM-DD',
    ],
    ['no headings', undefined, 31, '', 'D'],
  ])('%s', (_, headings, count, zero, header) => {
    const made = derived(fileOf(headings, count, zero), headings === undefined ? ['1=number', '2=code'] : []);
    expect(made.columns.map(({ days }) => days?.header)).toEqual([undefined, undefined, header]);
    expect(made.difference && englishText(made.difference)).toBeUndefined();
  });

  test('a total next to the days is not paid again', () => {
    const headings = ['personnel number', 'code', ...DAYS.map(String), 'hours'];
    const made = derived(fileOf(headings, 31, '', true));
    expect(made.columns.map(({ days, amount }) => days?.header ?? amount)).toEqual([
      undefined,
      undefined,
      'D',
      'none',
    ]);
    expect(made.difference && englishText(made.difference)).toBeUndefined();
  });

  test('whole numbers are asked about once', () => {
    const headings = ['personnel number', 'code', ...DAYS.map(String)];
    const text = `${headings.join(';')}\n${['1', '2'].map((number) => [number, '100', ...DAYS.map(() => '8')].join(';')).join('\n')}\n`;
    expect(derived(text).questions.filter((question) => /olumn (?:3|4|5)\b/.test(question))).toHaveLength(1);
    expect(derived(text, ['1=number', '2=code', '3=hours']).columns[2]).toMatchObject({
      days: { header: 'D' },
    });
  });
});
