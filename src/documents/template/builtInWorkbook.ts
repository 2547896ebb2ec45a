import { join } from 'node:path';
import { findText } from '../../i18n/catalogue.js';
import type { Reader } from '../../i18n/formatMessage.js';
import type { MessageId } from '../../i18n/message.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import type { DataRow, DataSet, Field, FieldType } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { fillDrawnWorkbook } from './drawnWorkbook.js';

/** A workbook of paytally's own that is no template of a run, such as the list to enter by hand. */
export interface BuiltInWorkbook {
  /** Its folder in the package, and its file: `templates/hand-sheet/hand-sheet.xlsx`. */
  readonly name: 'hand-sheet' | 'register-differences';
  /** The folder of the package. */
  readonly packageFolder: string;
  readonly fileName: string;
  readonly reader: Reader;
  /** Texts of the catalogue that it shows with `say`; none of them has values. */
  readonly texts: readonly MessageId[];
  readonly run: DataRow;
  readonly dataSets: readonly DataSet[];
}

/** Fills a workbook that is drawn by `templates/NAME/draw.ts`. @throws PaytallyError RENDER_REFUSED */
export async function fillBuiltInWorkbook({
  name,
  packageFolder,
  fileName,
  reader,
  texts,
  run,
  dataSets,
}: BuiltInWorkbook): Promise<OutputFile> {
  const path = join(packageFolder, 'templates', name, `${name}.xlsx`);
  const words = Object.fromEntries(texts.map((id) => [id, findText(reader.language, id) ?? id]));
  const model = { run, dataSets: new Map(dataSets.map((set) => [set.name, set])) };
  const bytes = await readPlainFile(path, MOST_BYTES.template);
  return fillDrawnWorkbook(bytes, model, { fileName, subject: name, reader, words });
}

/** A data set of rows that are ready. @param types by the names of its fields */
export function readyDataSet(
  name: string,
  types: Readonly<Record<string, FieldType>>,
  rows: readonly DataRow[],
): DataSet {
  const fields = Object.entries(types).map(
    ([field, type]): Field => ({ name: field, type, description: '' }),
  );
  return { name, fields, rows };
}
