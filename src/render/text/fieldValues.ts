import { nearestName } from '../../config/input/nearestName.js';
import { PaytallyError } from '../../errors.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { type FilePart, PART_FIELDS, partFields } from './filePart.js';
import type { RenderContext } from './renderContext.js';
import { employeesLabel, type RowRecord } from './rowRecords.js';

/** What a field of a column is, and where its value comes from. */
interface FieldReader {
  readonly type: FieldType;
  of(record: RowRecord): Scalar | undefined;
}

/** Fields that are the same in every row of a file. */
const CONSTANTS: ReadonlyMap<string, Field> = new Map(
  [...RUN_FIELDS, ...PART_FIELDS].map((field) => [field.name, field]),
);

/** Fields of the data set, of the run and of the file's part; an unknown name is reported with the nearest known one. */
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

  /** Columns that the employee mapping may have and has not, empty. */
  get lackingColumns(): DataRow {
    const names = Object.keys(this.context.spec.mappingColumns).map((column) => `employee.${column}`);
    const lacking = names.filter((name) => !this.#own.has(name) && this.#isOptional(name));
    return Object.fromEntries(lacking.map((name) => [name, null]));
  }

  /** undefined (and a problem) where there is no such field. */
  find(name: string, column: string): FieldReader | undefined {
    const own = this.#own.get(name);
    if (own !== undefined) return { type: own.type, of: (record) => record.row[name] };
    const constant = Object.hasOwn(this.#constants, name) ? this.#constants[name] : undefined;
    if (constant !== undefined) return { type: CONSTANTS.get(name)?.type ?? 'text', of: () => constant };
    if (this.#isOptional(name)) return { type: 'text', of: () => null };
    this.context.problems.add(this.#unknown(name, Object.keys(this.#constants)), { column });
    return undefined;
  }

  /** Adds a problem where rows have no such field to be chosen, ordered or told apart by. */
  requireOwn(name: string, place: string): void {
    if (this.#own.has(name) || this.#isOptional(name)) return;
    const message = Object.hasOwn(this.#constants, name)
      ? `${name} is the same in every row: name a field of the data set ${this.dataSet.name}`
      : this.#unknown(name, []);
    this.context.problems.add(message, { column: place });
  }

  /** How an amount of this field is written where a column does not name the field itself: pay codes, days. */
  amountType(name: string): FieldType {
    return this.#own.get(name)?.type === 'number' ? 'number' : 'minutes';
  }

  has(name: string): boolean {
    return this.#own.has(name);
  }

  /** A column that the employee mapping may have, and has not. */
  #isOptional(name: string): boolean {
    const column = name.startsWith('employee.') ? name.slice('employee.'.length) : '';
    const { mappingColumns } = this.context.spec;
    return Object.hasOwn(mappingColumns, column) && mappingColumns[column]?.optional === true;
  }

  #unknown(name: string, alsoKnown: readonly string[]): string {
    const own = this.context.spec.mappingColumns;
    if (name.startsWith('employee.') && Object.hasOwn(own, name.slice('employee.'.length))) {
      return `the employee mapping (employees.csv) has no column ${name.slice('employee.'.length)}, which this template needs`;
    }
    const known = [...this.#own.keys(), ...alsoKnown];
    const nearest = nearestName(name, known);
    const hint =
      nearest !== undefined
        ? `did you mean ${nearest}${this.#described(nearest)}?`
        : `there are: ${known.join(', ')}`;
    return `the data set ${this.dataSet.name} has no field ${name}; ${hint}`;
  }

  #described(name: string): string {
    const description = (this.#own.get(name) ?? CONSTANTS.get(name))?.description ?? '';
    return description === '' ? '' : ` (${description})`;
  }
}

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
