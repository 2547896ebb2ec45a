import { readAcerta } from '../readers/acerta.js';
import { readAddison } from '../readers/addison.js';
import { readAdpRun } from '../readers/adpRun.js';
import { readAdpWorkforceNow } from '../readers/adpWorkforceNow.js';
import { readAfas } from '../readers/afas.js';
import { readBmd } from '../readers/bmd.js';
import { readBrightpay } from '../readers/brightpay.js';
import { readDanlonOf } from '../readers/danlon.js';
import { readDataloen } from '../readers/dataloen.js';
import { readDatevLodas } from '../readers/datevLodas.js';
import { readDatevLug } from '../readers/datevLug.js';
import { readEmploymentHero } from '../readers/employmentHero.js';
import { readExactOnline } from '../readers/exactOnline.js';
import { readGenericCsv } from '../readers/genericCsv.js';
import { readGroupS } from '../readers/groupS.js';
import { readGusto } from '../readers/gusto.js';
import { readHupComet } from '../readers/hupComet.js';
import { readIris } from '../readers/iris.js';
import { readIvl } from '../readers/ivl.js';
import { readLessor } from '../readers/lessor.js';
import { readLessor5 } from '../readers/lessor5.js';
import { readLexware } from '../readers/lexware.js';
import { readLohnfix } from '../readers/lohnfix.js';
import { readLoket } from '../readers/loket.js';
import { readLoketApi } from '../readers/loketApi.js';
import { readMyobExo } from '../readers/myobExo.js';
import { readNmbrs } from '../readers/nmbrs.js';
import { readPartena } from '../readers/partena.js';
import { readPaxml, readPaxmlOf } from '../readers/paxml.js';
import { readPaychexSpi } from '../readers/paychexSpi.js';
import { readPaylocity } from '../readers/paylocity.js';
import { readProloen } from '../readers/proloen.js';
import { readQuickbooksIif } from '../readers/quickbooksIif.js';
import type { Reader } from '../readers/readLine.js';
import { readSagePayrollIe } from '../readers/sagePayrollIe.js';
import { readSdworx } from '../readers/sdworx.js';
import { readSilae } from '../readers/silae.js';
import { readUcm } from '../readers/ucm.js';
import { readWinbiz } from '../readers/winbiz.js';
import { readXero } from '../readers/xero.js';
import { readZucchetti } from '../readers/zucchetti.js';
import { PEOPLE } from './office.js';

/** A payroll format as its employer uses it. */
export interface Format {
  readonly reader: Reader;
  /** Whole units of the amounts in its file. */
  readonly unitsPerHour: number;
  /** The system's identifier for an employee; default: the payroll ID. */
  readonly personIs?: 'quickBooksName' | 'lastAndFirstName';
  /** The system's name for a code, if not that of the mapping. */
  readonly codeIs?: Readonly<Record<string, string>>;
}

/** An employer whose numbers and codes are valid for some formats. */
export interface Employer {
  readonly key: string;
  readonly formats: Readonly<Record<string, Format>>;
  /** The external codes that its pay codes can have. */
  readonly codes: readonly string[];
  readonly secondary?: string;
  /** Digits of its payroll IDs. */
  readonly digits: number;
  /** Its numbers are identifiers of its payroll system. */
  readonly isUuid?: true;
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const hours = (reader: Reader, more: Partial<Format> = {}): Format => ({
  reader,
  unitsPerHour: 100,
  ...more,
});

export const EMPLOYERS: readonly Employer[] = [
  {
    key: 'digits',
    codes: ['1', '2', '3', '4'],
    digits: 4,
    formats: {
      ivl: hours(readIvl),
      'hup-comet': hours(readHupComet),
      paylocity: hours(readPaylocity),
      lessor5: hours(readLessor5),
      lessor: hours(readLessor),
      dataloen: hours(readDataloen),
      'exact-online': hours(readExactOnline),
      afas: hours(readAfas),
      'employment-hero': hours(readEmploymentHero),
      acerta: hours(readAcerta),
      addison: hours(readAddison),
      'adp-run': hours(readAdpRun),
      bmd: hours(readBmd),
      danlon: hours(readDanlonOf([])),
      'datev-lodas': hours(readDatevLodas),
      'datev-lug': hours(readDatevLug),
      'generic-csv': hours(readGenericCsv(',', '.')),
      lexware: hours(readLexware),
      lohnfix: hours(readLohnfix),
      loket: hours(readLoket),
      partena: hours(readPartena, { unitsPerHour: 60 }),
      'paychex-spi': hours(readPaychexSpi),
      paxml: hours(readPaxmlOf('wage')),
      proloen: hours(readProloen),
      'quickbooks-iif': hours(readQuickbooksIif, { unitsPerHour: 60, personIs: 'quickBooksName' }),
      'sage-payroll-ie': hours(readSagePayrollIe),
      silae: hours(readSilae),
      winbiz: hours(readWinbiz, { unitsPerHour: 10_000 }),
    },
    variables: {
      dataloen: { employer: '12345678' },
      'exact-online': { entryType: '5' },
      afas: { employer: '1' },
      acerta: { legalEntity: '7654321' },
      addison: { client: '1000' },
      'adp-run': { iid: 'R1ABC', frequency: 'M' },
      bmd: { client: '4711' },
      danlon: { cvr: '12345678' },
      'datev-lodas': { consultant: '278041', client: '25016' },
      'datev-lug': { consultant: '278041', client: '25016' },
      loket: { wageTaxNumber: '5555' },
      partena: { dossier: '123456' },
      'paychex-spi': { clientId: '12345678' },
      paxml: { transactions: 'wage', organisationNumber: '556677-8899' },
      'quickbooks-iif': { version: '8', companyName: 'Office', companyCreateTime: '1065000000' },
    },
  },
  {
    key: 'myob',
    codes: ['1', '2', '3'],
    secondary: 'H',
    digits: 4,
    formats: { 'myob-exo': hours(readMyobExo) },
    variables: { 'myob-exo': { company: 'office' } },
  },
  {
    key: 'named',
    codes: ['REG', 'OT', 'V'],
    digits: 4,
    formats: {
      'adp-workforce-now': hours(readAdpWorkforceNow),
      gusto: hours(readGusto, {
        personIs: 'lastAndFirstName',
        codeIs: { REG: 'regular', OT: 'overtime', V: 'double_overtime' },
      }),
    },
    variables: {
      'adp-workforce-now': { companyCode: 'ABC' },
      gusto: { regularCodes: 'REG', overtimeCodes: 'OT', doubleOvertimeCodes: 'V' },
    },
  },
  {
    key: 'sdworx',
    codes: ['0001', '0011', '0020'],
    digits: 7,
    formats: { sdworx: hours(readSdworx) },
    variables: { sdworx: { employer: '1111111' } },
  },
  {
    key: 'zucchetti',
    codes: ['01', 'ST', 'NT'],
    digits: 7,
    formats: { zucchetti: hours(readZucchetti, { unitsPerHour: 60 }) },
    variables: { zucchetti: { company: '000145' } },
  },
  {
    key: 'nmbrs',
    codes: ['U2100', 'U2110', 'U2200'],
    digits: 4,
    formats: { nmbrs: hours(readNmbrs) },
    variables: { nmbrs: { debtor: '1001', company: '1' } },
  },
  {
    key: 'brightpay',
    codes: ['Number of normal hours', 'Number of time and a half hours', 'Number of double time hours'],
    digits: 4,
    formats: { brightpay: hours(readBrightpay) },
    variables: {},
  },
  {
    key: 'paxml',
    codes: ['ARB', 'ÖT1', 'OB1'],
    digits: 4,
    formats: { paxml: hours(readPaxml, { unitsPerHour: 60 }) },
    variables: { paxml: { organisationNumber: '556677-8899' } },
  },
  {
    key: 'group-s',
    codes: ['CSS', 'HSU', 'NUI'],
    digits: 4,
    formats: { 'group-s': hours(readGroupS, { unitsPerHour: 60 }) },
    variables: { 'group-s': { affiliation: '654321' } },
  },
  {
    key: 'pairs',
    codes: ['01', '02', '11'],
    digits: 4,
    formats: { iris: hours(readIris), ucm: hours(readUcm) },
    variables: { iris: { company: '001' }, ucm: { affiliation: '123456', folder: '00042' } },
  },
  {
    key: 'xero',
    codes: [
      'f9d8f5b5-9049-47f4-8541-35e200f750a5',
      '87f5b43a-cf51-4b74-92de-94c819e82d27',
      '973365f3-66b2-4c33-8ae6-14b75f78f68b',
    ],
    digits: 4,
    isUuid: true,
    formats: { xero: hours(readXero) },
    variables: { xero: { calendar: '216d80e6-af55-47b1-b718-9457c3f5d2fe' } },
  },
  {
    key: 'loket-api',
    codes: ['1', '28', '86'],
    digits: 4,
    isUuid: true,
    formats: { 'loket-api': hours(readLoketApi) },
    variables: {},
  },
];

/** The number of an employee after this many corrections of it. */
export function numberOf({ digits, isUuid }: Employer, who: number, times: number): string {
  const number = String(10 ** (digits - 1) + 100 * (who + 1) + times);
  return isUuid === undefined ? number : `f0000000-0000-4000-8000-${number.padStart(12, '0')}`;
}

/** How the system of a format identifies an employee with a number. */
export function personKey({ personIs }: Format, who: number, number: string): string {
  const person = PEOPLE[who];
  if (person === undefined) throw new Error(`there is no person ${who}`);
  if (personIs === undefined) return number;
  return personIs === 'quickBooksName'
    ? `${person.firstName} ${person.lastName}`
    : `${person.lastName}, ${person.firstName}`;
}
