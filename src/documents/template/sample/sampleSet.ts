import type { DataRow, DataSet, FieldType, Scalar } from '../../dataSet.js';

const DATES = new Set(['date', 'originalDate', 'entry.workDate']);
const BOOLEANS = new Set(['employee.active', 'entry.reviewed', 'reviewed', 'accepted']);

/** A data set of sample rows; types follow from the names, as they do in the model. */
export function sampleSet(name: string, rows: readonly DataRow[]): DataSet {
  const names = Object.keys(rows[0] ?? {});
  const fields = names.map((field) => {
    return {
      name: field,
      type: typeOf(
        field,
        rows.map((row) => row[field] ?? null),
      ),
      description: '',
    };
  });
  return { name, fields, rows };
}

function typeOf(name: string, values: readonly Scalar[]): FieldType {
  if (DATES.has(name)) return 'date';
  if (BOOLEANS.has(name)) return 'boolean';
  if (/(?:startsAt|endsAt|AtUtc)$/.test(name)) return 'timestamp';
  if (/minutes$/i.test(name) || name === 'change') return 'minutes';
  return values.some((value) => typeof value === 'number') ? 'integer' : 'text';
}
