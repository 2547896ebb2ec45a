import { reviewTexts } from '../../../language/review/reviewTexts.js';
import { textOfCode } from '../../../language/text.js';
import type { SheetRow } from '../../../workbook/index.js';
import { countColumn, differenceColumns, minutesColumn } from '../amountColumns.js';
import { changeLines } from '../changeLines.js';
import { closingFacts } from '../closingFacts.js';
import { calculatedText, type SurveyedTable, surveyed, textColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { eachRow, textOf } from '../rowAccess.js';
import { noteRow, type SheetPart } from '../stackedSheet.js';
import { SharedUnit } from '../timeUnit.js';

/** A titled table of the front sheet. */
export interface CoverSection extends SurveyedTable {
  readonly name: string;
  readonly title: string;
  readonly totalLabel?: string;
}

/** Of a final: who made it and when, what stands before it in the ledger, and the digests of its other files. */
export function closingParts(context: ReportContext): SheetPart[] {
  const facts = closingFacts(context);
  if (facts.length === 0) return [];
  const words = reviewTexts(context.language);
  const { files } = context;
  const digests: SheetPart = {
    title: words.filesOfRun,
    late: {
      count: files.count * ROWS_OF_FACT,
      rows: () =>
        padded(
          files.list().flatMap(({ name, sha256 }) => factRows(name, sha256)),
          files.count * ROWS_OF_FACT,
        ),
    },
  };
  return [
    { rows: facts.flatMap(([title, value]) => factRows(title, value)) },
    ...(files.count > 0 ? [digests] : []),
  ];
}

/** So many rows as were announced, whatever became of the files. */
function padded(rows: readonly SheetRow[], count: number): readonly SheetRow[] {
  return Array.from({ length: count }, (_, index) => rows[index] ?? { cells: [] });
}

const ROWS_OF_FACT = 2;

/** One below the other: beside a value of its row, a file's name of sixty letters would be cut. */
function factRows(title: string, value: string): readonly SheetRow[] {
  return [{ cells: [{ style: 'label', value: title }] }, { cells: [{ style: 'text', value }] }];
}

/** Where every fetched entry and minute went, in all. */
export function controlSection(context: ReportContext): CoverSection {
  const { t, language, model } = context;
  const rows = [...eachRow(model, 'control')].filter((row) => textOf(row, 'scope') === 'total');
  const columns = [
    calculatedText(t('reason'), (row) => textOfCode(language, textOf(row, 'reason'))),
    countColumn(t('entries'), 'entries', 'repeatedly'),
    minutesColumn(context, t('hours'), 'minutes', new SharedUnit(context)),
  ];
  return { name: 'ControlInAll', title: t('controlTitle'), ...surveyed(rows, columns) };
}

/** What moved unusually beside an earlier run; a sentence where nothing did. */
export function changesPart(context: ReportContext): SheetPart[] {
  const { model, language } = context;
  const words = reviewTexts(language);
  if (model.earlier === undefined || changeRows(context).length > 0) return [];
  return [{ title: words.changes, rows: [noteRow(words.nothingUnusual)] }];
}

export function changesSection(context: ReportContext): CoverSection {
  const { t, language } = context;
  const words = reviewTexts(language);
  const unit = new SharedUnit(context);
  const columns = [
    textColumn(t('employee'), 'name', 26),
    textColumn(words.what, 'what'),
    textColumn(words.payCode, 'code'),
    minutesColumn(context, words.beforeHeading, 'beforeMinutes', unit),
    minutesColumn(context, words.now, 'afterMinutes', unit),
    ...differenceColumns(context, unit),
    textColumn(words.against, 'against'),
  ];
  return { name: 'WhatChanged', title: words.changes, ...surveyed(changeRows(context), columns) };
}

function changeRows({ model, language }: ReportContext) {
  return changeLines(model, reviewTexts(language)).map((line) => ({
    ...line,
    differenceMinutes: line.afterMinutes - line.beforeMinutes,
  }));
}
