import { PaytallyError } from '../../errors.js';
import type { DataRow, Scalar } from '../dataSet.js';
import type { FieldReader, FieldValues } from './fieldValues.js';
import type { RenderContext } from './renderContext.js';
import { employeesLabel } from './rowRecord.js';

/** A composed text per row. An unknown name, a filter that cannot: a problem that names column and employee. */
export function rowText(
  context: RenderContext,
  fields: FieldValues,
  text: string,
  column: string,
): FieldReader | undefined {
  const { liquid, problems, variables } = context;
  try {
    const template = liquid.parse(text);
    const constants = nested(fields.constants);
    const { lackingColumns } = fields;
    return {
      type: 'text',
      of(record) {
        try {
          return liquid.render(template, {
            ...constants,
            ...nested({ ...lackingColumns, ...record.row }),
            variables,
          });
        } catch (cause) {
          if (cause instanceof PaytallyError) throw cause;
          const employee = employeesLabel(record);
          problems.add(liquidMessage(cause), { column, ...(employee === undefined ? {} : { employee }) });
          return null;
        }
      },
    };
  } catch (cause) {
    problems.add(liquidMessage(cause), { column });
    return undefined;
  }
}

/** `{ 'employee.id': 'x' }` as `{ employee: { id: 'x' } }`, of objects without prototypes. */
export function nested(row: DataRow): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(row)) place(root, name, value);
  return root;
}

function place(root: Record<string, unknown>, name: string, value: Scalar): void {
  const dot = name.indexOf('.');
  if (dot < 0) {
    root[name] = value;
    return;
  }
  const head = name.slice(0, dot);
  const inner = root[head];
  const group: Record<string, unknown> =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : Object.create(null);
  group[name.slice(dot + 1)] = value;
  root[head] = group;
}

/** The first line of a Liquid error: what is wrong, without the listing. */
export function liquidMessage(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split('\n')[0] ?? message;
}
