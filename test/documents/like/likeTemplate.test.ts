// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { likeTemplate } from '../../../src/documents/like/likeTemplate.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../../src/documents/template/renderSample.js';
import { renderText } from '../../../src/documents/text/renderText.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

/* Thirty files of payroll systems. A template is derived from each; with the answers, it reproduces the file. */

const templatesRoot = resolve(import.meta.dirname, '../../../templates');

interface Layout {
  readonly name: string;
  readonly columns?: readonly string[];
  readonly widths?: readonly number[];
  /** Of the ten that were written afterwards. */
  readonly text?: string;
  /** What the derivation can't do, and reports. */
  readonly fails?: true;
  /** Why the template refuses the sample people, who have accents and premiums. */
  readonly refuses?: string;
}

/** Files of built-in templates, used while the derivation was developed. */
const KNOWN: readonly Layout[] = [
  {
    name: 'acerta',
    columns: ['3=number', '5=date:DD/MM/YYYY', '7=code', '9=hundredths'],
    widths: [4, 7, 17, 3, 10, 2, 4, 2, 4],
  },
  { name: 'addison', columns: ['2=number', '3=code', '7=to:DD.MM.YYYY'] },
  { name: 'adp-run', columns: ['3=from:MM/DD/YYYY', '4=to:MM/DD/YYYY'] },
  { name: 'adp-workforce-now', fails: true },
  { name: 'bmd', columns: ['1=month:M', '3=number', '4=column:subNumber', '5=code', '9=cost-center'] },
  { name: 'brightpay' },
  { name: 'danlon', columns: ['2=number', '3=code', '4=hundredths'], fails: true },
  { name: 'datev-lodas', columns: ['2=from:DD.MM.YYYY', '3=code', '4=number'] },
  { name: 'datev-lug', columns: ['1=number', '4=code'] },
  { name: 'hup-comet', columns: ['1=number', '2=month:YYYYMM', '3=code', '4=cost-center'] },
  {
    name: 'ivl',
    columns: ['1=number', '2=date:DDMMYYYY', '3=code', '5=cost-center', '7=hours'],
    widths: [6, 8, 4, 50, 6, 6, 17, 17, 9, 1, 4],
  },
  { name: 'lexware', columns: ['1=month:YYYY', '2=month:M', '3=number', '4=code'] },
  { name: 'lohnfix', columns: ['1=month:YYYY', '2=month:M'] },
  { name: 'loket' },
  { name: 'myob-exo', fails: true },
  { name: 'nmbrs', columns: ['3=number', '4=name', '5=month:YYYY-MM'] },
  { name: 'partena' },
  { name: 'paychex-spi' },
  { name: 'quickbooks-iif', fails: true },
  { name: 'silae', columns: ['4=from:DD/MM/YYYY', '5=to:DD/MM/YYYY'] },
];

/** Files that were not used during development. */
const UNSEEN: readonly Layout[] = [
  {
    name: 'uren.csv',
    text: 'Medewerker;Looncomponent;Aantal;Periode\r\n1001;2000;152,5;2026-10\r\n1001;2100;8,25;2026-10\r\n1002;2000;160;2026-10\r\n',
    columns: ['1=number', '4=month:YYYY-MM'],
  },
  {
    name: 'timesheet.csv',
    text: 'Employee ID,First Name,Last Name,Date,Pay Code,Hours\n17,Ann,"Able, Jr",10/01/2026,REG,8.00\n17,Ann,"Able, Jr",10/14/2026,OT,1.50\n18,Bob,Baker,10/14/2026,REG,7.25\n',
    refuses: 'does not exist in ascii',
  },
  {
    name: 'lohn.txt',
    text: '0001710202603000000800\r\n0001710202603100000150\r\n0001810202603000000725\r\n',
    columns: ['1=number', '2=month:MMYYYY', '3=code', '4=hundredths'],
    widths: [5, 6, 4, 7],
  },
  {
    name: 'heures.csv',
    text: '\ufeffMatricule;Nom;Prénom;Rubrique;Heures\r\n0012;Lefèvre;Anaïs;HN;151,67\r\n0012;Lefèvre;Anaïs;HS25;4,00\r\n0013;Noël;Éva;HN;120,50\r\n',
  },
  {
    name: 'minutes.tsv',
    text: 'worker\tday\tcode\tminutes\n501\t2026-10-05\tA\t480\n501\t2026-10-06\tA\t465\n502\t2026-10-05\tB\t20\n',
    columns: ['day=date:YYYY-MM-DD'],
  },
  {
    name: 'clock.csv',
    text: 'Staff number,Normal,Overtime,Sunday\r\n12,151:30,4:15,\r\n13,120:00,,7:20\r\n',
    columns: ['2=clock', '3=clock', '4=clock'],
  },
  {
    name: 'signed.dat',
    text: 'HEADER PAYROLL\n10012026100501 +0750\n10012026100602 +0025\n10022026100501 +0800\nTRAILER\n',
    columns: ['1=number', '2=date:YYYYMMDD', '3=code', '5=hundredths'],
    widths: [4, 8, 2, 1, 5],
  },
  {
    name: 'rates.csv',
    text: 'Emp No;Pay Type;Units;Rate\n10;1;18.87;120.00\n11;1;7.50;95.50\n11;82;14.50;0.00\n',
    fails: true,
  },
  {
    name: 'hours.json',
    text: '{ "hours": [{ "employee": "12", "code": "100", "hours": 7.5 }] }\n',
    columns: ['1=number', '2=code'],
  },
  {
    name: 'loon.xml',
    text: '<?xml version="1.0"?>\n<hours><line employee="12" code="100">7.5</line></hours>\n',
    fails: true,
  },
];

/** Twelve trees: five of built-in templates, and seven written for this test. */
const TREES: readonly Layout[] = [
  { name: 'paxml', columns: ['paxml/tidtransaktioner/tidtrans/@anstid=number', '6=code'] },
  { name: 'zucchetti', columns: ['2=number', '4=code'], fails: true },
  { name: 'xero', columns: ['6=code'] },
  { name: 'afas', columns: ['1=month:YYYY', '2=month:M', '3=number', '5=code'] },
  { name: 'exact-online', columns: ['1=number', '2=month:YYYY', '3=month:M', '4=code'] },
  {
    name: 'levels.xml',
    text: `<payroll month="2026-10" total="24.00">
    <employee number="0012"><day date="2026-10-05"><hours code="100">7.50</hours><hours code="200">0.50</hours></day>
        <day date="2026-10-06"><hours code="100">8.00</hours></day><sum>16.00</sum></employee>
    <employee number="0013"><day date="2026-10-05"><hours code="100">8.00</hours></day><sum>8.00</sum></employee>
</payroll>`,
    columns: ['month=month:YYYY-MM', 'payroll/employee/sum=hours'],
    fails: true,
  },
  {
    name: 'totals.xml',
    text: `<payroll month="2026-10"><employee number="12" total="8.00"><hours code="100">7.50</hours><hours code="200">0.50</hours></employee><employee number="13" total="8.00"><hours code="100">8.00</hours></employee></payroll>\r\n`,
    columns: ['payroll/@month=month:YYYY-MM', 'payroll/employee/@total=hours'],
    refuses: 'adds NIGHT (loading) to NORMAL (base)',
  },
  {
    name: 'codes.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<m:Salarissen xmlns:m="urn:example">\n  <m:Werknemer><m:Nummer>7</m:Nummer><NORM>151.5</NORM><OVER>4</OVER></m:Werknemer>\n  <m:Werknemer><m:Nummer>8</m:Nummer><NORM>120</NORM></m:Werknemer>\n</m:Salarissen>\n`,
    columns: ['m:Salarissen/m:Werknemer/m:Nummer=number', 'm:Salarissen/m:Werknemer/NORM=hours', '4=hours'],
  },
  {
    name: 'texts.json',
    text: JSON.stringify({
      period: '2026-10',
      lines: [
        {
          worker: { id: '0012', name: 'Ann Able' },
          component: 1000,
          quantity: '7,50',
          note: null,
          final: true,
        },
        {
          worker: { id: '0013', name: 'Bo Bake' },
          component: 1010,
          quantity: '8,25',
          note: null,
          final: true,
        },
      ],
    }),
    columns: ['period=month:YYYY-MM', 'lines/[]/component=code'],
    fails: true,
  },
  {
    name: 'minutes.json',
    text: JSON.stringify(
      [
        {
          employee: 12,
          days: [
            { date: '2026-10-05', minutes: 450, code: 'N' },
            { date: '2026-10-06', minutes: 30, code: 'O' },
          ],
        },
        { employee: 13, days: [{ date: '2026-10-05', minutes: 480, code: 'N' }] },
      ],
      null,
      4,
    ),
    columns: ['[]/employee=number'],
  },
  {
    name: 'two-lists.json',
    text: JSON.stringify({ hours: [{ id: '1', code: 'N', hours: 7.5 }], absences: [{ id: '1', days: 2 }] }),
    fails: true,
  },
  { name: 'broken.xml', text: '<payroll><line employee="12"></payroll>', fails: true },
];

function bytesOf({ name, text }: Layout): { readonly file: string; readonly bytes: Uint8Array } {
  if (text !== undefined) return { file: name, bytes: new TextEncoder().encode(text) };
  const folder = join(templatesRoot, name, 'golden');
  const [file = ''] = readdirSync(folder).filter((each) => !each.endsWith('.ini'));
  return { file, bytes: readFileSync(join(folder, file)) };
}

/** The file is reproduced, reported as not reproducible, or refused. There is no other outcome. */
function outcome(layout: Layout): 'same' | 'said' | 'refused' {
  const { file, bytes } = bytesOf(layout);
  try {
    const { yaml, difference } = likeTemplate(file, bytes, {
      columns: layout.columns ?? [],
      widths: layout.widths,
    });
    expect(parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml').kind).toBe('text');
    return difference === undefined ? 'same' : 'said';
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'USAGE') return 'refused';
    throw failure;
  }
}

/** The result of `templates check` with the template: empty if it writes the sample. */
function sampleProblems(layout: Layout): string {
  const { file, bytes } = bytesOf(layout);
  const { yaml } = likeTemplate(file, bytes, { columns: layout.columns ?? [], widths: layout.widths });
  const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml');
  if (spec.kind !== 'text') throw new Error('a text template');
  const { model, variables } = buildSample(spec);
  try {
    renderText({ kind: 'text', name: 'own', spec }, model, { variables });
    return '';
  } catch (failure) {
    if (failure instanceof PaytallyError) return failure.message;
    throw failure;
  }
}

describe.each([
  ['twenty layouts used during development', KNOWN],
  ['ten layouts not used during development', UNSEEN],
  ['XML and JSON', TREES],
])('%s', (_, layouts) => {
  test.each(layouts)('$name', (layout) => {
    if (layout.fails) expect(['said', 'refused']).toContain(outcome(layout));
    else {
      expect(outcome(layout)).toBe('same');
      if (layout.refuses === undefined) expect(sampleProblems(layout)).toBe('');
      else expect(sampleProblems(layout)).toContain(layout.refuses);
    }
  });
});

test('at least 22 of 30 are right after the questions', () => {
  const all = [...KNOWN, ...UNSEEN];
  expect(all).toHaveLength(30);
  expect(all.filter(({ fails }) => fails === undefined).length).toBeGreaterThanOrEqual(22);
});

describe('asks for what it cannot know', () => {
  const questions = (name: string, text: string) =>
    likeTemplate(name, new TextEncoder().encode(text), { columns: [], widths: undefined }).questions.map(
      englishText,
    );

  test.each([
    [
      'hundredths, minutes or hours and minutes',
      'employee;code;hours\n12;100;0800\n13;100;0745\n',
      'hundredths, minutes, hhmm',
    ],
    [
      'the day before the month, or after it',
      'employee;date;code;hours\n12;05/10/2026;100;8.00\n',
      'date:MM/DD/YYYY',
    ],
    [
      'the number of a month',
      'Monat;Personalnummer;Lohnart;Stunden\n10;12;100;8,00\n10;13;100;7,50\n',
      'month:M',
    ],
    [
      'an unknown column',
      'employee;code;hours;rate\n12;100;8.00;12.50\n13;100;7.50;13.00\n',
      'does not know what it is',
    ],
    [
      'the only code of the example',
      'employee;code;hours\n12;100;8.00\n13;100;7.50\n',
      '--column 2=ROLE (number, code',
    ],
    [
      'names without accents, which do not show the encoding',
      'employee;name;code;hours\n12;Able;100;8.00\n13;Baker;200;7.50\n',
      'no letters with accents',
    ],
    [
      'texts around the lines',
      'RUN 2026-10\nemployee;code;hours\n12;100;8.00\n',
      'copied unchanged into every file',
    ],
  ])('%s', (_, text, asked) => {
    expect(questions('file.csv', text).join('\n')).toContain(asked);
  });

  test('every question is marked in the template, too', () => {
    const { yaml } = likeTemplate(
      'file.csv',
      new TextEncoder().encode('employee;code;hours;rate\n12;100;8.00;12.50\n13;100;7.50;13.00\n'),
      { columns: [], widths: undefined },
    );
    expect(yaml).toContain('# CHECK: not known');
  });
});
