import type { DataRow } from '../../src/documents/dataSet.js';
import { readAcerta, readAcertaWith } from './readers/acerta.js';
import { readAddison } from './readers/addison.js';
import { readAdpRun } from './readers/adpRun.js';
import { readAdpWorkforceNow } from './readers/adpWorkforceNow.js';
import { readAfas, readAfasWith } from './readers/afas.js';
import { readBmd } from './readers/bmd.js';
import { readBrightpay } from './readers/brightpay.js';
import { readDanlon } from './readers/danlon.js';
import { readDataloen } from './readers/dataloen.js';
import { readDatevLodas } from './readers/datevLodas.js';
import { readDatevLug, readDatevLugIni } from './readers/datevLug.js';
import { readEmploymentHero, readEmploymentHeroWith } from './readers/employmentHero.js';
import { readExactOnline } from './readers/exactOnline.js';
import { readGenericCsv } from './readers/genericCsv.js';
import { readGroupS } from './readers/groupS.js';
import { readGusto } from './readers/gusto.js';
import { readHupComet } from './readers/hupComet.js';
import { readIris, readIrisWith } from './readers/iris.js';
import { readIvl } from './readers/ivl.js';
import { readLessor, readLessorWith } from './readers/lessor.js';
import { readLessor5 } from './readers/lessor5.js';
import { readLexware, readLexwareWithHeading } from './readers/lexware.js';
import { readLohnfix, readLohnfixWith } from './readers/lohnfix.js';
import { readLoket, readLoketMinutes } from './readers/loket.js';
import { readLoketApi } from './readers/loketApi.js';
import { readMyobExo, readMyobExoWith } from './readers/myobExo.js';
import { readNmbrs } from './readers/nmbrs.js';
import { readPartena, readPartenaWith } from './readers/partena.js';
import { readPaxml, readPaxmlOf } from './readers/paxml.js';
import { readPaychexSpi } from './readers/paychexSpi.js';
import { readPaylocity, readPaylocityWith } from './readers/paylocity.js';
import { readProloen } from './readers/proloen.js';
import { readQuickbooksIif } from './readers/quickbooksIif.js';
import type { Reader } from './readers/readLine.js';
import { readSagePayrollIe } from './readers/sagePayrollIe.js';
import { readSdworx } from './readers/sdworx.js';
import { readSilae, readSilaeWith } from './readers/silae.js';
import { readUcm } from './readers/ucm.js';
import { readWinbiz } from './readers/winbiz.js';
import { readXero } from './readers/xero.js';
import { readZucchetti, readZucchettiWith } from './readers/zucchetti.js';

// A line for each payroll format: what the tests of templates know about it.

/** Built-in templates for payroll systems, and how certain each layout is. */
export const CONFIDENCES: readonly string[] = [
  'acerta CORROBORATED',
  'addison WEAK',
  'adp-run CORROBORATED',
  'adp-workforce-now CORROBORATED',
  'afas CORROBORATED',
  'bmd WEAK',
  'brightpay VERIFIED',
  'danlon CORROBORATED',
  'dataloen WEAK',
  'datev-lodas CORROBORATED',
  'datev-lug CORROBORATED',
  'employment-hero VERIFIED',
  'exact-online CORROBORATED',
  'generic-csv null',
  'group-s WEAK',
  'gusto VERIFIED',
  'hup-comet VERIFIED',
  'iris VERIFIED',
  'ivl VERIFIED',
  'lessor WEAK',
  'lessor5 WEAK',
  'lexware CORROBORATED',
  'lohnfix VERIFIED',
  'loket VERIFIED',
  'loket-api VERIFIED',
  'myob-exo CORROBORATED',
  'nmbrs VERIFIED',
  'partena CORROBORATED',
  'paxml VERIFIED',
  'paychex-spi VERIFIED',
  'paylocity CORROBORATED',
  'proloen WEAK',
  'quickbooks-iif WEAK',
  'sage-payroll-ie VERIFIED',
  'sdworx WEAK',
  'silae CORROBORATED',
  'ucm WEAK',
  'winbiz VERIFIED',
  'xero VERIFIED',
  'zucchetti CORROBORATED',
];

/** A template with its variables, and a reader that knows the rules of its target. */
export interface PayrollTarget {
  readonly template: string;
  readonly reader: Reader;
  readonly variables?: Record<string, string>;
  /** The target's identifier for the employee; default: the payroll ID. */
  readonly employee?: (row: DataRow) => string;
  /** Codes that the template omits on purpose. */
  readonly ignored?: readonly string[];
}

export const TARGETS: readonly PayrollTarget[] = [
  { template: 'datev-lodas', reader: readDatevLodas },
  { template: 'datev-lodas', reader: readDatevLodas, variables: { variant: 'standard' } },
  {
    template: 'datev-lodas',
    reader: readDatevLodas,
    variables: { variant: 'standard', costCenters: 'yes', companyNumbers: 'yes' },
  },
  { template: 'datev-lodas', reader: readDatevLodas, variables: { companyNumbers: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug },
  { template: 'datev-lug', reader: readDatevLug, variables: { rows: 'day' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { companyNumbers: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { costCenters: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { rows: 'day', costCenters: 'yes' } },
  { template: 'lexware', reader: readLexware },
  { template: 'lexware', reader: readLexwareWithHeading, variables: { heading: 'yes' } },
  { template: 'acerta', reader: readAcerta },
  { template: 'acerta', reader: readAcertaWith('spaces', '\r\n'), variables: { padding: 'spaces' } },
  { template: 'acerta', reader: readAcertaWith('zeros', '\n'), variables: { lineEnd: 'lf' } },
  { template: 'partena', reader: readPartena },
  { template: 'partena', reader: readPartena, variables: { datePattern: 'DD-MM-YYYY' } },
  { template: 'partena', reader: readPartenaWith('five'), variables: { minutes: 'five' } },
  { template: 'sdworx', reader: readSdworx },
  { template: 'silae', reader: readSilae },
  { template: 'silae', reader: readSilaeWith(',', true), variables: { decimalSign: ',', section: 'yes' } },
  { template: 'loket', reader: readLoket },
  { template: 'loket', reader: readLoketMinutes, variables: { hours: 'minutes', shift: '3' } },
  { template: 'winbiz', reader: readWinbiz },
  { template: 'paxml', reader: readPaxml },
  { template: 'paxml', reader: readPaxmlOf('wage'), variables: { transactions: 'wage' } },
  { template: 'zucchetti', reader: readZucchetti },
  { template: 'zucchetti', reader: readZucchettiWith('clock code'), variables: { clockCode: 'yes' } },
  { template: 'bmd', reader: readBmd },
  { template: 'addison', reader: readAddison },
  { template: 'danlon', reader: readDanlon },
  { template: 'proloen', reader: readProloen },
  { template: 'nmbrs', reader: readNmbrs },
  { template: 'lohnfix', reader: readLohnfix },
  { template: 'lohnfix', reader: readLohnfixWith('\r'), variables: { lineEnd: 'cr' } },
  { template: 'sage-payroll-ie', reader: readSagePayrollIe },
  { template: 'brightpay', reader: readBrightpay },
  { template: 'myob-exo', reader: readMyobExo },
  {
    template: 'myob-exo',
    reader: readMyobExoWith('rate and heading'),
    variables: { rate: 'yes', heading: 'yes' },
  },
  { template: 'group-s', reader: readGroupS },
  { template: 'ucm', reader: readUcm },
  { template: 'xero', reader: readXero },
  { template: 'loket-api', reader: readLoketApi },
  { template: 'employment-hero', reader: readEmploymentHero },
  {
    template: 'employment-hero',
    reader: readEmploymentHeroWith('us'),
    variables: { datePattern: 'MM/DD/YYYY' },
  },
  { template: 'afas', reader: readAfas },
  { template: 'afas', reader: readAfasWith('3'), variables: { periodTable: '3' } },
  { template: 'exact-online', reader: readExactOnline },
  { template: 'dataloen', reader: readDataloen },
  { template: 'lessor', reader: readLessor },
  { template: 'lessor', reader: readLessorWith('0'), variables: { padding: 'zeros' } },
  { template: 'lessor5', reader: readLessor5 },
  { template: 'iris', reader: readIris },
  { template: 'iris', reader: readIrisWith('spaces'), variables: { padding: 'spaces' } },
  { template: 'paylocity', reader: readPaylocity },
  { template: 'paylocity', reader: readPaylocityWith(8), variables: { layout: 'api' } },
  { template: 'hup-comet', reader: readHupComet },
  { template: 'ivl', reader: readIvl },
  { template: 'paychex-spi', reader: readPaychexSpi },
  { template: 'paychex-spi', reader: readPaychexSpi, variables: { lines: 'day' } },
  { template: 'adp-run', reader: readAdpRun },
  {
    template: 'adp-workforce-now',
    reader: readAdpWorkforceNow,
    employee: (row) => String(row['employee.number']).padStart(6, '0'),
  },
  {
    template: 'quickbooks-iif',
    reader: readQuickbooksIif,
    employee: (row) => String(row['employee.quickBooksName']),
  },
  {
    template: 'gusto',
    reader: readGusto,
    employee: (row) => String(row['employee.name']),
    ignored: ['night', 'sunday'],
  },
  { template: 'generic-csv', reader: readGenericCsv(',', '.') },
  {
    template: 'generic-csv',
    reader: readGenericCsv(';', ','),
    variables: { delimiter: ';', decimalSign: ',', lines: 'day', datePattern: 'DD.MM.YYYY' },
  },
];

/**
 * Changes that the reader of a golden file refuses: a name, the template, the file's ending, the original text and its
 * replacement.
 */
export const BROKEN_LINES = [
  ['LODAS: an invented name', 'datev-lodas', '.txt', readDatevLodas, 'stunden#bwd', 'buchungswert#bwd'],
  ['LODAS: a lone LF', 'datev-lodas', '.txt', readDatevLodas, ';\r\n2;', ';\n2;'],
  ['LODAS: a record without its last delimiter', 'datev-lodas', '.txt', readDatevLodas, '20,67;', '20,67'],
  ['LODAS: a point', 'datev-lodas', '.txt', readDatevLodas, '20,67', '20.67'],
  ['LuG: a wage type between the ranges', 'datev-lug', '.txt', readDatevLug, ';1000;', ';7000;'],
  ['LuG: a field too many', 'datev-lug', '.txt', readDatevLug, '20,67;', '20,67;;'],
  ['LuG: INI that counts wrong', 'datev-lug', '.ini', readDatevLugIni, 'Feldanzahl = 12', 'Feldanzahl = 11'],
  ['Lexware: leading zero', 'lexware', '.txt', readLexware, '20,67', '020,67'],
  ['Acerta: 52 characters', 'acerta', '.txt', readAcerta, '  0100', ' 0100'],
  ['Partena: 36 fields', 'partena', '.csv', readPartena, ';500;;', ';500;'],
  ['SD Worx: a last line end', 'sdworx', '.txt', readSdworx, /$/, '\n'],
  ['Silae: an accent', 'silae', '.csv', readSilae, 'E0004', '\u00c90004'],
  ['Loket: a component twice', 'loket', '.csv', readLoket, ';28;', ';1;'],
  ['WinBIZ: a section of five characters', 'winbiz', '.csv', readWinbiz, ';100;', ';10000;'],
  ['Paychex: a comma in data', 'paychex-spi', '.csv', readPaychexSpi, 'Hourly', 'Hour,ly'],
  ['ADP RUN: two frequencies', 'adp-run', '.csv', readAdpRun, ',M,', ',W,'],
  ['ADP WFN: a zero', 'adp-workforce-now', '.csv', readAdpWorkforceNow, '20.67', '0.00'],
  ['ADP WFN: a brace', 'adp-workforce-now', '.csv', readAdpWorkforceNow, '261031', '2610{1'],
  ['QuickBooks: 24 hours', 'quickbooks-iif', '.iif', readQuickbooksIif, '0:20', '24:00'],
  ['Gusto: a zero', 'gusto', '.csv', readGusto, '23.00', '0.00'],
  ['PAXml: a code of nobody', 'paxml', '.xml', readPaxml, '>ARB<', '>ARX<'],
  ['PAXml: another version', 'paxml', '.xml', readPaxml, '>2.0<', '>1.0<'],
  ['PAXml: an open element', 'paxml', '.xml', readPaxml, '</timmar>', ''],
  ['PAXml: an element twice', 'paxml', '.xml', readPaxml, '<timmar>', '<timmar>1.00</timmar><timmar>'],
  ['Zucchetti: a short employee', 'zucchetti', '.xml', readZucchetti, '"0000012"', '"12"'],
  ['Zucchetti: sixty minutes', 'zucchetti', '.xml', readZucchetti, '>20</NumMinuti>', '>60</NumMinuti>'],
  ['BMD: a wage type beyond 650', 'bmd', '.csv', readBmd, ';210;', ';651;'],
  ['BMD: a point', 'bmd', '.csv', readBmd, '20,67', '20.67'],
  ['Addison: hours among the days', 'addison', '.csv', readAddison, ';20,67;', '20,67;;'],
  ['Danløn: a decimal sign', 'danlon', '.txt', readDanlon, ';2067;', ';20,67;'],
  ['Danløn: no rate for hourly staff', 'danlon', '.txt', readDanlon, ';20000;', ';;'],
  ['ProLøn: a rate', 'proloen', '.txt', readProloen, '20,67;0', '20,67;136,00'],
  ['Nmbrs: a code that is none', 'nmbrs', '.csv', readNmbrs, ';U2100;', ';2100;'],
  ['BrightPay: an unknown column', 'brightpay', '.csv', readBrightpay, 'normal hours', 'usual hours'],
  ['LohnFix: a column left out', 'lohnfix', '.txt', readLohnfix, '\t\t20,67', '\t20,67'],
  ['LohnFix: a name without its umlaut', 'lohnfix', '.txt', readLohnfix, 'W\u00e4hrung', 'Waehrung'],
  ['Sage: a deduction', 'sage-payroll-ie', '.csv', readSagePayrollIe, '2,12,', 'D,12,'],
  ['Sage: a rate', 'sage-payroll-ie', '.csv', readSagePayrollIe, '20.67,', '20.67,12.50'],
  ['MYOB: an allowance among wages', 'myob-exo', '.csv', readMyobExo, ',A,', ',H,'],
  ['Group S: sixty minutes', 'group-s', '.dat', readGroupS, '+0055', '+0060'],
  ['Group S: a file without its end', 'group-s', '.dat', readGroupS, /999$/, ''],
  ['Group S: a minus', 'group-s', '.dat', readGroupS, ' +', ' -'],
  ['UCM: the day before the month', 'ucm', '.txt', readUcm, '10202601', '31202601'],
  ['UCM: 44 characters', 'ucm', '.txt', readUcm, '02 ', '02'],
  [
    'Loket: a month beyond twelve',
    'loket-api',
    '.json',
    readLoketApi,
    '"periodNumber": 10',
    '"periodNumber": 13',
  ],
  ['Loket: a component as a text', 'loket-api', '.json', readLoketApi, '"key": 28', '"key": "28"'],
  ['Xero: a day beyond the period', 'xero', '.json', readXero, '"2026-10-12"', '"2026-11-12"'],
  ['Xero: units as a text', 'xero', '.json', readXero, '9.00', '"9.00"'],
  [
    'Employment Hero: a month beyond twelve',
    'employment-hero',
    '.csv',
    readEmploymentHero,
    '05/10/2026',
    '05/13/2026',
  ],
  ['Employment Hero: no employee', 'employment-hero', '.csv', readEmploymentHero, '\r\n102,', '\r\n,'],
  ['AFAS: a month beyond twelve', 'afas', '.json', readAfas, '"@PeId": "10"', '"@PeId": "13"'],
  ['AFAS: a value as a text', 'afas', '.json', readAfas, '16.83', '"16.83"'],
  [
    'Exact: an amount',
    'exact-online',
    '.json',
    readExactOnline,
    '"EntryFieldType": 1',
    '"EntryFieldType": 2',
  ],
  [
    'Exact: a number as a text',
    'exact-online',
    '.json',
    readExactOnline,
    '"EmployeeHID": 12',
    '"EmployeeHID": "12"',
  ],
  [
    'DataLøn: hours of an element that takes an amount',
    'dataloen',
    '.txt',
    readDataloen,
    ';10;2067',
    ';37;2067',
  ],
  ['DataLøn: a comma', 'dataloen', '.txt', readDataloen, ';2067', ';20,67'],
  ['Lessor 4: 207 characters', 'lessor', '.lon', readLessor, '20,67 ', '20,67'],
  ['Lessor 4: a rate', 'lessor', '.lon', readLessor, / {8}\r\n/, '   47,11\r\n'],
  ['Lessor 5: a comma', 'lessor5', '.csv', readLessor5, '20.67', '20,67'],
  ['Lessor 5: no rate', 'lessor5', '.csv', readLessor5, ';0.00', ';'],
  ['IRIS: a pair too short', 'iris', '.001', readIris, '00002067', '0002067'],
  ['IRIS: employees out of order', 'iris', '.001', readIris, '0000000012', '0000000999'],
  ['Paylocity: a deduction', 'paylocity', '.csv', readPaylocity, ',E,', ',D,'],
  ['Paylocity: an amount', 'paylocity', '.csv', readPaylocity, '0.92,,', '0.92,1,'],
  ['HuP Comet: a comma', 'hup-comet', '.txt', readHupComet, '16.83', '16,83'],
  ['HuP Comet: a short period', 'hup-comet', '.txt', readHupComet, '|202610|', '|02610 |'],
  ['IVL: a point', 'ivl', '.dat', readIvl, '8,34', '8.34'],
  ['IVL: an amount', 'ivl', '.dat', readIvl, / {3}\r\n/, ' 29\r\n'],
] as const;

export type Person = Readonly<Record<string, string | null>>;
export type Variables = Readonly<Record<string, string>>;

export const numbers = (a: string, b: string): [Person, Person] => [
  { 'employee.number': a },
  { 'employee.number': b },
];
export const fieldClash = (field: string, a: string, b = a): [Person, Person] => [
  { [field]: a },
  { [field]: b },
];
export const SAME_NAME = {
  'employee.lastName': 'Nolte',
  'employee.firstName': 'Jan',
  'employee.title': 'Baker',
};

/** Template, variables, how two employees get the same key, and the column of the mapping that helps. */
export const SHARED_KEYS: readonly (readonly [string, Variables, [Person, Person], string])[] = [
  ['acerta', {}, numbers('17', '017'), 'employeeNumber'],
  ['acerta', { padding: 'spaces' }, numbers('17', '017'), 'employeeNumber'],
  ['adp-run', {}, numbers('a17', 'A17'), 'employeeNumber'],
  ['adp-workforce-now', {}, numbers('102', '000102'), 'employeeNumber'],
  ['bmd', {}, numbers('40', '00040'), 'employeeNumber'],
  ['brightpay', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['danlon', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', { variant: 'standard' }, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', { companyNumbers: 'yes' }, numbers('a40', 'A40'), 'employeeNumber'],
  ['datev-lug', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lug', { rows: 'day' }, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lug', { companyNumbers: 'yes' }, numbers('ä40', 'Ä40'), 'employeeNumber'],
  ['generic-csv', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['generic-csv', { lines: 'day' }, numbers('Zoe\u0308', 'Zo\u00eb'), 'employeeNumber'],
  ['gusto', {}, fieldClash('employee.gustoId', '7757500908984137'), 'gustoId'],
  [
    'gusto',
    {},
    [
      { ...SAME_NAME, 'employee.gustoId': '' },
      { ...SAME_NAME, 'employee.gustoId': '' },
    ],
    'gustoId',
  ],
  [
    'gusto',
    {},
    [
      { ...SAME_NAME, 'employee.gustoId': '' },
      { ...SAME_NAME, 'employee.gustoId': '8' },
    ],
    'gustoId',
  ],
  ['lexware', {}, numbers('12', '012'), 'employeeNumber'],
  ['lohnfix', {}, numbers('5', '05'), 'employeeNumber'],
  ['loket', {}, numbers('1', '01'), 'employeeNumber'],
  ['myob-exo', {}, numbers('42', '042'), 'employeeNumber'],
  ['nmbrs', {}, numbers('42', '042'), 'employeeNumber'],
  ['partena', {}, numbers('42', '042'), 'employeeNumber'],
  ['paxml', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['paychex-spi', {}, numbers('É1', 'E1'), 'employeeNumber'],
  ['paychex-spi', { lines: 'day' }, numbers('É1', 'e1'), 'employeeNumber'],
  ['proloen', {}, numbers('42', '042'), 'employeeNumber'],
  ['quickbooks-iif', {}, fieldClash('employee.quickBooksName', 'Jan Nolte'), 'quickBooksName'],
  ['quickbooks-iif', {}, fieldClash('employee.quickBooksName', 'Jan Nolte', 'JAN NOLTE '), 'quickBooksName'],
  ['sage-payroll-ie', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['silae', {}, numbers('É1', 'E1'), 'employeeNumber'],
  ['group-s', {}, numbers('123', '0123'), 'employeeNumber'],
  ['ucm', {}, numbers('17', '017'), 'employeeNumber'],
  ['employment-hero', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['afas', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['dataloen', {}, numbers('40', '0040'), 'employeeNumber'],
  ['lessor', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['lessor5', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['iris', {}, numbers('12', '012'), 'employeeNumber'],
  ['paylocity', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['hup-comet', {}, numbers('12', '012'), 'employeeNumber'],
  ['ivl', {}, numbers('12', '012'), 'employeeNumber'],
  ['winbiz', {}, numbers('cch1', 'CCH1'), 'employeeNumber'],
];
/** Numbers are unchanged in the file (seven digits, no leading zeros): two are never written alike. */
export const UNSHARED_KEYS = ['exact-online', 'loket-api', 'xero', 'addison', 'sdworx', 'zucchetti'];
