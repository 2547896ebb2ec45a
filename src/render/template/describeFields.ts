import type { Field } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { PART_FIELDS } from '../text/filePart.js';
import { sampleModel } from './sampleModel.js';

/** A data set as templates see it. */
interface DataSetDescription {
  readonly name: string;
  /** What one row of it is. */
  readonly rows: string;
  readonly fields: readonly Field[];
}

/** Everything that templates can name. */
interface FieldsDescription {
  /** Fields of the run, for any place. */
  readonly run: readonly Field[];
  /** Fields of one file of a text template. */
  readonly part: readonly Field[];
  readonly dataSets: readonly DataSetDescription[];
}

const ROWS: Readonly<Record<string, string>> = {
  entries: 'a row per exported entry and local day of the period',
  'employee-days': 'a row per employee and local day with worked or planned minutes',
  employees: 'a row per employee with the totals of the period',
  days: 'every calendar day of the period with the sums of all employees, also where nobody worked',
  'agency-days': 'a row per agency worker and local day',
  'pay-lines':
    'a row per employee, day, pay code and place of work; loadings stand on top of the base minutes',
  exceptions: 'a row per exception, in words of the language of the run',
  'planned-worked':
    'a row per shift and the entry worked on it, per shift without work, and per entry without shift',
  calendar: 'every calendar day of the period for everybody with a minute in it, worked or not',
  'clock-changes': 'exported entries that were worked over a change of the clocks',
  'period-edges': 'entries with stamps on both sides of the edge of the period, or minutes beyond it',
  holidays: 'holidays on the dates on which the employer grants them',
  changes: 'a row per person or pay code that moved unusually beside an earlier run',
  control: 'where every fetched entry and minute went: in all, by establishment and by employee',
};

/** All data sets with their fields, in the order of the model. Columns of the mapping file are not among them. */
export function describeFields(): FieldsDescription {
  return {
    run: RUN_FIELDS,
    part: PART_FIELDS,
    dataSets: [...sampleModel().dataSets.values()].map(({ name, fields }) => ({
      name,
      rows: ROWS[name] ?? '',
      fields,
    })),
  };
}

/** Everything that templates can name, as Markdown: a table for the run, one for the file, and one per data set. */
export function fieldTables(): string {
  const { run, part, dataSets } = describeFields();
  return [
    ...fieldTable('The run', 'Anywhere in a template.', run),
    ...fieldTable('The file', 'In text templates: what one of their files covers.', part),
    ...dataSets.flatMap((dataSet) => dataSetText(dataSet)),
  ]
    .join('\n')
    .trimEnd();
}

function dataSetText({ name, rows, fields }: DataSetDescription): string[] {
  return fieldTable(`\`${name}\``, `${rows.charAt(0).toUpperCase()}${rows.slice(1)}.`, fields);
}

function fieldTable(title: string, text: string, fields: readonly Field[]): string[] {
  return [
    `## ${title}`,
    '',
    text,
    '',
    '| field | type | holds |',
    '|---|---|---|',
    ...fields.map(
      ({ name, type, description }) => `| \`${name}\` | ${type} | ${description.replaceAll('|', '\\|')} |`,
    ),
    '',
  ];
}
