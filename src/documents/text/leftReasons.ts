import { type AnyMessage, eitherOf, joined, message, type Text } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { hasAmountColumn, isAmountLeaf } from './amountCells.js';
import { conditionVariables, type When } from './conditionText.js';
import { type FileSpec, plainSections, type SectionSpec } from './fileSpec.js';
import { type RenderContext, resolveVariable, whenHolds } from './renderContext.js';
import { resolveList, rowFilter } from './rowFilter.js';
import { fieldsKey } from './rowRecords.js';
import type { FilterCondition } from './rowSelection.js';
import { type JsonTree, listChildren, listOwnLeaves, type XmlTree } from './treeSpec.js';

/** One selection of rows: those of a section, of a block around it, or of a node of a tree. */
interface Selection {
  readonly data: string;
  readonly filter: readonly FilterCondition[];
  /** Fields with which its rows belong to a row of the selection around it. */
  readonly on: readonly string[];
}

/** A part of a file that can write amounts: its conditions and selections, from the outside in. */
interface FilePlace {
  readonly whens: readonly When[];
  readonly selections: readonly Selection[];
}

/** Why a file does not have a row of a data set. */
export class LeftReasons {
  readonly #context: RenderContext;
  readonly #places: readonly FilePlace[];
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly DataRow[]>>();

  constructor(context: RenderContext, file: FileSpec, data: string) {
    this.#context = context;
    this.#places = listPlaces(file).filter(({ selections }) => selections.at(-1)?.data === data);
  }

  /** undefined if no rule leaves the row out. */
  of(row: DataRow): AnyMessage | undefined {
    const [on, off] = [true, false].map((isOn) =>
      this.#places.filter(({ whens }) => this.#areMet(whens) === isOn),
    );
    const refused = (on ?? []).map((place) => this.#refusal(place, row));
    if (refused.includes(undefined)) return undefined;
    const variants = new Set((on ?? []).flatMap(({ whens }) => whens.flatMap(conditionVariables)));
    const leftOff = (off ?? []).flatMap((place) =>
      this.#refusal(place, row) === undefined ? (this.#offReason(place, variants) ?? []) : [],
    );
    return oneOf([...refused.flatMap((reason) => reason ?? []), ...leftOff]);
  }

  #areMet(whens: readonly When[]): boolean {
    return whens.every((when) => whenHolds(this.#context, when));
  }

  /** A part that is another form of one that is written, such as lines by day or by month, is no cause. */
  #offReason({ whens }: FilePlace, variants: ReadonlySet<string>): AnyMessage | undefined {
    const off = whens.filter((when) => !whenHolds(this.#context, when));
    const [variable] = off.flatMap(conditionVariables);
    if (variable === undefined || variants.has(variable)) return undefined;
    return offMessage(variable, String(resolveVariable(this.#context, { variable })));
  }

  /** The first condition that a row, or the row that it belongs to, does not meet. */
  #refusal({ selections }: FilePlace, row: DataRow): AnyMessage | undefined {
    const own = selections.at(-1)?.data;
    for (const [index, selection] of selections.entries()) {
      const { data } = selection;
      if (data === own) {
        const failing = this.#failing(selection, row);
        if (failing !== undefined) return failing;
        continue;
      }
      const on = selections[index + 1]?.on ?? [];
      const around = this.#index(data, on).get(fieldsKey(row, on)) ?? [];
      const refused = around.map((each) => this.#failing(selection, each));
      if (refused.includes(undefined)) continue;
      return refused[0] ?? message('account.noRow', { dataSet: data });
    }
    return undefined;
  }

  #failing({ data, filter }: Pick<Selection, 'data' | 'filter'>, row: DataRow): AnyMessage | undefined {
    const condition = filter.find((each) => !rowFilter(this.#context, [each], data)(row));
    return condition === undefined ? undefined : conditionReason(this.#context, condition, row);
  }

  #index(data: string, on: readonly string[]): ReadonlyMap<string, readonly DataRow[]> {
    const key = JSON.stringify([data, on]);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = new Map<string, DataRow[]>();
    for (const row of this.#context.model.dataSets.get(data)?.rows ?? []) {
      const own = fieldsKey(row, on);
      index.set(own, [...(index.get(own) ?? []), row]);
    }
    this.#indexes.set(key, index);
    return index;
  }
}

/** `the template leaves this part out (premiums is no)`. */
export function offMessage(variable: string, value: string): AnyMessage {
  return value === ''
    ? message('account.offEmpty', { variable })
    : message('account.off', { variable, value });
}

function oneOf(reasons: readonly AnyMessage[]): AnyMessage | undefined {
  const distinct = [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
  const [only] = distinct;
  return distinct.length < 2 ? only : joined(distinct, '; ');
}

function listPlaces(file: FileSpec): FilePlace[] {
  const root: FilePlace = { whens: file.when === undefined ? [] : [file.when], selections: [] };
  const sectionsOf = (sections: readonly SectionSpec[], around: FilePlace, on: readonly string[]) =>
    sections.filter(hasAmountColumn).map((section) => placeWithin(around, section, on));
  return [
    ...sectionsOf(plainSections(file), root, []),
    ...(file.blocks ?? []).flatMap((block) =>
      sectionsOf(block.sections, placeWithin(root, block, []), block.each),
    ),
    ...(file.tree === undefined ? [] : treePlaces(file.tree, root)),
  ];
}

function placeWithin(
  { whens, selections }: FilePlace,
  { when, data, filter }: Pick<SectionSpec, 'when' | 'data' | 'filter'>,
  on: readonly string[],
): FilePlace {
  return {
    whens: when === undefined ? whens : [...whens, when],
    selections: [...selections, { data, filter, on }],
  };
}

/** Nodes whose values are amounts. The total of an outer node is none if the rows within it write amounts. */
function treePlaces(node: XmlTree | JsonTree, around: FilePlace): FilePlace[] {
  const { rows, when } = node;
  const outer = around.selections.at(-1)?.data ?? '';
  const own = rows === undefined ? [] : [{ data: rows.data ?? outer, filter: rows.filter, on: rows.on }];
  const place = {
    whens: when === undefined ? around.whens : [...around.whens, when],
    selections: [...around.selections, ...own],
  };
  const data = place.selections.at(-1)?.data;
  const hasAmount = listOwnLeaves(node).some((leaf) => isAmountLeaf(leaf, data));
  const places = [
    ...(hasAmount ? [place] : []),
    ...listChildren(node).flatMap((child) => treePlaces(child, place)),
  ];
  const within = places.filter(({ selections }) => selections.length > place.selections.length);
  return rows === undefined || within.length === 0 ? places : within;
}

/** The cause in words: which condition of a filter a row does not meet. */
function conditionReason(context: RenderContext, condition: FilterCondition, row: DataRow): AnyMessage {
  const { field: name, is, isNot, above, below, empty, expression } = condition;
  if (expression !== undefined) return message('account.condition', { condition: expression });
  const field = fieldName(name);
  const actual = row[name] ?? null;
  const fails = (part: Partial<FilterCondition>) => !rowFilter(context, [{ field: name, ...part }], '')(row);
  if (typeof actual === 'boolean') return message('account.flag', { field, isTrue: String(actual) });
  const own = () => isMessage(field, valueText(context, name, actual));
  if (is !== undefined && fails({ is })) return notMessage(field, [resolveVariable(context, is)], nameOf);
  if (condition.in !== undefined && fails({ in: condition.in }))
    return notMessage(field, resolveList(context, condition.in), nameOf);
  if (isNot !== undefined && fails({ isNot })) return own();
  if (condition.notIn !== undefined && fails({ notIn: condition.notIn })) return own();
  if (above !== undefined && fails({ above })) return message('account.notAbove', { field, limit: above });
  if (below !== undefined && fails({ below })) return message('account.notBelow', { field, limit: below });
  return message(empty === true ? 'account.isNotEmpty' : 'account.isEmpty', { field });

  function nameOf(value: unknown): Text {
    return valueText(context, name, value);
  }
}

function isMessage(field: AnyMessage, value: Text): AnyMessage {
  return value === '' ? message('account.isEmpty', { field }) : message('account.is', { field, value });
}

function notMessage(
  field: AnyMessage,
  values: readonly unknown[],
  nameOf: (value: unknown) => Text,
): AnyMessage {
  const [first, ...others] = values.map(nameOf);
  if (first === '' && others.length === 0) return message('account.isNotEmpty', { field });
  return message('account.isNot', { field, value: eitherOf([first ?? '', ...others]) });
}

/** `establishment`; a column of the mapping file has its own name. */
function fieldName(name: string): AnyMessage {
  const own = name.replace(/^employee\./, '');
  return message('account.field', { name: name.replaceAll('.', '_'), own });
}

/** A value as people know it: the name of an establishment instead of its ID, the type of a pay line in words. */
function valueText({ model }: RenderContext, field: string, value: unknown): Text {
  if (field === 'kind') return message('account.kind', { kind: String(value).replaceAll('-', '_') });
  if (!field.endsWith('.id')) return String(value ?? '');
  const nameField = field.replace(/\.id$/, '.name');
  for (const { fields, rows } of model.dataSets.values()) {
    if (!fields.some(({ name }) => name === nameField)) continue;
    for (const row of rows)
      if (row[field] === value && typeof row[nameField] === 'string') return row[nameField];
  }
  return String(value ?? '');
}
