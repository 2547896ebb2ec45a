import { message } from '../../i18n/message.js';
import type { DataRow, Scalar } from '../dataSet.js';
import type { FileSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import { textPaths } from './textPaths.js';

/**
 * What the name of each file of a split says about its rows, by the value that splits them: `{{employee.name}}` for
 * files by `employee.id`. A field with several values in one file is a problem.
 */
export function splitNames(
  { model, problems }: RenderContext,
  { fileName = '' }: FileSpec,
  field: string,
  dataSets: Iterable<string>,
): ReadonlyMap<string, DataRow> {
  const named = new Map<string, Record<string, Scalar>>();
  const paths = textPaths(fileName);
  for (const data of dataSets) {
    const { fields = [], rows = [] } = model.dataSets.get(data) ?? {};
    const names = paths.filter((path) => fields.some(({ name }) => name === path));
    if (names.length === 0) continue;
    for (const row of rows) {
      const value = String(row[field] ?? '');
      const known = named.get(value) ?? {};
      named.set(value, known);
      for (const name of names) {
        const own = row[name] ?? null;
        if (name in known && known[name] !== own)
          problems.add(message('template.value.differs'), {
            column: 'fileName',
            value: `${name} (${value})`,
          });
        known[name] = own;
      }
    }
  }
  return named;
}
