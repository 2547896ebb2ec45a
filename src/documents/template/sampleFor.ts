import type { DataRow, DataSet, Scalar } from '../dataSet.js';
import type { ReportModel } from '../reportModel.js';
import type { TextSpec } from '../text/textTemplate.js';
import { sampleModel } from './sample/sampleModel.js';

export interface TemplateSample {
  readonly model: ReportModel;
  readonly variables: Readonly<Record<string, string>>;
}

/** The sample model with the numbers, codes and mapping columns that the template's target would have. */
export function sampleFor(spec: TextSpec): TemplateSample {
  const { run, dataSets } = sampleModel();
  const adapted = [...dataSets.values()].map((set) => adapt(set, spec));
  return {
    model: { run, dataSets: new Map(adapted.map((set) => [set.name, set])) },
    variables: sampleVariables(spec),
  };
}

/** A variable without sample and default is left out: the check then says that it is missing. */
function sampleVariables(spec: TextSpec): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries(spec.variables)) {
    const value = variable.sample ?? variable.default;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function adapt(set: DataSet, spec: TextSpec): DataSet {
  if (!set.fields.some((field) => field.name === 'employee.id')) return set;
  const own = Object.keys(spec.mappingColumns).map((name) => ({
    name: `employee.${name}`,
    type: 'text' as const,
    description: '',
  }));
  return { ...set, fields: [...set.fields, ...own], rows: set.rows.map((row) => adaptRow(row, spec)) };
}

function adaptRow(row: DataRow, spec: TextSpec): DataRow {
  const person = Number(String(row['employee.id']).slice(-2)) - 1;
  const changed: Record<string, Scalar> = { ...row };
  const number = spec.sample.employeeNumbers[person];
  if (number !== undefined) changed['employee.number'] = number;
  for (const [name, column] of Object.entries(spec.mappingColumns)) {
    changed[`employee.${name}`] = column.samples[person % column.samples.length] ?? null;
  }
  const payCode = typeof row.payCode === 'string' ? spec.sample.payCodes[row.payCode] : undefined;
  if (payCode !== undefined) {
    changed.external = payCode.external;
    changed.secondary = payCode.secondary ?? null;
  }
  return changed;
}
