import {
  abbreviatedMonth,
  abbreviatedWeekday,
  dayHalfName,
  monthName,
  weekdayName,
} from '../../i18n/dateText.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { compileExpression, type Names } from '../../language/compileExpression.js';
import { refuseCountedField, type TotalWatch, totalOf } from '../../language/compileSelection.js';
import { compileText, type Facts, namesOfFacts } from '../../language/compileText.js';
import {
  type AggregateExpression,
  expressionText,
  parseExpression,
  partsOf,
  pathsIn,
} from '../../language/grammar.js';
import type { LanguageSettings } from '../../language/languageValues.js';
import { message as languageMessage } from '../../language/messageText.js';
import { clockFormat } from '../../language/numberFormats.js';
import { TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import type { Args, Typed } from '../../language/typed.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';
import { expressionProblem, languageWords } from '../languageWords.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { PLAIN_SETTINGS } from './conditionText.js';
import type { FieldReader, FieldValues } from './fieldValues.js';
import { PART_FIELDS } from './filePart.js';
import { otherSetOf, totalOfOther } from './otherTotals.js';
import { refuseMixedTotal, refusePartlyMet } from './refusedRows.js';
import type { RenderContext } from './renderContext.js';
import { employeesLabel, NO_CODES, type RowRecord } from './rowRecords.js';

/** Names of months and weekdays in the language of the run; everything else is the same in each language. */
export function textSettings({
  language,
  locale,
}: Pick<RenderContext, 'language' | 'locale'>): LanguageSettings {
  return {
    ...PLAIN_SETTINGS,
    onUnfit: (text) => {
      throw new TemplateError(text);
    },
    words: {
      decimalSign: locale?.decimalSign ?? '.',
      dateText: (date) => date,
      minutesText: clockFormat(':').print,
      monthName: (month) => monthName(language, month),
      abbreviatedMonth: (month, where) => abbreviatedMonth(language, month, where),
      weekdayName: (weekday) => weekdayName(language, weekday),
      abbreviatedWeekday: (weekday, where) => abbreviatedWeekday(language, weekday, where),
      dayHalfName: (hour) => dayHalfName(language, hour),
      clockText: (time) => time,
    },
  };
}

/** A text of facts that are known once. @throws TemplateError for an unknown name or a wrong type */
export function writeText(text: string, facts: Facts, settings: LanguageSettings = PLAIN_SETTINGS): string {
  return compileText(text, namesOfFacts(facts, settings)).write(undefined)();
}

/** Whether facts meet a condition, or what is wrong with the condition. */
export function testFacts(condition: string, facts: Facts): boolean | AnyMessage {
  try {
    const { valueAt } = compileExpression(parseExpression(condition), namesOfFacts(facts, PLAIN_SETTINGS));
    return Boolean(valueAt(undefined)());
  } catch (cause) {
    return expressionProblem(cause);
  }
}

/** Facts of a run, of a file and of its variables. @param variables may be undefined outside templates */
export function factsOfText(
  values: DataRow,
  variables: Readonly<Record<string, Scalar>>,
  further: readonly Field[] = [],
): Facts {
  const known = new Map([...RUN_FIELDS, ...PART_FIELDS, ...further].map((field) => [field.name, field.type]));
  const all: DataRow = {
    ...values,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])),
  };
  const fields = Object.entries(all).map(([name, value]): Field => {
    return { name, type: known.get(name) ?? typeOfValue(value), description: '' };
  });
  return { fields, value: (name) => all[name] ?? null };
}

function typeOfValue(value: Scalar): FieldType {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

interface RowReports {
  /** The rows of a group differ in a field that is used as one value. */
  readonly onDifferent: () => void;
  readonly onUnfit: LanguageSettings['onUnfit'];
  /** A correction adds up rows of which a field is not known. */
  readonly onUnknown?: (field: string) => void;
  /** Watches the rows of a total. */
  readonly watch?: (total: AggregateExpression, set: string) => TotalWatch;
}

/** The names of a row: its fields, those of the run and the file, and variables. Totals are over the rows of a group. */
export function rowTextNames(
  context: RenderContext,
  fields: FieldValues,
  { onDifferent, onUnfit, onUnknown, watch }: RowReports,
  group?: readonly string[],
): Names<[record: RowRecord], unknown> {
  const all = allNames(context, fields);
  const names: Names<[record: RowRecord], unknown> = {
    settings: { ...textSettings(context), onUnfit },
    key: () => undefined,
    field: ({ path }) => {
      const { type, of } = fields.named(path);
      const valueIn = (record: RowRecord): Scalar => {
        const value = of(record);
        if (value === undefined) onDifferent();
        return value ?? null;
      };
      return { type, field: path, canBeNegative: true, valueAt: () => valueIn };
    },
    aggregate: (aggregate) => {
      const other = otherSetOf(aggregate, fields.dataSet.name, all);
      if (other !== undefined)
        return wholeMinutes(
          totalOfOther(aggregate, other, {
            around: { data: fields.dataSet.name, group: [...(group ?? []), ...fields.blockKeys] },
            fields: all,
            names,
            run: { ...fields.constants, ...variableFacts(context) },
            rowsOf: (set) => fields.rowsOfFile(set),
            watch: watch?.(aggregate, other),
          }),
        );
      refuseCountedField(aggregate, names.field, all);
      if ([...partsOf(aggregate.of)].some(({ kind }) => kind === 'aggregate'))
        throw new TemplateError(
          languageMessage('field.totalOfRow', {
            text: expressionText(aggregate.of),
            set: fields.dataSet.name,
          }),
        );
      const used = ownFields(aggregate, fields.dataSet);
      return wholeMinutes(
        totalOf(
          aggregate,
          names,
          () =>
            ({ row, members = [row], known }) => {
              const unknown = known && used.find((name) => known.some((each) => !Object.hasOwn(each, name)));
              if (unknown !== undefined) onUnknown?.(unknown);
              return known ?? members;
            },
          (row): [RowRecord] => [{ row, codes: NO_CODES }],
          () => watch?.(aggregate, fields.dataSet.name) ?? {},
        ),
      );
    },
  };
  return names;
}

/** The fields of its own data set that a total uses. */
function ownFields(aggregate: AggregateExpression, { name, fields }: DataSet): readonly string[] {
  const paths = pathsIn(aggregate).map((path) => path.replace(`${name}.`, ''));
  return paths.filter((path) => fields.some((field) => field.name === path));
}

/** Cells have whole minutes: an average is rounded to them. */
function wholeMinutes<At extends Args>(total: Typed<At, unknown>): Typed<At, unknown> {
  if (total.type !== 'minutes') return total;
  return {
    ...total,
    valueAt: (context) => {
      const valueHere = total.valueAt(context);
      return (...at) => {
        const value = valueHere(...at);
        return typeof value === 'number' ? Math.round(value) : value;
      };
    },
  };
}

/** The names of all data sets, for totals; those of the run, of the file and of variables are known in each. */
function allNames({ model, variables }: RenderContext, { constants }: FieldValues): TemplateFields {
  const known = [...RUN_FIELDS, ...PART_FIELDS].filter(({ name }) => Object.hasOwn(constants, name));
  const ofVariables = Object.keys(variables).map((name) => {
    return { name: `variables.${name}`, type: 'text' as const };
  });
  return {
    run: [...known, ...ofVariables],
    dataSets: new Map([...model.dataSets].map(([name, { fields }]) => [name, fields] as const)),
  };
}

function variableFacts({ variables }: RenderContext): DataRow {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value]));
}

/**
 * A composed text per row. A mistake in it is a problem that names its column. @param group the fields by which the rows
 * are grouped
 */
export function compileRowText(
  context: RenderContext,
  fields: FieldValues,
  text: string,
  column: string,
  group?: readonly string[],
): FieldReader | undefined {
  const { problems } = context;
  let current: RowRecord | undefined;
  const report = (problem: AnyMessage) =>
    problems.add(problem, { column, employee: current && employeesLabel(current) });
  const reports = {
    onDifferent: () => report(message('template.value.differs')),
    onUnknown: (field: string) => report(message('template.correctionTotal', { field })),
    onUnfit: (unfit: Parameters<NonNullable<LanguageSettings['onUnfit']>>[0]) => report(languageWords(unfit)),
    watch: (total: AggregateExpression, set: string) => totalWatch(context, total, set, column),
  };
  const names = rowTextNames(context, fields, reports, group);
  try {
    const { single, write } = compileText(text, names);
    const type = single && cellType(single);
    const valueIn = single !== undefined && type !== undefined ? single.valueAt(undefined) : write(undefined);
    return {
      type: type ?? 'text',
      of: (record) => {
        current = record;
        return valueIn(record);
      },
    };
  } catch (cause) {
    problems.add(expressionProblem(cause), { column });
    return undefined;
  }
}

/** Refuses totals that add premiums to hours, and conditions that are true for a part of a person's row. */
function totalWatch(
  context: RenderContext,
  { of, where }: AggregateExpression,
  set: string,
  column: string,
): TotalWatch {
  const own = (path: string): string => (path.startsWith(`${set}.`) ? path.slice(set.length + 1) : path);
  const fields = where === undefined ? [] : pathsIn(where).map(own);
  return {
    added: (rows) => refuseMixedTotal(context, { set, paths: pathsIn(of), rows }, column),
    tested:
      set === 'employees'
        ? (row, keeps) => refusePartlyMet(context, { fields, column }, row, keeps)
        : undefined,
  };
}

/** The type of a cell for the value of an expression; undefined if it is written as text. */
function cellType({ type, hasWords }: Typed<[record: RowRecord], unknown>): FieldType | undefined {
  return hasWords || type === 'duration' || type === 'time' || type === 'notation' ? undefined : type;
}

/** Whether rows meet a condition that is an expression. @throws TemplateError */
export function compileRowTest(
  context: RenderContext,
  fields: FieldValues,
  expression: string,
): (row: DataRow) => boolean {
  const { valueAt } = compileExpression(
    parseExpression(expression),
    rowTextNames(context, fields, { onDifferent: () => undefined, onUnfit: undefined }),
  );
  const valueIn = valueAt(undefined);
  return (row) => Boolean(valueIn({ row, codes: NO_CODES }));
}
