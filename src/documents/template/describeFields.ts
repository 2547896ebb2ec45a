import { englishText, formatText } from '../../i18n/formatMessage.js';
import type { Message, MessageId } from '../../i18n/message.js';
import type { Field } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { PART_FIELDS } from '../text/filePart.js';
import { sampleModel } from './sampleModel.js';

/** A data set for templates. */
interface DataSetDescription {
  readonly name: string;
  /** The description of a row. */
  readonly rows: Message;
  readonly fields: readonly Field[];
}

/** All names for templates. */
interface FieldsDescription {
  /** Fields of the run, which can be used anywhere. */
  readonly run: readonly Field[];
  /** Fields of one file of a text template. */
  readonly part: readonly Field[];
  readonly dataSets: readonly DataSetDescription[];
}

/** All data sets with their fields, in the order of the model. Columns of the mapping file are not included. */
export function describeFields(): FieldsDescription {
  return {
    run: RUN_FIELDS,
    part: PART_FIELDS,
    dataSets: [...sampleModel().dataSets.values()].map(({ name, fields }) => ({
      name,
      rows: { id: `model.rows.${name}` as MessageId, values: {} },
      fields,
    })),
  };
}

/** All names for templates, as Markdown: a table for the run, one for the file, and one per data set. */
export function fieldTables(): string {
  const { run, part, dataSets } = describeFields();
  return [
    ...fieldTable('The run', 'Anywhere in a template.', run),
    ...fieldTable('The file', 'In text templates: what the file covers.', part),
    ...dataSets.flatMap((dataSet) => dataSetText(dataSet)),
  ]
    .join('\n')
    .trimEnd();
}

function dataSetText({ name, rows, fields }: DataSetDescription): string[] {
  return fieldTable(`\`${name}\``, `${englishText(rows)}.`, fields);
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
      ({ name, type, description }) =>
        `| \`${name}\` | ${type} | ${formatText(description, 'en').replaceAll('|', '\\|')} |`,
    ),
    '',
  ];
}
