import type { DataRow, DataSet, Field } from '../dataSet.js';
import { type FieldDefinition, field, makeDataSet, plainFields } from '../model/fieldDefinition.js';
import type { FileDigest } from '../outputFile.js';
import { type ReportContext, type ReportOptions, reportContext } from '../reports/reportContext.js';
import { shownEmployee } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';
import { type CodeTotal, type CodeTotals, codeTotals, type EmployeeCode } from './codeTotals.js';
import { type JoinedException, JoinedExceptions, peopleText } from './joinedExceptions.js';

/** The sets that the totals of pay codes are computed from. */
export const SETS_OF_CODES = ['employees', 'pay-lines'] as const;

export const CODE_SETS: readonly string[] = ['pay-codes', 'employee-codes'];

/** The run's other files; their digests are known when they are written. */
export interface OtherFiles {
  readonly count: number;
  readonly list: () => readonly FileDigest[];
}

/** What a month is printed with, computed when it is read: pay codes, joined exceptions, and the run's other files. */
export function monthlySetsOf(model: TemplateModel, options: ReportOptions = {}): DataSet[] {
  const context = reportContext(model, options);
  let known: CodeTotals | undefined;
  const totals = (): CodeTotals => {
    known ??= codeTotals(context.people);
    return known;
  };
  return [
    makeDataSet<CodeTotal>(
      'pay-codes',
      CODE_FIELDS,
      later(() => totals().codes),
    ),
    employeeCodesSet(
      model,
      later(() => totals().ofEmployees),
    ),
    joinedExceptionsSet(context),
    filesSet({ count: 0, list: () => [] }),
  ];
}

function later<Item>(items: () => Iterable<Item>): Iterable<Item> {
  return { [Symbol.iterator]: () => items()[Symbol.iterator]() };
}

const isMinutes = ({ unit }: { readonly unit: string }): boolean => unit === 'minutes';

function amountFields<Item extends CodeTotal | EmployeeCode>(): FieldDefinition<Item>[] {
  return [
    field('payCode', 'text', 'payCode', ({ code }) => code),
    field('payCodeLabel', 'text', 'codeLabel', ({ label }) => label),
    field('unit', 'text', 'codeUnit', ({ unit }) => unit),
    field('minutes', 'minutes', 'codeMinutes', (code) => (isMinutes(code) ? code.amount : null)),
    field('amount', 'number', 'codeAmount', (code) => (isMinutes(code) ? null : code.amount)),
  ];
}

const CODE_FIELDS: readonly FieldDefinition<CodeTotal>[] = [
  ...amountFields<CodeTotal>(),
  field('kind', 'text', 'kind', ({ kind }) => kind),
  field('employeeCount', 'integer', 'codePeople', ({ people }) => people),
  field('columnOrder', 'integer', 'codeOrder', ({ columnOrder }) => columnOrder),
  field('startsPremiums', 'boolean', 'codeStartsPremiums', ({ startsPremiums }) => startsPremiums),
  field('equalsWorked', 'boolean', 'codeEqualsWorked', ({ equalsWorked }) => equalsWorked),
];

function employeeCodesSet({ dataSets }: TemplateModel, codes: Iterable<EmployeeCode>): DataSet {
  const known = dataSets.get('employees')?.fields ?? [];
  const person = known
    .filter(({ name }) => name.startsWith('employee.'))
    .map(
      (each): FieldDefinition<EmployeeCode> => ({
        ...each,
        describes: undefined,
        of: ({ employee }) => employee[each.name] ?? null,
      }),
    );
  return makeDataSet<EmployeeCode>('employee-codes', [...person, ...amountFields<EmployeeCode>()], codes);
}

/** The exceptions, in which the same sentence about many people is one row. */
function joinedExceptionsSet(context: ReportContext): DataSet {
  const { fields = [], rows = [] } = context.model.dataSets.get('exceptions') ?? {};
  const own = fields.map(
    (each): FieldDefinition<JoinedException> => ({
      ...each,
      // A row about several people is about no single record.
      of: ({ row, people }) => (each.name === 'record' && people > 1 ? null : (row[each.name] ?? null)),
    }),
  );
  const definitions: FieldDefinition<JoinedException>[] = [
    ...own,
    field('employeeCount', 'integer', 'joinedEmployees', ({ people }) => people),
    field('people', 'text', 'joinedPeople', (joined) => peopleText(context, joined) || null),
  ];
  const joined = later(() => {
    const sentences = new JoinedExceptions();
    for (const row of rows) sentences.add(row);
    return sentences.joined(rows);
  });
  return makeDataSet<JoinedException>('joined-exceptions', definitions, joined);
}

const FILE_FIELDS: readonly Field[] = [
  field('fileName', 'text', 'otherFileName', () => null),
  field('sha256', 'text', 'otherFileDigest', () => null),
];

/** The run's other files. The number of rows is known from the start, and their values when they are written. */
export function filesSet({ count, list }: OtherFiles): DataSet {
  const rows = Array.from(
    { length: count },
    (_, at): DataRow => ({
      get fileName() {
        return list()[at]?.name ?? null;
      },
      get sha256() {
        return list()[at]?.sha256 ?? null;
      },
    }),
  );
  return { name: 'files', fields: FILE_FIELDS, rows };
}

/** The sets in which a row is about one employee, who is listed by name. */
const LISTED = ['employees', 'clock-changes', 'period-edges'];

/** The same sets with the employee's name as it is listed: with what tells namesakes apart. */
export function withListedNames(model: TemplateModel): ReadonlyMap<string, DataSet> {
  const who = field<DataRow>('who', 'text', 'listedName', (row) => shownEmployee(model, row) || null);
  const needed = ['employee.id', 'employee.name'];
  const named = (set: DataSet): DataSet => {
    const mapped = (rows: Iterable<DataRow>): Iterable<DataRow> => ({
      *[Symbol.iterator]() {
        for (const row of rows) yield { ...row, who: who.of(row) };
      },
    });
    return {
      ...set,
      fields: [...set.fields, ...plainFields([{ ...who, describes: ['employee.id'] }])],
      rows: mapped(set.rows),
      rowsWith: (fields) =>
        fields.includes('who')
          ? mapped(set.rowsWith?.([...new Set([...fields, ...needed])]) ?? set.rows)
          : (set.rowsWith?.(fields) ?? set.rows),
    };
  };
  return new Map([...model.dataSets].map(([name, set]) => [name, LISTED.includes(name) ? named(set) : set]));
}

/** The model with the run's other files. */
export function withFiles(model: TemplateModel, files: OtherFiles): TemplateModel {
  return { ...model, dataSets: new Map(model.dataSets).set('files', filesSet(files)) };
}
