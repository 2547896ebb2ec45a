import type { ColumnSpec } from '../../documents/text/columnSpec.js';
import { allSections, type FileSpec } from '../../documents/text/fileSpec.js';
import type { TextSpec } from '../../documents/text/textTemplate.js';
import { listLeaves } from '../../documents/text/treeSpec.js';
import type { LineKey } from '../../domain/corrections/exportedLine.js';
import { recordNameOf } from '../../domain/corrections/rowName.js';
import type { CorrectionRecord } from './correctionFiles.js';

/**
 * The records of the people whose amounts change, and of all employees who have, or had, the payroll ID of one of them: a
 * target that replaces a person would drop the records that are missing.
 * @param lines of all records. @param moved the lines that change
 */
export function recordsConcerned(
  records: readonly CorrectionRecord[],
  lines: readonly LineKey[],
  moved: readonly LineKey[],
  spec: TextSpec,
): CorrectionRecord[] {
  const fields = personKeyFields(spec);
  const owners = new Map<string, Set<string>>();
  for (const { row, employeeId } of lines) {
    const record = recordNameOf(row);
    owners.set(record, (owners.get(record) ?? new Set()).add(`person ${employeeId}`));
  }
  const marks = records.map(({ record, shown }) => [
    ...(owners.get(record) ?? []),
    ...fields.flatMap((field) => keyMark(field, shown[field])),
  ]);
  const known = new Set(moved.map(({ employeeId }) => `person ${employeeId}`));
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    for (const own of marks) if (own.some((mark) => known.has(mark))) for (const mark of own) known.add(mark);
  }
  return records.filter((_, index) => marks[index]?.some((mark) => known.has(mark)));
}

/** A payroll ID as its system compares it. */
function keyMark(field: string, value: unknown): string[] {
  const text = String(value ?? '').trim();
  return text === '' ? [] : [`${field} ${text.replace(/^0+(?=\d+$)/, '').toUpperCase()}`];
}

/** The fields by which the target identifies an employee. */
function personKeyFields(spec: TextSpec): readonly string[] {
  const files: readonly FileSpec[] = [spec, ...spec.companions];
  const keys = files.flatMap((file) => [
    ...allSections(file).flatMap(({ columns }) => columns),
    ...(file.tree === undefined ? [] : listLeaves(file.tree).map(({ leaf }) => leaf)),
  ]);
  return [...new Set(keys.flatMap((key) => (isPersonKey(key) ? (key.field ?? []) : [])))];
}

function isPersonKey({ field = '', key }: Pick<ColumnSpec, 'field' | 'key'>): boolean {
  if (!field.startsWith('employee.') || key === 'none') return false;
  return key !== undefined || field === 'employee.number';
}
