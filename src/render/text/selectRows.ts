import type { DataRow, Scalar } from '../dataSet.js';
import { listOf, type RenderContext, resolve } from './renderContext.js';
import type { FilterCondition } from './sectionSpec.js';

/** The rows that meet all conditions. A number and its text are the same value here. */
export function rowFilter(
  context: RenderContext,
  conditions: readonly FilterCondition[],
): (row: DataRow) => boolean {
  const tests = conditions.flatMap((condition) => testsOf(context, condition));
  return (row) => tests.every((test) => test(row));
}

type RowTest = (row: DataRow) => boolean;

function testsOf(context: RenderContext, condition: FilterCondition): RowTest[] {
  const { field, is, isNot, above, below, empty } = condition;
  const tests: RowTest[] = [];
  if (is !== undefined) tests.push((row) => same(row[field], resolve(context, is)));
  if (isNot !== undefined) tests.push((row) => !same(row[field], resolve(context, isNot)));
  if (condition.in !== undefined) {
    const list = valuesOf(context, condition.in);
    tests.push((row) => list.some((value) => same(row[field], value)));
  }
  if (condition.notIn !== undefined) {
    const list = valuesOf(context, condition.notIn);
    tests.push((row) => !list.some((value) => same(row[field], value)));
  }
  if (above !== undefined) tests.push((row) => Number(row[field] ?? Number.NaN) > above);
  if (below !== undefined) tests.push((row) => Number(row[field] ?? Number.NaN) < below);
  if (empty !== undefined) tests.push((row) => ((row[field] ?? '') === '') === empty);
  return tests;
}

type List = NonNullable<FilterCondition['in']>;

function valuesOf(context: RenderContext, list: List): readonly Scalar[] {
  const values = resolve(context, list);
  return typeof values === 'string' ? listOf(values) : (values as readonly Scalar[]);
}

function same(value: Scalar | undefined, expected: unknown): boolean {
  return String(value ?? '') === String(expected);
}
