import { message } from '../../i18n/message.js';
import { type Area, columnLetters, contains, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import { tokenize } from '../formula/tokens.js';
import {
  DIRECTIVE,
  type Extent,
  type NamedRule,
  parseRuleName,
  readNamedDirective,
} from '../language/directive.js';
import { findBraceMistake } from '../language/placeholder.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { TemplateRow } from '../package/templateRows.js';
import { TemplateError } from '../workbookError.js';
import { childOf, childrenOf, deepText, type XmlElement } from '../xml/parseXml.js';
import { type DirectiveReading, type PlacedDirective, readPlaced } from './readBands.js';

/** Directives in the text of cells. */
export function directivesInCells(
  rows: ReadonlyMap<number, TemplateRow>,
  pivots: readonly Area[],
  reading: DirectiveReading,
): PlacedDirective[] {
  const found: PlacedDirective[] = [];
  for (const { row, cells } of rows.values()) {
    for (const { column, value, formula } of cells) {
      if (pivots.some((area) => contains(area, row, column))) continue;
      if (formula || value === null || typeof value !== 'object') continue;
      if (!value.text.includes('{{')) {
        // No placeholder, so it is not looked at elsewhere.
        reportSlip(value.text, columnLetters(column) + row, reading);
        continue;
      }
      for (const [, inside = ''] of value.text.matchAll(DIRECTIVE)) {
        found.push(...readPlaced(inside, { row, column }, columnLetters(column) + row, reading));
      }
    }
  }
  return found;
}

/** A directive without a brace would silently have no effect. */
function reportSlip(text: string, cell: string, { report }: DirectiveReading): void {
  const slip = text.includes('{') ? findBraceMistake(text) : undefined;
  if (slip) report(cell, slip);
}

/** Directives in notes; the cells of those notes are added to `noteCells`. */
export function directivesInNotes(
  file: TemplatePackage,
  sheetPart: string,
  noteCells: Set<string>,
  reading: DirectiveReading,
): PlacedDirective[] {
  return file.related(sheetPart, 'comments').flatMap((part) => {
    const comments = childrenOf(childOf(file.xml(part).root, 'commentList'), 'comment');
    return comments.flatMap((comment) => {
      const cell = comment.attributes.ref ?? '';
      const { top: row = 0, left: column = 0 } = parseArea(cell) ?? {};
      const text = deepText(comment);
      reportSlip(text, cell, reading);
      const matches = [...text.matchAll(DIRECTIVE)];
      if (matches.length > 0) noteCells.add(cell);
      return matches.flatMap(([, inside = '']) => readPlaced(inside, { row, column }, cell, reading));
    });
  });
}

/** Directives in the form of defined names: `each_employee_days`. */
export function directivesInNames(
  names: readonly XmlElement[],
  sheet: string,
  { report, examples, knownSets }: DirectiveReading,
): PlacedDirective[] {
  return names.flatMap((element) => {
    const { name = '', comment = '' } = element.attributes;
    const rule = parseRuleName(name);
    const target = parseNamedArea(element.text);
    if (!rule || target?.sheet.toLowerCase() !== sheet.toLowerCase()) return [];
    if (!isIntendedRule(rule, comment, knownSets) || (rule.kind !== 'sheet' && isWholeSheet(target)))
      return [];
    try {
      const directive = readNamedDirective(rule, comment, toExtent(target));
      return [{ directive, row: target.top, column: target.left, place: name }];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { groupField, sortField } = examples;
      const remedy = error.remedyText ?? message('workbook.nameExample', { groupField, sortField });
      report(name, new TemplateError(message('workbook.ofName', { name, problem: error.text }), remedy));
      return [];
    }
  });
}

/** Names of other tools may look similar; `each_` with a comment is meant for paytally. */
export function isIntendedRule(rule: NamedRule, comment: string, knownSets: ReadonlySet<string>): boolean {
  if (comment !== '' || rule.kind === 'each') return true;
  return rule.kind !== 'if' && knownSets.has(rule.subject);
}

/** Whole columns repeat as columns, other areas as rows. */
function toExtent({ top, bottom, left, right }: Area): Extent {
  const isColumns = top === 1 && bottom === MAX_ROWS;
  return isColumns ? { axis: 'columns', count: right - left + 1 } : { axis: 'rows', count: bottom - top + 1 };
}

/** Neither rows nor columns of it can repeat. */
export function isWholeSheet({ bottom, right }: Area): boolean {
  return bottom === MAX_ROWS && right === MAX_COLUMNS;
}

/** The cells of a name; undefined if it is not a single area. */
export function parseNamedArea(text: string): ({ readonly sheet: string } & Area) | undefined {
  const tokens = tokenize(text);
  const [token] = tokens;
  if (tokens.length !== 1 || token?.kind !== 'reference' || token.sheet === undefined) return undefined;
  const { first, last = first } = token;
  const rows = [first.row ?? 1, last.row ?? MAX_ROWS];
  const columns = [first.column ?? 1, last.column ?? MAX_COLUMNS];
  return {
    sheet: token.sheet,
    ...{ top: Math.min(...rows), bottom: Math.max(...rows) },
    ...{ left: Math.min(...columns), right: Math.max(...columns) },
  };
}
