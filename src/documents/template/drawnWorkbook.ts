import {
  abbreviatedMonth,
  abbreviatedWeekday,
  dateFormat,
  dateText,
  dayHalfName,
  decimalSign,
  monthName,
  weekdayName,
} from '../../i18n/dateText.js';
import { formatText, type Reader } from '../../i18n/formatMessage.js';
import { hoursText } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import type { AnyMessage, MessageId } from '../../i18n/message.js';
import { type OwnText, ownText } from '../../i18n/ownText.js';
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
import { DATA_REFUSALS } from '../dataRefusals.js';
import { languageWords } from '../languageWords.js';
import type { OutputFile } from '../outputFile.js';
import { nameSortKey } from '../sortKey.js';
import type { TemplateModel } from '../templateModel.js';
import { translateErrors, workbookContent } from '../workbookWords.js';
import { sampleModel } from './sampleModel.js';
import type { TemplateWords } from './template.js';

/** The workbook engine's formats, sort order and message examples for payroll. */
export function workbookSettings(reader: Language | Reader, words: TemplateWords = {}): WorkbookSettings {
  const to = typeof reader === 'string' ? { language: reader, hours: 'clock' as const } : reader;
  const { language, hours } = to;
  return {
    phrases: phrasesFor(to, words),
    words: {
      decimalSign: decimalSign(language),
      dateText: (date) => dateText(language, date),
      monthName: (month) => monthName(language, month),
      abbreviatedMonth: (month, where) => abbreviatedMonth(language, month, where),
      weekdayName: (weekday) => weekdayName(language, weekday),
      abbreviatedWeekday: (weekday, where) => abbreviatedWeekday(language, weekday, where),
      dayHalfName: (hour) => dayHalfName(language, hour),
      clockText: (time) => time,
      dateFormat: dateFormat(language),
      hourNotation: hours,
      minutesText: (minutes) => hoursText(minutes, hours, language),
    },
    sortKeyOf: nameSortKey,
    canBeNegative: (field) => /(^|\.)(differenceMinutes|change)$/.test(field),
    describeSet: (name) => ({ id: `model.rows.${name}` as MessageId, values: {} }),
    refuses: DATA_REFUSALS,
    examples: {
      dataSet: 'employee-days',
      groupField: 'employee.id',
      sortField: 'date',
      textField: 'employee.name',
      numberField: 'workedMinutes',
    },
  };
}

/** The texts of a template in the language of the reader. */
function phrasesFor(reader: Reader, words: TemplateWords): ReadonlyMap<string, OwnText> {
  return new Map(
    Object.entries(words).map(([key, text]) => [key, ownText(formatText(text, reader), reader)] as const),
  );
}

interface DrawnWorkbookOptions {
  /** The name of the written file. */
  readonly fileName: string;
  /** Names the template in messages. */
  readonly subject: string;
  readonly reader: Language | Reader;
  /** The texts for `say("…")`. @default none */
  readonly words?: TemplateWords | undefined;
  /** Pictures that data may choose, by their paths, base64. @default the drawn pictures are kept */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
}

/** Fills a drawn workbook. @throws PaytallyError TEMPLATE_INVALID; RENDER_REFUSED, also while it is read */
export async function fillDrawnWorkbook(
  bytes: Uint8Array,
  model: TemplateModel,
  { fileName, subject, reader, words, pictures }: DrawnWorkbookOptions,
): Promise<OutputFile> {
  const files = Object.entries(pictures ?? {}).map(
    ([path, content]) => [path, Buffer.from(content, 'base64')] as const,
  );
  const chosen = pictures ? { pictures: new Map(files) } : {};
  const options = { subject, ...chosen, ...workbookSettings(reader, words) };
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
  words?: TemplateWords,
): Promise<DrawnWorkbookCheck> {
  const options = { subject, ...workbookSettings('en', words) };
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
