import { extname } from 'node:path';
import { PaytallyError } from '../../errors.js';
import type { Language, LanguagePack } from '../../i18n/language.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { runInterruptible } from '../../runtime/interruption.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { drawnBytes, type ReportTemplate, type Template } from '../template/template.js';
import type { TemplateModel } from '../templateModel.js';
import type { GivenRecord } from '../text/givenRows.js';
import type { TextOptions } from '../text/renderText.js';
import type { WrittenAmounts } from '../text/rowUnits.js';

/** A template that may not be part of paytally, with its configuration: plain data. */
export interface RenderJob {
  readonly template: Exclude<Template, ReportTemplate>;
  readonly variables: TextOptions['variables'];
  readonly locale: TextOptions['locale'];
  readonly language: Language;
  /** The catalogue of a language that is not built in, because another thread does not have it. */
  readonly languagePack?: LanguagePack | undefined;
  /** The records of correction files, in place of the rows of data sets. */
  readonly records?: readonly GivenRecord[] | undefined;
  /** `ignored`: the amounts are for comparison only, and values that a file would refuse do not matter. @default 'refused' */
  readonly problems?: TextOptions['problems'];
}

/** Text and workbook code is loaded on demand, because a thread has its own copy of everything it loads. */
const textRendering = () => import('../text/renderText.js');
const unitsOfRows = () => import('../text/rowUnits.js');

async function speakOwn(pack: LanguagePack | undefined): Promise<void> {
  if (pack !== undefined) (await import('../../i18n/language.js')).addLanguage(pack);
}

/** Renders it in the current thread. @throws PaytallyError RENDER_REFUSED, TEMPLATE_INVALID */
export async function renderTemplate(
  { template, variables, locale, language, languagePack, records }: RenderJob,
  model: TemplateModel,
  onNotice?: (notice: AnyMessage) => void,
): Promise<OutputFile[]> {
  await speakOwn(languagePack);
  if (template.kind === 'text') {
    const { makeReaders } = await import('../text/readBack.js');
    const { renderText } = await textRendering();
    await makeReaders(template);
    const decided = records === undefined ? { content: 'late' as const } : { records };
    return renderText(template, model, { variables, locale, language, onNotice, ...decided });
  }
  const { fillDrawnWorkbook } = await import('../template/drawnWorkbook.js');
  const { name, workbookPath, pictures } = template;
  const fileName = `${model.run['run.employer']}_${model.run['run.periodLabel']}_${name}${extname(workbookPath).toLowerCase()}`;
  const bytes = await drawnBytes(template);
  return [await fillDrawnWorkbook(bytes, model, { fileName, subject: name, language, pictures })];
}

/** The data of the rows that are summed into a row of a file. */
const MEMBER_FIELDS = ['employee.id', 'date', 'payCode', 'establishment.id', 'costCenter'];

/**
 * The printed amounts of a text template's rows, and what its records show; runs in any thread.
 * @throws PaytallyError RENDER_REFUSED
 */
export async function renderedAmounts(
  { template, variables, locale, language, languagePack, problems }: RenderJob,
  model: TemplateModel,
): Promise<WrittenAmounts> {
  if (template.kind !== 'text') return { amounts: [], records: [] };
  await speakOwn(languagePack);
  const { renderText } = await textRendering();
  const { CollectedUnits } = await unitsOfRows();
  const collected = new CollectedUnits();
  const options = { variables, locale, language, problems, rowUnits: collected };
  runInterruptible(() => renderText(template, model, options));
  const [unreadable] = collected.unreadable;
  if (unreadable !== undefined) throw notAnAmount(template.name, ...unreadable);
  return {
    amounts: collected.amounts.map(({ members, ...amount }) => ({ ...amount, members: members.map(slim) })),
    records: [...collected.records.values()],
  };
}

function notAnAmount(template: string, column: string, text: string): PaytallyError {
  const values = { template, column, text: JSON.stringify(text) };
  return new PaytallyError('RENDER_REFUSED', message('template.notAmount', values), { record: template });
}

function slim(row: DataRow): DataRow {
  return Object.fromEntries(MEMBER_FIELDS.map((name) => [name, row[name] ?? null]));
}
