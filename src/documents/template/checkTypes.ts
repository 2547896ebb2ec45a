import type { SchemaProblem } from '../../config/input/schemaProblems.js';
import { type AnyMessage, message as i18nMessage } from '../../i18n/message.js';
import { compileExpression, type Names } from '../../language/compileExpression.js';
import { refuseCountedField, totalOf } from '../../language/compileSelection.js';
import { compileText, type Facts, namesOfFacts } from '../../language/compileText.js';
import {
  type AggregateExpression,
  expressionText,
  parseExpression,
  partsOf,
  pathsIn,
} from '../../language/grammar.js';
import type { DataRow } from '../../language/languageValues.js';
import { message } from '../../language/messageText.js';
import { parseText } from '../../language/placeholders.js';
import { resultUnless, TemplateError } from '../../language/templateError.js';
import { describedBy, isSameWithin, suggest } from '../../language/templateFields.js';
import { aggregateOf, groupDiffersError, type Typed } from '../../language/typed.js';
import type { Field } from '../dataSet.js';
import { expressionProblem } from '../languageWords.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { PAY_LINES_SET, QUANTITIES } from '../text/amountCells.js';
import { PLAIN_SETTINGS } from '../text/conditionText.js';
import { PART_FIELDS } from '../text/filePart.js';
import { otherSetOf, totalOfOther } from '../text/otherTotals.js';
import { isSummedType } from '../text/rowRecords.js';
import { parseSelection } from '../text/rowSelection.js';
import { textPaths } from '../text/textPaths.js';
import { sampleModel } from './sampleModel.js';

type Path = readonly PropertyKey[];
type Yaml = Readonly<Record<string, unknown>>;

/** The rows around a value: their data set, and the fields by which they are grouped. */
interface Rows {
  readonly data: string;
  readonly group: readonly string[] | undefined;
  /** Those of the block around them. */
  readonly block?: readonly string[] | undefined;
}

/**
 * Mistakes in the types of a text template's expressions, before there is data. Columns of the mapping file are known
 * only with data.
 * @param spec the content of a valid template.yaml
 */
export function checkTypes(spec: Yaml): readonly SchemaProblem[] {
  const check = new TypeCheck(spec);
  check.file(spec, []);
  for (const [index, file] of listOf(spec.companions).entries()) check.file(file, ['companions', index]);
  return check.problems;
}

/** What texts around lines can say about them. */
const FILE_FACTS: readonly Field[] = ['rows', 'lines'].map((name) => {
  return { name, type: 'integer', description: '' };
});
const COLUMN_SET: Facts['sets'] = new Map([
  [
    'columns',
    {
      fields: [
        { name: 'header', type: 'text' },
        { name: 'number', type: 'integer' },
      ],
      rows: [],
    },
  ],
]);

class TypeCheck {
  readonly problems: SchemaProblem[] = [];
  readonly #sets: ReadonlyMap<string, readonly Field[]>;
  readonly #around: readonly Field[];
  /** Whether any column is added up. */
  readonly #hasTotals: boolean;
  readonly #isCorrected: boolean;

  constructor(spec: Yaml) {
    const { dataSets } = sampleModel();
    this.#sets = new Map([...dataSets].map(([name, { fields }]) => [name, fields] as const));
    this.#hasTotals = [spec, ...listOf(spec.companions)]
      .flatMap(sectionsIn)
      .some(({ columns }) => listOf(columns).some(({ total }) => total === true));
    this.#isCorrected = ['delta', 'restate', 'both'].includes(String(spec.corrections));
    const variables = Object.keys(isYaml(spec.variables) ? spec.variables : {});
    this.#around = [
      ...RUN_FIELDS,
      ...PART_FIELDS,
      ...variables.map((name) => ({ name: `variables.${name}`, type: 'text' as const, description: '' })),
    ];
  }

  file(file: Yaml, path: Path): void {
    const { fileName } = file;
    if (typeof fileName === 'string')
      this.#tell([...path, 'fileName'], () =>
        compileText(fileName, this.#factNames([...this.#around, ...this.#splitFields(file)])),
      );
    for (const [index, { must }] of listOf(file.checks).entries())
      if (typeof must === 'string')
        this.#tell([...path, 'checks', index, 'must'], () =>
          compileExpression(parseExpression(must), this.#factNames(this.#around)),
        );
    for (const [index, notice] of listOf(file.notices).entries())
      this.#selection(notice, [...path, 'notices', index], undefined);
    this.#textsAround(file, path);
    if (isYaml(file.rows)) this.#section(file.rows, [...path, 'rows']);
    for (const [index, section] of listOf(file.sections).entries())
      this.#section(section, [...path, 'sections', index]);
    for (const [index, block] of listOf(file.blocks).entries()) {
      const place = [...path, 'blocks', index];
      const rows = this.#selection(block, place, undefined);
      const own = rows === undefined ? [] : (this.#sets.get(rows.data) ?? []);
      if (this.#isCorrected) this.#refuseAmounts(block, place, rows?.data);
      this.#textsAround(block, place, own);
      for (const [at, section] of listOf(block.sections).entries())
        this.#section(section, [...place, 'sections', at], own, rows?.group);
    }
    if (isYaml(file.tree)) this.#node(file.tree, [...path, 'tree'], undefined);
  }

  /** What all rows of one file of a split have in common; a correction keeps only the value that splits them. */
  #splitFields(file: Yaml): readonly Field[] {
    const key = isYaml(file.split) ? file.split.field : undefined;
    if (typeof key !== 'string') return [];
    const nodes = isYaml(file.tree) ? [file.tree, ...listOf(file.tree.children)] : [];
    const sets = [...sectionsIn(file), ...nodes].flatMap(({ each }) =>
      typeof each === 'string' ? (this.#sets.get(parseSelection(each).data ?? '') ?? []) : [],
    );
    const isCommon = ({ name }: Field) =>
      name === key || (!this.#isCorrected && isSameWithin(name, [key], sets));
    return sets.filter(isCommon);
  }

  /** The texts before and after lines. @param own the fields of the block around them */
  #textsAround(holder: Yaml, path: Path, own: readonly Field[] = []): void {
    const refuse = (place: Path, problem: AnyMessage) =>
      this.problems.push({ path: place, message: problem, unknownKey: false });
    const names = this.#factNames([...own, ...this.#around, ...FILE_FACTS], COLUMN_SET);
    for (const key of ['preamble', 'footer'])
      for (const [index, line] of [holder[key]].flat().entries()) {
        const text = isYaml(line) ? line.line : line;
        const place = Array.isArray(holder[key]) ? [...path, key, index] : [...path, key];
        if (typeof text !== 'string') continue;
        const problem = this.#totalMistake(text);
        if (problem === undefined) this.#tell(place, () => compileText(text, names));
        else refuse(place, problem);
      }
  }

  /** A correction knows the amounts of its lines: of a block, it has those of pay lines alone. */
  #refuseAmounts(block: Yaml, path: Path, data: string | undefined): void {
    const sets = sectionsIn({ sections: block.sections }).map(dataOf);
    const known = [data, ...sets].every((set) => set === PAY_LINES_SET) ? ['minutes', ...QUANTITIES] : [];
    const texts = [block.preamble, block.footer].flat().map((line) => (isYaml(line) ? line.line : line));
    this.#refuseFields(texts, path, data, known);
  }

  /** Of rows around others, a correction has only what their lines show. */
  #refuseOuterAmounts(node: Yaml, path: Path, data: string): void {
    if (innerSets(node).some((set) => set !== data)) this.#refuseFields(valuesBeside(node), path, data, []);
  }

  #refuseFields(
    texts: readonly unknown[],
    path: Path,
    data: string | undefined,
    known: readonly string[],
  ): void {
    const paths = texts.flatMap((text) => (typeof text === 'string' ? textPaths(text) : []));
    for (const { name, type } of this.#sets.get(data ?? '') ?? [])
      if (isSummedType(type) && !known.includes(name) && paths.includes(name))
        this.problems.push({
          path,
          message: i18nMessage('template.schema.outerAmount', { name }),
          unknownKey: false,
        });
  }

  /** Totals around the lines are those of columns: a text has no rows of its own. */
  #totalMistake(text: string): AnyMessage | undefined {
    const parts = resultUnless(TemplateError, () => parseText(text)) ?? [];
    const inside = parts.flatMap((part) => (typeof part === 'string' ? [] : [...partsOf(part.expression)]));
    const isOfRows = inside.some(
      (part) => part.kind === 'aggregate' && pathsIn(part).every((path) => !path.startsWith('columns.')),
    );
    if (isOfRows) return i18nMessage('template.schema.totalAround');
    const named = inside.find((part) => part.kind === 'field' && part.path.startsWith('totals.'));
    return named === undefined || this.#hasTotals
      ? undefined
      : i18nMessage('template.schema.noTotals', { name: expressionText(named) });
  }

  /** The names of facts that are known once; totals of columns and columns of the mapping file by any name. */
  #factNames(fields: readonly Field[], sets: Facts['sets'] = new Map()): Names<[], unknown> {
    const names = namesOfFacts({ fields, value: () => null, sets }, PLAIN_SETTINGS);
    const isText = (path: string) => /^totals\.|^employee\.\w+$/.test(path);
    return {
      ...names,
      field: (field) =>
        isText(field.path) && !fields.some(({ name }) => name === field.path)
          ? { type: 'text', field: field.path, valueAt: () => () => null }
          : names.field(field),
    };
  }

  #section(section: Yaml, path: Path, ofBlock: readonly Field[] = [], block?: readonly string[]): void {
    this.#textsAround(section, path, ofBlock);
    const rows = this.#selection(section, path, undefined);
    if (rows === undefined) return;
    for (const [index, column] of listOf(section.columns).entries())
      this.#value(column, [...path, 'columns', index], { ...rows, block }, mayDiffer(column));
  }

  #node(node: Yaml, path: Path, outer: Rows | undefined): void {
    const rows = node.each === undefined ? outer : this.#selection(node, path, outer);
    if (rows !== undefined) this.#value(node, path, rows, false);
    if (this.#isCorrected && rows !== undefined && node.each !== undefined)
      this.#refuseOuterAmounts(node, path, rows.data);
    for (const key of ['attributes', 'properties'])
      for (const [name, inner] of Object.entries(isYaml(node[key]) ? node[key] : {}))
        if (isYaml(inner)) this.#node(inner, [...path, key, name], rows);
    for (const [index, child] of listOf(node.children).entries())
      this.#node(child, [...path, 'children', index], rows);
    if (isYaml(node.items)) this.#node(node.items, [...path, 'items'], rows);
  }

  /** The rows of a selection; undefined if its data set is not known. */
  #selection({ each }: Yaml, path: Path, outer: Rows | undefined): Rows | undefined {
    if (typeof each !== 'string') return undefined;
    const { data = outer?.data, where, keys, sortBy } = parseSelection(each);
    const place = [...path, 'each'];
    const known = data === undefined ? undefined : this.#sets.get(data);
    if (data === undefined || known === undefined) {
      if (data !== undefined) this.#tell(place, () => this.#refuseSet(data));
      return undefined;
    }
    const ofRow = this.#names({ data, group: undefined });
    if (where !== undefined) this.#tell(place, () => compileExpression(where, ofRow));
    for (const key of keys) this.#tell(place, () => compileExpression(key, ofRow));
    const own = keys.flatMap((key) => (key.kind === 'field' ? [key.path] : []));
    const group =
      keys.length === 0 ? undefined : [...(outer?.data === data ? (outer.group ?? []) : []), ...own];
    for (const { of } of sortBy) this.#tell(place, () => compileExpression(of, this.#names({ data, group })));
    return { data, group };
  }

  /** @param mayDiffer whether the value may differ within the group */
  #value({ value }: Yaml, path: Path, rows: Rows, mayDiffer: boolean): void {
    if (typeof value !== 'string') return;
    const names = this.#names(mayDiffer ? { ...rows, group: undefined } : rows);
    this.#tell([...path, 'value'], () => compileText(value, names));
  }

  #refuseSet(name: string): never {
    throw new TemplateError(message('field.noSet', { name }), suggest(name, [...this.#sets.keys()], 'set'));
  }

  #names(rows: Rows): Names<[row: DataRow], unknown> {
    const own = this.#sets.get(rows.data) ?? [];
    const names: Names<[row: DataRow], unknown> = {
      settings: PLAIN_SETTINGS,
      key: () => undefined,
      field: ({ path }) => {
        const field = this.#field(path, rows.data);
        if (rows.group !== undefined && own.includes(field) && !isOneValue(field, rows.group, own))
          throw groupDiffersError(
            path,
            `{{${expressionText(aggregateOf({ kind: 'field', path }, 'join'))}}}`,
          );
        return { type: field.type, field: path, canBeNegative: true, valueAt: () => () => null };
      },
      aggregate: (aggregate) => {
        const fields = { run: this.#around, dataSets: this.#sets };
        const other = otherSetOf(aggregate, rows.data, fields);
        if (other !== undefined) return this.#totalOfOther(aggregate, other, rows, names);
        const ofRow = this.#names({ data: rows.data, group: undefined });
        refuseCountedField(aggregate, ofRow.field, fields);
        return totalOf(
          aggregate,
          ofRow,
          () => () => [],
          (row): [DataRow] => [row],
        );
      },
    };
    return names;
  }

  #totalOfOther(
    aggregate: AggregateExpression,
    set: string,
    { data, group = [], block = [] }: Rows,
    names: Names<[row: DataRow], unknown>,
  ): Typed<[row: DataRow], unknown> {
    if (this.#isCorrected) throw new OtherSetCorrected(set);
    return totalOfOther(aggregate, set, {
      around: { data, group: [...group, ...block] },
      fields: { run: this.#around, dataSets: this.#sets },
      names,
      run: {},
      rowsOf: () => [],
    });
  }

  #field(path: string, data: string): Field {
    const own = this.#sets.get(data) ?? [];
    const name = path.startsWith(`${data}.`) ? path.slice(data.length + 1) : path;
    const found = [...own, ...this.#around].find((field) => field.name === name);
    if (found !== undefined) return found;
    // A column of the mapping file.
    if (/^employee\.\w+$/.test(name)) return { name, type: 'text', description: '' };
    const fields = { run: this.#around, dataSets: this.#sets };
    throw new TemplateError(
      message('field.noneInSet', { set: data, name }),
      suggest(
        name,
        [...own, ...this.#around].map((field) => field.name),
        'field',
        describedBy(fields),
      ),
    );
  }

  #tell(path: Path, compile: () => unknown): void {
    try {
      compile();
    } catch (cause) {
      const text =
        cause instanceof OtherSetCorrected
          ? i18nMessage('template.schema.otherSet', { set: cause.set })
          : expressionProblem(cause);
      this.problems.push({ path, message: text, unknownKey: false });
    }
  }
}

/** Corrections are written from stored rows of one data set. */
class OtherSetCorrected extends Error {
  constructor(readonly set: string) {
    super(set);
  }
}

/** Whether all rows of a group have one value of a field: amounts are added up, and people keep their own. */
function isOneValue({ name, type }: Field, group: readonly string[], fields: readonly Field[]): boolean {
  if (type === 'minutes' || type === 'number' || name.startsWith('employee.')) return true;
  return ['external', 'secondary'].includes(name) || isSameWithin(name, group, fields);
}

/** Columns of pay codes and days add up parts of a group; one with a condition may never be in the section. */
function mayDiffer(column: Yaml): boolean {
  return ['code', 'pivot', 'slots', 'days', 'if'].some((key) => column[key] !== undefined);
}

/** The sections of a file, those of its blocks too. */
function sectionsIn(file: Yaml): readonly Yaml[] {
  const rows = isYaml(file.rows) ? [file.rows] : [];
  return [
    ...rows,
    ...listOf(file.sections),
    ...listOf(file.blocks).flatMap(({ sections }) => listOf(sections)),
  ];
}

function dataOf({ each }: Yaml): string | undefined {
  return typeof each === 'string' ? resultUnless(TemplateError, () => parseSelection(each))?.data : undefined;
}

/** The nodes directly within a node. */
function nodesIn({ attributes, properties, children, items }: Yaml): readonly Yaml[] {
  const named = [attributes, properties].flatMap((nodes) => (isYaml(nodes) ? Object.values(nodes) : []));
  return [...named, ...listOf(children), items].filter(isYaml);
}

/** The data sets that rows within a node name. */
function innerSets(node: Yaml): readonly string[] {
  return nodesIn(node).flatMap((inner) => [dataOf(inner) ?? [], innerSets(inner)].flat());
}

/** The values in the same rows as a node. */
function valuesBeside(node: Yaml): readonly unknown[] {
  const beside = nodesIn(node).filter(({ each }) => each === undefined);
  return [node.value, ...beside.flatMap(valuesBeside)];
}

function isYaml(value: unknown): value is Yaml {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Yaml[] {
  return Array.isArray(value) ? value.filter(isYaml) : [];
}
