import type { Field } from '../dataSet.js';
import { type DataSetDescription, describeFields } from './describeFields.js';

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
