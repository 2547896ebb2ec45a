import {
  type DataRefusals,
  type DataRow,
  ENGLISH_WORDS,
  type Field,
  type LanguageSettings,
  type Phrase,
  plainSortKey,
  type ValueWords,
} from '../language/languageValues.js';
import type { CallerWords } from '../language/messageText.js';
import { TemplateError } from '../language/templateError.js';
import { message } from './messages.js';

/** A named list of rows that a workbook repeats over. */
export interface DataSet {
  readonly fields: readonly Field[];
  /** May be generated on request, and may be iterated several times. An array is used unchanged. */
  readonly rows: Iterable<DataRow>;
  /** The same rows with only these fields, if the others are expensive. @default rows */
  readonly rowsWith?: (fields: readonly string[]) => Iterable<DataRow>;
}

/** The data for placeholders: general facts, and data sets by name. */
export interface WorkbookModel {
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, DataSet>;
}

/** Names from a model for examples in messages. */
export interface WorkbookExamples {
  readonly dataSet: string;
  readonly groupField: string;
  readonly sortField: string;
  readonly textField: string;
  readonly numberField: string;
}

/** How values are written and sorted, and what messages show. */
export interface WorkbookSettings {
  /** @default English */
  readonly words?: ValueWords;
  /** The template's own texts, by their keys. @default none */
  readonly phrases?: ReadonlyMap<string, Phrase>;
  /** The sort key of a text; compared with `<`. @default the text without case and marks */
  readonly sortKeyOf?: (text: string) => string;
  /** Fields whose values may be negative: Excel shows no negative durations. @default none */
  readonly canBeNegative?: (field: string) => boolean;
  /** The name of a data set's row, for messages. @default its name */
  readonly describeSet?: (name: string) => CallerWords;
  /** What is wrong with data that totals and conditions meet. @default nothing */
  readonly refuses?: DataRefusals | undefined;
  /** @default the first fields that fit */
  readonly examples?: Partial<WorkbookExamples>;
}

export type FullSettings = LanguageSettings &
  Pick<Required<WorkbookSettings>, 'describeSet'> & { readonly examples: WorkbookExamples };

/** The settings with their defaults. */
export function fullSettings(
  { words, phrases, sortKeyOf, canBeNegative, describeSet, refuses, examples }: WorkbookSettings,
  dataSets: ReadonlyMap<string, readonly Field[]>,
): FullSettings {
  return {
    words: words ?? ENGLISH_WORDS,
    phrases: phrases ?? new Map(),
    sortKeyOf: sortKeyOf ?? plainSortKey,
    canBeNegative: canBeNegative ?? (() => false),
    describeSet: describeSet ?? ((name) => name),
    refuses,
    formatElsewhere: (name) => {
      if (name === 'merge') return new TemplateError(message('merge.notAlone'));
      if (name !== 'picture' && name !== 'qr') return undefined;
      return new TemplateError(message('format.pictureInCell', { name }));
    },
    namesElsewhere: ['merge'],
    examples: { ...firstFields(dataSets), ...examples },
  };
}

function firstFields(dataSets: ReadonlyMap<string, readonly Field[]>): WorkbookExamples {
  const [dataSet = 'rows', fields = []] = [...dataSets][0] ?? [];
  const first = (fits: (field: Field) => boolean): string =>
    fields.find(fits)?.name ?? fields[0]?.name ?? 'field';
  return {
    dataSet,
    groupField: first(({ type }) => type === 'text'),
    sortField: first(({ type }) => type === 'date'),
    textField: first(({ type }) => type === 'text'),
    numberField: first(({ type }) => type === 'minutes' || type === 'integer'),
  };
}
