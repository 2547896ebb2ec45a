import { parseExpression, pathsIn } from '../../language/grammar.js';
import type { DataRow, Scalar } from '../dataSet.js';
import { expressionProblem } from '../languageWords.js';
import { compileRowTest } from './composedText.js';
import { FieldValues } from './fieldValues.js';
import { wholePeriod } from './filePart.js';
import { refusePartlyMet } from './refusedRows.js';
import { type RenderContext, resolveVariable, splitList } from './renderContext.js';
import type { FilterCondition } from './rowSelection.js';

/** The rows of a data set that meet all conditions. A number and its text are equal here. */
export function rowFilter(
  context: RenderContext,
  conditions: readonly FilterCondition[],
  data: string,
): (row: DataRow) => boolean {
  const tests = conditions.flatMap((condition) => compileCondition(context, condition, data));
  const keeps: RowTest = (row) => tests.every((test) => test(row));
  if (data !== 'employees') return keeps;
  const fields = conditions.flatMap(fieldsOf);
  return (row) => {
    refusePartlyMet(context, { fields, column: 'each' }, row, keeps);
    return keeps(row);
  };
}

function fieldsOf({ field, expression }: FilterCondition): string[] {
  if (expression === undefined) return [field];
  try {
    return pathsIn(parseExpression(expression));
  } catch {
    // The mistake is a problem of its own.
    return [];
  }
}

type RowTest = (row: DataRow) => boolean;

function compileCondition(context: RenderContext, condition: FilterCondition, data: string): RowTest[] {
  const { field, is, isNot, above, below, empty, expression } = condition;
  if (expression !== undefined) return [expressionTest(context, expression, data)];
  const tests: RowTest[] = [];
  if (is !== undefined) tests.push((row) => equalsText(row[field], resolveVariable(context, is)));
  if (isNot !== undefined) tests.push((row) => !equalsText(row[field], resolveVariable(context, isNot)));
  if (condition.in !== undefined) {
    const list = resolveList(context, condition.in);
    tests.push((row) => list.some((value) => equalsText(row[field], value)));
  }
  if (condition.notIn !== undefined) {
    const list = resolveList(context, condition.notIn);
    tests.push((row) => !list.some((value) => equalsText(row[field], value)));
  }
  if (above !== undefined) tests.push((row) => Number(row[field] ?? Number.NaN) > above);
  if (below !== undefined) tests.push((row) => Number(row[field] ?? Number.NaN) < below);
  if (empty !== undefined) tests.push((row) => ((row[field] ?? '') === '') === empty);
  return tests;
}

/** A mistake in an expression is a problem, and no row meets it. */
function expressionTest(context: RenderContext, expression: string, data: string): RowTest {
  const dataSet = context.model.dataSets.get(data);
  if (dataSet === undefined) return () => false;
  try {
    const fields = new FieldValues(context, dataSet, wholePeriod(context.model.run));
    return compileRowTest(context, fields, expression);
  } catch (cause) {
    context.problems.add(expressionProblem(cause), { column: 'each' });
    return () => false;
  }
}

type List = NonNullable<FilterCondition['in']>;

/** The values of a list, or of the variable that holds it. */
export function resolveList(context: RenderContext, list: List): readonly Scalar[] {
  const values = resolveVariable(context, list);
  return typeof values === 'string' ? splitList(values) : (values as readonly Scalar[]);
}

function equalsText(value: Scalar | undefined, expected: unknown): boolean {
  return String(value ?? '') === String(expected);
}
