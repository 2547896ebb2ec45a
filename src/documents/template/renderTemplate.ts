import { extname } from 'node:path';
import type { Config } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import type { HourNotation } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { runInterruptible } from '../../runtime/interruption.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import type { GivenRecord } from '../text/givenRows.js';
import type { TextOptions } from '../text/renderText.js';
import type { WrittenAmounts } from '../text/rowUnits.js';
import { drawnBytes, type ReportTemplate, type Template } from './template.js';

/** A text or workbook with its configuration. */
export interface RenderJob {
  readonly template: Exclude<Template, ReportTemplate>;
  readonly variables: TextOptions['variables'];
  readonly locale: TextOptions['locale'];
  readonly language: Language;
  /** The notation of hours in workbooks. @default 'clock' */
  readonly hours?: HourNotation;
  /** The records of correction files, in place of the rows of data sets. */
  readonly records?: readonly GivenRecord[] | undefined;
  /** `ignored`: the amounts are for comparison only, and values that a file would refuse do not matter. @default 'refused' */
  readonly problems?: TextOptions['problems'];
}

export function renderJob(
  template: RenderJob['template'],
  { locale, language, hours }: Config,
  variables: TextOptions['variables'],
): RenderJob {
  return { template, variables, locale, language, hours };
}

/** The files of a text or workbook. @throws PaytallyError RENDER_REFUSED, TEMPLATE_INVALID */
export async function renderTemplate(
  { template, variables, locale, language, records, hours = 'clock' }: RenderJob,
  model: TemplateModel,
  onNotice?: (notice: AnyMessage) => void,
): Promise<OutputFile[]> {
  if (template.kind === 'text') {
    const { makeReaders } = await import('../text/readBack.js');
    const { renderText } = await import('../text/renderText.js');
    await makeReaders(template);
    const options = { variables, locale, language, onNotice, records };
    return runInterruptible(() => renderText(template, model, options));
  }
  const { fillDrawnWorkbook } = await import('./drawnWorkbook.js');
  const { name, workbookPath, pictures, words } = template;
  const fileName = `${model.run['run.employer']}_${model.run['run.periodLabel']}_${name}${extname(workbookPath).toLowerCase()}`;
  const bytes = await drawnBytes(template);
  const options = { fileName, subject: name, reader: { language, hours }, words, pictures };
  return [await fillDrawnWorkbook(bytes, model, options)];
}

/** The data of the rows that are summed into a row of a file. */
const MEMBER_FIELDS = ['employee.id', 'date', 'payCode', 'establishment.id', 'costCenter'];

/**
 * The printed amounts of a text template's rows, and what its records show.
 * @throws PaytallyError RENDER_REFUSED
 */
export async function renderedAmounts(
  { template, variables, locale, language, problems }: RenderJob,
  model: TemplateModel,
): Promise<WrittenAmounts> {
  if (template.kind !== 'text') return { amounts: [], records: [] };
  const { renderText } = await import('../text/renderText.js');
  const { CollectedUnits } = await import('../text/rowUnits.js');
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
