import { message } from '../../i18n/message.js';
import type { DataSet, Scalar } from '../dataSet.js';
import { amountLeaves } from './amountHomes.js';
import { type ColumnWriter, columnWriter } from './cellWriter.js';
import { type ColumnSpec, hidesSign, isSign, sourceText } from './columnSpec.js';
import { compileRowText } from './composedText.js';
import { reconcileUnits } from './reconciledUnits.js';
import { isKeyColumn, type KeyColumn, recordColumnKeys } from './recordKeys.js';
import { checksPremiums, holdsMinutes, refuseMixed } from './refusedRows.js';
import { type RenderContext, resolveVariable, whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import { type RowRecord, sizedRecord } from './rowRecords.js';
import type { TreeData, TreeScope } from './treeScope.js';
import {
  type JsonTree,
  listDirectLeaves,
  listEnclosingRows,
  listLeaves,
  type TreeLeaf,
  type TreeRows,
  type XmlTree,
} from './treeSpec.js';
import { createAggregate, type LeafSource } from './treeTotals.js';
import { TreeUnits, type UnitsOf } from './treeUnits.js';
import type { ValueFormat } from './valueFormat.js';

/** The written form of a tree's value. */
export interface TreeText {
  readonly text: string;
  readonly kind: 'number' | 'boolean' | 'text' | 'nothing';
  /** To be called as it is written: a correction is read back in the order of its file. */
  readonly note?: () => void;
}

/** Writes the value of a leaf; undefined if it is left out. */
export type LeafWriter = (scope: TreeScope) => TreeText | undefined;

/** Types that a tree's value cannot have. */
const PLAIN = { align: 'left', pad: ' ', total: false } as const;

/** Characters that XML and JSON cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Shared state of the values of one file. */
export interface TreeFile {
  readonly data: TreeData;
  readonly file: ResolvedFile;
  readonly amounts: ReadonlySet<TreeLeaf>;
  readonly units: TreeUnits;
  /** The enclosing rows of each value, from the outside in. */
  readonly enclosing: ReadonlyMap<TreeLeaf, readonly TreeRows[]>;
  /** The same of each value that is reconciled with a total. */
  readonly reconciled: ReadonlyMap<TreeLeaf, readonly TreeRows[]>;
  /** The digits in the same rows as a sign that is written apart. */
  readonly digitsOf: ReadonlyMap<TreeLeaf, TreeLeaf>;
  /** The units of each amount, once its writer exists. */
  readonly unitsOf: Map<TreeLeaf, UnitsOf>;
}

export function createTreeFile(data: TreeData, file: ResolvedFile, tree: XmlTree | JsonTree): TreeFile {
  refuseHiddenSigns(data.context, tree);
  const enclosing = new Map(listEnclosingRows(tree));
  const reconciled = new Map([...enclosing].filter(([leaf]) => toColumnSpec(leaf).reconcile !== false));
  const amounts = amountLeaves(data.context, tree);
  return {
    data,
    file,
    amounts,
    units: new TreeUnits(data, file, tree),
    enclosing,
    reconciled,
    digitsOf: digitsOfSigns(tree, amounts),
    unitsOf: new Map(),
  };
}

/** A sign and the amount beside it are of one row, and of one number. */
function digitsOfSigns(
  tree: XmlTree | JsonTree,
  amounts: ReadonlySet<TreeLeaf>,
): ReadonlyMap<TreeLeaf, TreeLeaf> {
  const leaves = listEnclosingRows(tree);
  return new Map(
    leaves.flatMap((sign) => {
      const beside = leaves.filter((each) => amounts.has(each[0]) && isSignOf(sign, each));
      const digits = beside.find(([leaf]) => hidesSign(leaf)) ?? beside[0];
      return digits === undefined ? [] : [[sign[0], digits[0]] as const];
    }),
  );
}

type PlacedLeaf = ReturnType<typeof listEnclosingRows>[number];

function isSignOf([sign, around]: PlacedLeaf, [leaf, rows]: PlacedLeaf): boolean {
  return isSign(sign) && sourceText(sign) === sourceText(leaf) && around.at(-1) === rows.at(-1);
}

/** Digits without their sign would turn deductions into hours. */
function refuseHiddenSigns({ problems }: RenderContext, tree: XmlTree | JsonTree): void {
  const placed = listEnclosingRows(tree);
  const around = new Map(placed);
  const hasSign = (leaf: TreeLeaf) => placed.some((sign) => isSignOf(sign, [leaf, around.get(leaf) ?? []]));
  for (const { leaf, name } of listLeaves(tree))
    if (hidesSign(leaf) && !hasSign(leaf)) problems.add(message('template.sign.needed'), { column: name });
}

/** A leaf for the rows of one data set: its source is looked up once, its value for every row. */
export function leafWriter(
  tree: TreeFile,
  leaf: TreeLeaf,
  dataSet: DataSet | undefined,
  place: string,
): LeafWriter {
  const { context } = tree.data;
  const source = findLeafSource(tree.data, leaf, dataSet, place);
  if (source === undefined) return () => undefined;
  const spec = toColumnSpec(leaf);
  const writer: ColumnWriter = columnWriter(context, tree.file, spec, place, source.type);
  const type = leaf.format?.name ?? source.type;
  const reconciled = reconcileLeaf(tree, leaf, { dataSet, source, format: writer.format, place });
  const unitsOf: UnitsOf = tree.amounts.has(leaf)
    ? tree.units.of({
        ...{ spec, writer, place, reconciled, valueIn: (scope) => source.of(scope) },
        rows: tree.enclosing.get(leaf)?.at(-1),
      })
    : reconciled;
  if (tree.amounts.has(leaf)) tree.unitsOf.set(leaf, unitsOf);
  const digits = tree.digitsOf.get(leaf);
  const refuse = premiumRefusal(tree, leaf, dataSet, place);
  return (scope) => {
    const value = source.of(scope);
    refuse(scope);
    const units = (digits === undefined ? unitsOf : tree.unitsOf.get(digits))?.(scope);
    const text = writer.write(scope.record, value, units, () =>
      source.of({ ...scope, record: sizedRecord(scope.record) }),
    );
    const note = () =>
      noteWritten(tree, leaf, { scope, text, units, spec, format: writer.format, place, value });
    if (FORBIDDEN.test(text)) {
      context.problems.add(message('template.value.forbidden'), { column: place, value: text });
    }
    if (text === '') {
      note();
      return leaf.empty === 'omit' || isOmittedZero(leaf, value) ? undefined : NOTHING;
    }
    if (writer.format.kind === 'number' && type !== 'sign') return { text, kind: 'number', note };
    return { text, kind: type === 'boolean' ? 'boolean' : 'text', note };
  };
}

/** A value of a tree as it is written. */
interface WrittenValue extends Pick<ColumnWriter, 'format'> {
  readonly scope: TreeScope;
  readonly text: string;
  readonly units: number | undefined;
  readonly spec: ColumnSpec;
  readonly place: string;
  readonly value: Scalar | undefined;
}

/** Of a correction: an amount is that of the ledger, and a total the sum that was computed. */
function noteWritten(
  { data, amounts }: TreeFile,
  leaf: TreeLeaf,
  { scope, text, units, spec, format, place, value }: WrittenValue,
): void {
  const { given } = data.rowUnits ?? {};
  if (given === undefined) return;
  const { file, part } = data;
  const readBack = given.readBackOf(file, part);
  if (isSign(leaf)) {
    const sum = units ?? (typeof value === 'number' ? value : 0);
    readBack.add(text.trim() === '' ? [] : [text], [
      { text, spec, units: sum, scale: undefined, heading: place },
    ]);
  } else if (amounts.has(leaf) && units !== undefined) {
    const columns = [{ spec, format, heading: place }];
    const written = { file, part, record: scope.record, line: 0, columns, cells: [text] };
    given.noteWritten({ ...written, units: [{ get: () => units }] });
  } else if (leaf.sum !== undefined && format.kind === 'number' && typeof value === 'number') {
    const scale = format.scale ?? format.unitsOfOne ?? 1;
    const sum = units ?? format.number.toUnits(value);
    readBack.add([text], [{ text, spec, units: sum, scale, heading: place }]);
  }
}

/** A figure of a person or a day must not add premiums to hours; the sum of a whole file is not a person's hours. */
function premiumRefusal(
  { data }: TreeFile,
  leaf: TreeLeaf,
  dataSet: DataSet | undefined,
  place: string,
): (scope: TreeScope) => void {
  const { context } = data;
  const summed = leaf.data === undefined ? dataSet : context.model.dataSets.get(leaf.data);
  const adds =
    summed &&
    checksPremiums(context, summed) &&
    holdsMinutes(summed, { ...leaf, field: leaf.sum ?? leaf.field });
  if (!adds || leaf.count !== undefined) return () => undefined;
  const keep = rowFilter(context, leaf.filter, summed.name);
  let isReported = false;
  return ({ rows, group, dataSet: around }) => {
    const isFigure =
      leaf.sum === undefined ? group !== undefined : around !== undefined && leaf.data === undefined;
    if (isReported || !isFigure) return;
    isReported = refuseMixed(context, leaf.sum === undefined ? rows : rows.filter(keep), place);
  };
}

interface ReconciledValue {
  readonly dataSet: DataSet | undefined;
  readonly source: LeafSource;
  readonly format: ValueFormat;
  readonly place: string;
}

/** Units of a value reconciled with a total, in all its places in the file: computed before the first is written. */
function reconcileLeaf(
  tree: TreeFile,
  leaf: TreeLeaf,
  { dataSet, source, format, place }: ReconciledValue,
): UnitsOf {
  const around = tree.reconciled.get(leaf);
  if (around === undefined) return () => undefined;
  const names = Array.isArray(leaf.reconcile) ? leaf.reconcile : [];
  for (const name of names) tree.data.fieldsOf(dataSet).requireOwn(name, place);
  const scopes = new Map(tree.data.scopesWithin(around, place).map((scope) => [scope.record, scope]));
  const quantity = (record: RowRecord) => {
    const scope = scopes.get(record);
    const amount = scope === undefined ? null : source.of(scope);
    return typeof amount === 'number' ? amount : null;
  };
  const units = reconcileUnits({ spec: toColumnSpec(leaf), format, quantity }, [...scopes.keys()]);
  return ({ record }) => units?.get(record);
}

function toColumnSpec(leaf: TreeLeaf): ColumnSpec {
  const zero = leaf.zero === 'omit' ? 'blank' : 'keep';
  const { sum, count, data, filter } = leaf;
  const isTotal = data === undefined && (sum ?? count) !== undefined;
  return { ...PLAIN, ...leaf, when: undefined, zero, ...(isTotal ? { adds: { field: sum, filter } } : {}) };
}

/**
 * Records the texts by which the target identifies the people and pay codes of a node's rows. @param path of the outer
 * nodes
 */
export function keyRecorder(
  { data, file }: TreeFile,
  node: XmlTree | JsonTree,
  dataSet: DataSet | undefined,
  path: string,
): (scope: TreeScope) => void {
  const { context } = data;
  const columns = listDirectLeaves(node, path)
    .filter(({ leaf }) => whenHolds(context, leaf.when) && isKeyColumn(context, toColumnSpec(leaf)))
    .flatMap(({ leaf, name }): KeyColumn[] => {
      const source = findLeafSource(data, leaf, dataSet, name);
      if (source === undefined) return [];
      const writer = columnWriter(context, file, toColumnSpec(leaf), name, source.type);
      const plain = (record: RowRecord) => writer.plain(source.of({ ...data.root(), dataSet, record }));
      return [{ heading: name, spec: toColumnSpec(leaf), plain }];
    });
  return ({ rows }) => {
    if (columns.length > 0) recordColumnKeys(context, columns, rows);
  };
}

const NOTHING: TreeText = { text: '', kind: 'nothing' };

function isOmittedZero(leaf: TreeLeaf, value: Scalar | undefined): boolean {
  return leaf.zero === 'omit' && typeof value === 'number';
}

function findLeafSource(
  data: TreeData,
  leaf: TreeLeaf,
  dataSet: DataSet | undefined,
  place: string,
): LeafSource | undefined {
  const { context } = data;
  if (leaf.sum !== undefined || leaf.count !== undefined) return createAggregate(data, leaf, dataSet, place);
  const fields = data.fieldsOf(dataSet);
  if (leaf.field !== undefined) return readFromRecord(fields.find(leaf.field, place));
  if (leaf.text !== undefined) return readFromRecord(compileRowText(context, fields, leaf.text, place));
  const constant = leaf.const ?? String(resolveVariable(context, { variable: leaf.variable ?? '' }));
  return { type: 'text', of: () => constant };
}

function readFromRecord(value: ReturnType<typeof compileRowText>): LeafSource | undefined {
  return value === undefined ? undefined : { type: value.type, of: ({ record }) => value.of(record) };
}
