import {
  abbreviatedMonth,
  abbreviatedWeekday,
  dateText,
  dayHalfName,
  decimalSign,
  monthName,
  weekdayName,
} from '../../i18n/dateText.js';
import type { Language } from '../../i18n/language.js';
import type { AnyMessage, MessageId } from '../../i18n/message.js';
import {
  checkWorkbook,
  fieldsOfModel,
  fillWorkbook,
  problemMessage,
  readingMessage,
  usedDataSets,
  usedPlaceholders,
  type WorkbookSettings,
} from '../../workbook/index.js';
import { languageWords } from '../languageWords.js';
import type { OutputFile } from '../outputFile.js';
import { nameSortKey } from '../sortKey.js';
import type { TemplateModel } from '../templateModel.js';
import { translateErrors, workbookContent } from '../workbookWords.js';
import { sampleModel } from './sampleModel.js';

/** The workbook engine's formats, sort order and message examples for payroll. */
export function workbookSettings(language: Language): WorkbookSettings {
  return {
    words: {
      decimalSign: decimalSign(language),
      dateText: (date) => dateText(language, date),
      monthName: (month) => monthName(language, month),
      abbreviatedMonth: (month, where) => abbreviatedMonth(language, month, where),
      weekdayName: (weekday) => weekdayName(language, weekday),
      abbreviatedWeekday: (weekday, where) => abbreviatedWeekday(language, weekday, where),
      dayHalfName: (hour) => dayHalfName(language, hour),
    },
    sortKeyOf: nameSortKey,
    canBeNegative: (field) => /(^|\.)(differenceMinutes|change)$/.test(field),
    describeSet: (name) => ({ id: `model.rows.${name}` as MessageId, values: {} }),
    examples: {
      dataSet: 'employee-days',
      groupField: 'employee.id',
      sortField: 'date',
      textField: 'employee.name',
      numberField: 'workedMinutes',
    },
  };
}

interface DrawnWorkbookOptions {
  /** The name of the written file. */
  readonly fileName: string;
  /** Names the template in messages. */
  readonly subject: string;
  readonly language: Language;
  /** Pictures that data may choose, by their paths, base64. @default the drawn pictures are kept */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
}

/** Fills a drawn workbook. @throws PaytallyError TEMPLATE_INVALID; RENDER_REFUSED, also while it is read */
export async function fillDrawnWorkbook(
  bytes: Uint8Array,
  model: TemplateModel,
  { fileName, subject, language, pictures }: DrawnWorkbookOptions,
): Promise<OutputFile> {
  const files = Object.entries(pictures ?? {}).map(
    ([path, content]) => [path, Buffer.from(content, 'base64')] as const,
  );
  const chosen = pictures ? { pictures: new Map(files) } : {};
  const options = { subject, ...chosen, ...workbookSettings(language) };
  const { rows, content } = await translateErrors(fillWorkbook(bytes, model, options));
  return { name: fileName, rows, content: workbookContent(content) };
}

export interface DrawnWorkbookCheck {
  /** What is wrong with it, each with its place and remedy. */
  readonly problems: readonly AnyMessage[];
  /** How ambiguous references were interpreted: `Hours!B5: A4 means the row before …`. */
  readonly readings: readonly AnyMessage[];
}

/** Checks a drawn workbook. @throws PaytallyError TEMPLATE_INVALID if it cannot be read */
export async function checkDrawnWorkbook(
  bytes: Uint8Array,
  model: TemplateModel,
  subject: string,
): Promise<DrawnWorkbookCheck> {
  const options = { subject, ...workbookSettings('en') };
  const { problems, readings } = await translateErrors(checkWorkbook(bytes, fieldsOfModel(model), options));
  return {
    problems: problems.map((each) => languageWords(problemMessage(each))),
    readings: readings.map((each) => languageWords(readingMessage(each))),
  };
}

/** The data sets that a workbook uses. @throws PaytallyError TEMPLATE_INVALID if it cannot be read */
export function drawnDataSets(bytes: Uint8Array, subject: string): Promise<ReadonlySet<string>> {
  return translateErrors(usedDataSets(bytes, subject, fieldsOfModel(sampleModel())));
}

/** A workbook's data instructions, each once. @throws PaytallyError TEMPLATE_INVALID */
export function drawnPlaceholders(
  bytes: Uint8Array,
  subject: string,
  knownSets: ReadonlySet<string>,
): Promise<string[]> {
  return translateErrors(usedPlaceholders(bytes, subject, knownSets));
}
