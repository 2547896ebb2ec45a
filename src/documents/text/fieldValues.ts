import { nearestName } from '../../config/input/nearestName.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { type FilePart, PART_FIELDS, partFields } from './filePart.js';
import { liquidMessage } from './liquidEngine.js';
import type { RenderContext } from './renderContext.js';
import { employeesLabel, type RowRecord } from './rowRecords.js';

/** The type of a column's field, and the source of its value. */
interface FieldReader {
  readonly type: FieldType;
  of(record: RowRecord): Scalar | undefined;
}

/** Fields that are the same in every row of a file. */
const CONSTANTS: ReadonlyMap<string, Field> = new Map(
  [...RUN_FIELDS, ...PART_FIELDS].map((field) => [field.name, field]),
);

/** The data set of a name; undefined, and a problem, if there is none. @param column the place of the name */
export function findDataSet(
  { model: { dataSets }, problems }: RenderContext,
  name: string,
  column?: string,
): DataSet | undefined {
  const found = dataSets.get(name);
  if (found !== undefined) return found;
  const known = [...dataSets.keys()];
  const nearest = nearestName(name, known);
  problems.add(
    nearest === undefined
      ? message('template.dataSet.unknown', { dataSet: name, known: known.join(', ') })
      : message('template.dataSet.near', { dataSet: name, nearest }),
    { column },
  );
  return undefined;
}

/**
 * Fields of the data set, of the run and of the file's part; an unknown name is reported with the nearest known one.
 */
export class FieldValues {
  readonly #own: ReadonlyMap<string, Field>;
  readonly #constants: DataRow;

  constructor(
    readonly context: RenderContext,
    readonly dataSet: DataSet,
    part: FilePart,
  ) {
    this.#own = new Map(dataSet.fields.map((field) => [field.name, field]));
    this.#constants = { ...context.model.run, ...partFields(part) };
  }

  get constants(): DataRow {
    return this.#constants;
  }

  /** Optional columns that the employee mapping does not have; empty. */
  get lackingColumns(): DataRow {
    const names = Object.keys(this.context.spec.mappingColumns).map((column) => `employee.${column}`);
    const lacking = names.filter((name) => !this.#own.has(name) && this.#isOptional(name));
    return Object.fromEntries(lacking.map((name) => [name, null]));
  }

  /** undefined (and a problem) if there is no such field. */
  find(name: string, column: string): FieldReader | undefined {
    const own = this.#own.get(name);
    if (own !== undefined) return { type: own.type, of: (record) => record.row[name] };
    const constant = Object.hasOwn(this.#constants, name) ? this.#constants[name] : undefined;
    // A record of a correction has its own: those of its final.
    if (constant !== undefined)
      return { type: CONSTANTS.get(name)?.type ?? 'text', of: ({ row }) => row[name] ?? constant };
    if (this.#isOptional(name)) return { type: 'text', of: () => null };
    this.context.problems.add(this.#unknown(name, Object.keys(this.#constants)), { column });
    return undefined;
  }

  /** Adds a problem if rows do not have a field for a filter, sort or group. */
  requireOwn(name: string, place: string): void {
    if (this.#own.has(name) || this.#isOptional(name)) return;
    const problem = Object.hasOwn(this.#constants, name)
      ? message('template.field.sameInEveryRow', { field: name, dataSet: this.dataSet.name })
      : this.#unknown(name, []);
    this.context.problems.add(problem, { column: place });
  }

  /** The format of an amount of this field if a column does not name the field itself: pay codes, days. */
  amountType(name: string): FieldType {
    return this.#own.get(name)?.type === 'number' ? 'number' : 'minutes';
  }

  has(name: string): boolean {
    return this.#own.has(name);
  }

  /** An optional column that the employee mapping does not have. */
  #isOptional(name: string): boolean {
    const column = name.startsWith('employee.') ? name.slice('employee.'.length) : '';
    const { mappingColumns } = this.context.spec;
    return Object.hasOwn(mappingColumns, column) && mappingColumns[column]?.optional === true;
  }

  #unknown(field: string, alsoKnown: readonly string[]): AnyMessage {
    const own = this.context.spec.mappingColumns;
    const column = field.startsWith('employee.') ? field.slice('employee.'.length) : '';
    if (Object.hasOwn(own, column)) return message('template.field.notMapped', { column });
    const dataSet = this.dataSet.name;
    const known = [...this.#own.keys(), ...alsoKnown];
    const nearest = nearestName(field, known);
    return nearest === undefined
      ? message('template.field.unknown', { dataSet, field, known: known.join(', ') })
      : message('template.field.near', { dataSet, field, nearest: this.#described(nearest) });
  }

  #described(field: string): Text {
    const description = (this.#own.get(field) ?? CONSTANTS.get(field))?.description;
    return description === undefined || description === ''
      ? field
      : message('template.field.described', { field, description });
  }
}

/** A composed text per row. An unknown name or a failing filter is a problem that names column and employee. */
export function compileRowText(
  context: RenderContext,
  fields: FieldValues,
  text: string,
  column: string,
): FieldReader | undefined {
  const { liquid, problems, variables } = context;
  try {
    const template = liquid.parse(text);
    const constants = nestFields(fields.constants);
    const { lackingColumns } = fields;
    return {
      type: 'text',
      of(record) {
        try {
          return liquid.render(template, {
            ...constants,
            ...nestFields({ ...lackingColumns, ...record.row }),
            variables,
          });
        } catch (cause) {
          if (cause instanceof PaytallyError) throw cause;
          problems.add(liquidMessage(cause), { column, employee: employeesLabel(record) });
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
export function nestFields(row: DataRow): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(row)) assignPath(root, name, value);
  return root;
}

function assignPath(root: Record<string, unknown>, name: string, value: Scalar): void {
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
