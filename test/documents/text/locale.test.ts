import { describe, expect, test } from 'vitest';
import { localClock } from '../../../src/i18n/csvLocale.js';
import { modelOf, renderYaml, textOf } from './renderYaml.js';

const row = { date: '2026-10-05', minutes: -410, note: '=1+1', 'employee.name': '-x' };
const columns = `rows: { each: 'lines', columns: [{ header: d, value: "{{date}}" }, { header: h, value: "{{minutes | hours:2}}" }, { header: n, value: "{{note}}" }] }`;

describe('files for people follow the locale of their spreadsheet', () => {
  test.each([
    [undefined, "d,h,n\n2026-10-05,-6.83,'=1+1\n"],
    ['de-DE', "\ufeffd;h;n\n05.10.2026;-6,83;'=1+1\n"],
    ['fr-BE', "\ufeffd;h;n\n05/10/2026;-6,83;'=1+1\n"],
    ['nl-BE', "\ufeffd;h;n\n05/10/2026;-6,83;'=1+1\n"],
    ['en-GB', "\ufeffd,h,n\n05/10/2026,-6.83,'=1+1\n"],
    ['en-US', "\ufeffd,h,n\n10/05/2026,-6.83,'=1+1\n"],
  ] as const)('%s', (locale, expected) => {
    expect(textOf(renderYaml(`audience: people\n${columns}`, modelOf([row]), { locale })[0])).toBe(expected);
  });

  test.each([
    ['da-DK', '\ufeffd;h;t\n05-10-2026;-6,83;22:00\n'],
    ['de-CH', '\ufeffd;h;t\n05.10.2026;-6.83;22:00\n'],
    ['en-AU', '\ufeffd,h,t\n05/10/2026,-6.83,10:00 PM\n'],
    ['en-US', '\ufeffd,h,t\n10/05/2026,-6.83,10:00 PM\n'],
    ['fi-FI', '\ufeffd;h;t\n5.10.2026;-6,83;22:00\n'],
    ['nl-NL', '\ufeffd;h;t\n05-10-2026;-6,83;22:00\n'],
    ['sv-SE', '\ufeffd;h;t\n2026-10-05;-6,83;22:00\n'],
  ] as const)('%s: separator, decimal mark, date and time', (locale, expected) => {
    const yaml = `rows: { each: 'lines', columns: [{ header: d, value: "{{date}}" }, { header: h, value: "{{minutes | hours:2}}" }, { header: t, value: "{{note | time}}" }] }`;
    const stamped = modelOf([{ ...row, note: '2026-10-05T22:00:00+02:00' }]);
    expect(textOf(renderYaml(`audience: people\n${yaml}`, stamped, { locale })[0])).toBe(expected);
    expect(textOf(renderYaml(`audience: payroll\n${yaml}`, stamped, { locale })[0])).toContain(',22:00\n');
  });

  test.each([
    ['00:05', '12:05 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:07', '1:07 PM'],
  ])('%s is %s', (time, expected) => expect(localClock(time, '12')).toBe(expected));

  test('payroll imports do not, and their text is unchanged', () => {
    expect(textOf(renderYaml(`audience: payroll\n${columns}`, modelOf([row]), { locale: 'de-DE' })[0])).toBe(
      'd,h,n\n2026-10-05,-6.83,=1+1\n',
    );
  });

  test('composed text is escaped too, constants and numbers are not', () => {
    const yaml = `audience: people\nrows: { each: 'lines', header: false, columns: [{ value: "{{employee.name}}" }, { value: "{{minutes}}" }, { value: "{{date}}" }] }`;
    expect(textOf(renderYaml(yaml, modelOf([row]))[0])).toBe("'-x,-410,2026-10-05\n");
  });
});

describe('headings and durations', () => {
  const yaml = (style: string) => `audience: people
variables: { style: { description: x, values: [decimal, clock, minutes], default: ${style} } }
rows:
  each: lines
  columns:
    - { header: { en: Name, nl: Naam, fr: Nom, de: Name }, value: "{{employee.name}}" }
    - { header: { en: Worked, nl: Gewerkt, fr: Travaillé, de: Ist }, value: "{{minutes | duration:variables.style}}", total: true, reconcile: true }
  totals: { label: { en: Total, nl: Totaal, fr: Total, de: Summe } }
`;
  const rows = [20, 20, 20, 61].map((minutes, index) => ({ 'employee.name': `p${index}`, minutes }));

  test.each([
    ['decimal', 'en', 'Name,Worked\np0,0.34\np1,0.33\np2,0.33\np3,1.02\nTotal,2.02\n'],
    ['clock', 'fr', 'Nom,Travaillé\np0,0:20\np1,0:20\np2,0:20\np3,1:01\nTotal,2:01\n'],
    ['minutes', 'de', 'Name,Ist\np0,20\np1,20\np2,20\np3,61\nSumme,121\n'],
  ] as const)('%s: the printed total is the sum of the printed rows', (style, language, expected) => {
    expect(textOf(renderYaml(yaml(style), modelOf(rows), { language })[0])).toBe(expected);
  });

  test('without reconciling, the total is still the sum of the printed values', () => {
    const plain = yaml('decimal').replace(', reconcile: true', '');
    expect(textOf(renderYaml(plain, modelOf(rows.slice(0, 3)))[0])).toContain(
      'p0,0.33\np1,0.33\np2,0.33\nTotal,0.99\n',
    );
  });
});
