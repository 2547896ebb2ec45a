import { nearestName } from '../../config/input/nearestName.js';
import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import { message as languageMessage } from '../../language/messageText.js';
import { TemplateError } from '../../language/templateError.js';
import { suggest } from '../../language/templateFields.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { type FilePart, PART_FIELDS, partFields } from './filePart.js';
import type { RenderContext } from './renderContext.js';
import type { RowRecord } from './rowRecords.js';

/** The type of a column's field, and the source of its value. */
export interface FieldReader {
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
    readonly part: FilePart,
  ) {
    this.#own = new Map(dataSet.fields.map((field) => [field.name, field]));
    this.#constants = { ...context.model.run, ...partFields(part) };
  }

  get constants(): DataRow {
    return this.#constants;
  }

  /** The fields with equal values in all rows of the block around the rows. */
  get blockKeys(): readonly string[] {
    return this.part.eachOf ?? [];
  }

  /** The rows of another data set that belong to the file. */
  rowsOfFile(set: string): readonly DataRow[] {
    const dataSet = this.context.model.dataSets.get(set);
    if (dataSet === undefined) return [];
    new FieldValues(this.context, dataSet, this.part).requireSplit();
    return [...dataSet.rows].filter((row) => this.part.accepts(row));
  }

  /** Adds a problem if the rows lack what tells their file: the date, or the field by which the file is split. */
  requireSplit(): void {
    const { isCutByDate, splitBy } = this.part;
    if (isCutByDate && !this.has('date'))
      this.context.problems.add(message('template.dataSet.noDate', { dataSet: this.dataSet.name }));
    if (splitBy !== undefined) this.requireOwn(splitBy, 'split');
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

  /** A name in an expression: a field, or a variable. @throws TemplateError for an unknown one */
  named(path: string): FieldReader {
    const [, variable] = /^variables\.(.+)$/.exec(path) ?? [];
    if (variable !== undefined) {
      const { variables } = this.context;
      if (!Object.hasOwn(variables, variable))
        throw unknownName(
          path,
          Object.keys(variables).map((name) => `variables.${name}`),
        );
      return { type: 'text', of: () => variables[variable] ?? null };
    }
    const prefix = `${this.dataSet.name}.`;
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const own = this.#own.get(name);
    if (own !== undefined) return { type: own.type, of: (record) => record.row[name] };
    const constant = Object.hasOwn(this.#constants, name) ? this.#constants[name] : undefined;
    if (constant !== undefined)
      return { type: CONSTANTS.get(name)?.type ?? 'text', of: ({ row }) => row[name] ?? constant };
    if (this.#isOptional(name)) return { type: 'text', of: () => null };
    const known = [...this.#own.values(), ...CONSTANTS.values()];
    throw unknownName(
      name,
      known.map((field) => field.name),
      (found) => {
        const description = known.find((field) => field.name === found)?.description;
        return description === '' ? undefined : description;
      },
    );
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

function unknownName(
  name: string,
  known: readonly string[],
  described?: (name: string) => Text | undefined,
): TemplateError {
  return new TemplateError(languageMessage('field.none', { name }), suggest(name, known, 'field', described));
}
