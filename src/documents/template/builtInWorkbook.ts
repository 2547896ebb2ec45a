import { join } from 'node:path';
import { findText } from '../../i18n/catalogue.js';
import type { Reader } from '../../i18n/formatMessage.js';
import { LANGUAGES } from '../../i18n/language.js';
import { parameterNames } from '../../i18n/ownText.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import type { DataRow, DataSet, Field, FieldType } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import type { Label } from '../text/label.js';
import { drawnPlaceholders, fillDrawnWorkbook } from './drawnWorkbook.js';
import type { TemplateWords } from './template.js';

/** A workbook that `templates/NAME/draw.ts` draws when paytally is built. */
export interface BuiltInWorkbook {
  /** Its file is `NAME.xlsx`, in the given folder. */
  readonly name: string;
  readonly folder: string;
  readonly fileName: string;
  readonly reader: Reader;
  readonly model: TemplateModel;
}

/** The path of the workbook of a folder of `templates`. */
export function drawnPath({ folder, name }: Pick<BuiltInWorkbook, 'folder' | 'name'>): string {
  return join(folder, `${name}.xlsx`);
}

/** Fills a built-in workbook. @throws PaytallyError RENDER_REFUSED */
export async function fillBuiltInWorkbook(workbook: BuiltInWorkbook): Promise<OutputFile> {
  const { name, fileName, reader, model } = workbook;
  const bytes = await readPlainFile(drawnPath(workbook), MOST_BYTES.template);
  const words = await catalogueWords(bytes, name, (id) => numberedText(findText(reader.language, id)));
  return fillDrawnWorkbook(bytes, model, { fileName, subject: name, reader, words });
}

/**
 * The texts that a built-in workbook shows with `say("reports.total")`: those of the program's catalogues. Their values
 * are numbered in the order of their names.
 */
export async function catalogueWords(
  bytes: Uint8Array,
  name: string,
  textOf: (id: string) => Label | undefined = inAllLanguages,
): Promise<TemplateWords> {
  const placeholders = await drawnPlaceholders(bytes, name, new Set());
  const ids = placeholders.flatMap((text) =>
    [...text.matchAll(/\bsay\(\s*["']([\w.-]+)["']/g)].map(([, id = '']) => id),
  );
  return Object.fromEntries(
    [...new Set(ids)].sort().flatMap((id) => {
      const text = textOf(id);
      return text === undefined ? [] : [[id, text] as const];
    }),
  );
}

/** For a copy, whose `template.yaml` has the texts. */
function inAllLanguages(id: string): Label | undefined {
  const [en, nl, fr, de] = LANGUAGES.map((language) => numberedText(findText(language, id)));
  return en === undefined || nl === undefined || fr === undefined || de === undefined
    ? undefined
    : { en, nl, fr, de };
}

/** `{at}, {by}` as `{0}, {1}`, as templates write it. */
function numberedText(text: string | undefined): string | undefined {
  const names = text === undefined ? [] : [...parameterNames(text)].sort();
  return names.reduce<string | undefined>(
    (numbered, name, at) => numbered?.replaceAll(new RegExp(`\\{${name}(?=[,}])`, 'g'), `{${at}`),
    text,
  );
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

/** A model of such sets, for a workbook that is no template of a run. */
export function readyModel(run: DataRow, dataSets: readonly DataSet[]): TemplateModel {
  return { run, dataSets: new Map(dataSets.map((set) => [set.name, set])) };
}
