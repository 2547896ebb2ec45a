import type { Field } from '../dataSet.js';
import { type DataSetDescription, describeFields } from './describeFields.js';

/** The reference page of everything that templates can name, as Markdown. */
export function fieldsPage(): string {
  const { run, part, dataSets } = describeFields();
  return [
    '# Fields that templates can use',
    '',
    'Made by `npm run build` from the program itself: change the descriptions in the code, not here.',
    '',
    'Text templates name a field in a column (`field: employee.name`) or a text (`{{ employee.name }}`), workbooks in a',
    'cell (`{{employee.name}}`). Columns of `employees.csv` of your own are `employee.NAME` in every row about an employee.',
    'Minutes are whole numbers, dates `YYYY-MM-DD`; a field without a value is empty.',
    '',
    ...fieldTable('The run', 'Anywhere in a template.', run),
    ...fieldTable('The file', 'In text templates: what one of their files covers.', part),
    ...dataSets.flatMap((dataSet) => dataSetText(dataSet)),
  ].join('\n');
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
