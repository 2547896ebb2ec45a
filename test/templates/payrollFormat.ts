import { basename } from 'node:path';
import { expect } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { testFormat } from './formatTests.js';
import type { Reader } from './readLine.js';

export type Variables = Readonly<Record<string, string>>;

/** A reading of the template's file: how the payroll system reads it, with these variables. */
export interface Reading {
  readonly reader: Reader;
  /** Besides those of the sample. */
  readonly variables?: Variables;
  /** The system's identifier for an employee; default: the payroll ID. */
  readonly employee?: (row: DataRow) => string;
  /** External codes that the template omits on purpose. */
  readonly ignored?: readonly string[];
  /** In months that are made up for this reading, some amounts are negative. */
  readonly isSigned?: true;
}

/** A change of a golden file that the system refuses, so that the reader is a test that can fail. */
export interface Refusal {
  readonly what: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** The file's ending, if the template writes several. */
  readonly ending?: string;
  /** Default: the reader of the first reading. */
  readonly reader?: (bytes: Uint8Array) => unknown;
}

/** Fields of the rows of an employee. */
export type Person = Readonly<Record<string, string | null>>;

/** Two employees whose keys are the same in the file. */
export interface SharedKey {
  readonly people: readonly [Person, Person];
  readonly variables?: Variables;
  /** The column of the mapping in which they can be told apart. */
  readonly column: string;
}

/** A file that a document of the system, or a program that feeds it, gives as an example. */
export interface VendorExample {
  readonly source: string;
  readonly text: string;
  /** Employee, code and units of its first line. */
  readonly first: string;
  readonly reader?: Reader;
}

/** An employee of an office that tests make up. */
export interface OfficePerson {
  readonly firstName: string;
  readonly lastName: string;
}

/** What the payroll system accepts from an office that tests make up; formats with the same codes and digits share one. */
export interface OfficeUse {
  /** Default: that of the first reading. */
  readonly reader?: Reader;
  /** External codes that the system accepts; default: 1 to 4. */
  readonly codes?: readonly string[];
  readonly secondary?: string;
  /** Digits of its payroll IDs, or identifiers of the system; default: 4. */
  readonly digits?: number | 'uuid';
  /** Whole units of the amounts in its file; default: 100. */
  readonly unitsPerHour?: number;
  readonly variables?: Variables;
  /** The system's identifier for an employee; default: the payroll ID. */
  readonly personOf?: (person: OfficePerson) => string;
  /** The system's name for a code, if not that of the mapping. */
  readonly codeIs?: Readonly<Record<string, string>>;
  /** Columns that the mapping needs besides the payroll ID. */
  readonly columns?: Readonly<Record<string, string | ((person: OfficePerson) => string)>>;
  /** A file name with the employer, if the vendor's has none. */
  readonly fileNameOfEmployer?: string;
}

/** Everything that the suites need to know about a payroll format; its `template.yaml` says the rest. */
export interface PayrollFormat {
  /** The first is that of the default variables. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly refused: readonly [Refusal, ...Refusal[]];
  /** Empty if payroll IDs are unchanged in the file: then two are never written alike. */
  readonly sharedKeys: readonly SharedKey[];
  /** Employees that the system can tell apart. */
  readonly distinctKeys?: readonly (readonly [Person, Person])[];
  /** Two external codes that are one in the system. */
  readonly sharedCodes?: readonly [string, string];
  readonly examples?: readonly VendorExample[];
  readonly offices: readonly [OfficeUse, ...OfficeUse[]];
}

/** A format with the name of its folder. */
export interface NamedFormat extends PayrollFormat {
  readonly name: string;
}

/**
 * Declares the tests of a format in its own test file; suites that import the file only use the result.
 * @param folder `import.meta.dirname` of the file
 * @param more tests of this format only
 */
export function payrollFormat(folder: string, format: PayrollFormat, more?: () => void): NamedFormat {
  const named = { name: basename(folder), ...format };
  if (expect.getState().testPath?.startsWith(`${folder}/`)) {
    testFormat(named);
    more?.();
  }
  return named;
}

/** Two employees with these payroll IDs. */
export const numbers = (a: string, b: string): [Person, Person] => [
  { 'employee.number': a },
  { 'employee.number': b },
];

/** Two employees with these values of a field. */
export const fieldClash = (field: string, a: string, b = a): [Person, Person] => [
  { [field]: a },
  { [field]: b },
];
