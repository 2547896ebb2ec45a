import { recordNameOf } from '../../domain/corrections/rowName.js';
import { message } from '../../i18n/message.js';
import type { Scalar } from '../dataSet.js';
import { notationOf } from './amountCells.js';
import { AmountHomes } from './amountHomes.js';
import type { ColumnWriter } from './cellWriter.js';
import type { ColumnSpec } from './columnSpec.js';
import type { LaidOutSection } from './plannedColumn.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import type { RowRecord } from './rowRecords.js';
import { CollectedUnits } from './rowUnits.js';
import type { TreeData, TreeScope } from './treeScope.js';
import type { JsonTree, TreeRows, XmlTree } from './treeSpec.js';

const MINUTES_PER_HOUR = 60;

/** The printed units of a row's minutes. */
export type UnitsOf = (scope: TreeScope) => number | undefined;

/** Determines the printed units once per row and unit; values in another unit keep their own rounding. */
export class TreeUnits {
  readonly #decided = new Map<string, WeakMap<RowRecord, DecidedUnits>>();
  /** The rows of each amount's element, by its name in the ledger. */
  readonly #rowsOf = new Map<string, TreeRows | undefined>();
  readonly #homes: AmountHomes;

  constructor(
    readonly data: TreeData,
    readonly file: ResolvedFile,
    tree: XmlTree | JsonTree,
  ) {
    this.#homes = new AmountHomes(data.context, tree);
    if (isCorrected(data)) for (const name of this.#homes.doubles()) refuseAlike(data.context, name);
  }

  of(value: TreeAmount): UnitsOf {
    const { spec, place, reconciled } = value;
    const { format } = value.writer;
    const unitsOfOne = format.kind === 'number' ? (format.scale ?? format.unitsOfOne ?? MINUTES_PER_HOUR) : 0;
    // 7 and 30 of 7:30 are written separately, but are one amount.
    const name = spec.amount === undefined && spec.field === 'minutes' ? 'minutes' : place;
    const decided = this.#decided.get(name) ?? new WeakMap();
    this.#decided.set(name, decided);
    return (scope) => {
      const known = decided.get(scope.record) ?? {
        units: this.#decide(scope, value),
        unitsOfOne,
        place,
        spec,
      };
      decided.set(scope.record, known);
      if (known.place !== place) this.#refuseSameNotation(known, value);
      return known.unitsOfOne === unitsOfOne ? known.units : reconciled(scope);
    };
  }

  /** Two values with one notation would be paid twice. */
  #refuseSameNotation(first: DecidedUnits, { spec, place }: TreeAmount): void {
    const { addsPremiums, problems, spec: template } = this.data.context;
    if (addsPremiums !== 'refused' || template.audience !== 'payroll') return;
    if (notationOf(first.spec) !== notationOf(spec)) return;
    const values = { first: first.place, second: place, unit: 'minutes' };
    problems.add(message('account.twice', values), { column: place });
  }

  #decide(scope: TreeScope, amount: TreeAmount): number | undefined {
    const { spec, writer, place, reconciled, valueIn } = amount;
    const { dataSet, record, group } = scope;
    const { rowUnits, context, part } = this.data;
    const agreed = reconciled(scope);
    if (rowUnits === undefined) return agreed;
    const value = valueIn(scope);
    const section: LaidOutSection = {
      spec: context.spec,
      file: this.file,
      part,
      place,
      section: { data: dataSet?.name ?? '', group: group === undefined ? undefined : [...group] },
      columns: [
        {
          spec,
          format: writer.format,
          heading: place,
          isAmount: true,
          quantity: () => (typeof value === 'number' ? value : null),
          plain: () => writer.plain(value),
          ...(spec.adds && {
            addedRows: () =>
              scope.rows.filter(rowFilter(context, spec.adds?.filter ?? [], dataSet?.name ?? '')),
          }),
        },
      ],
      records: [record],
      lines: () => 1,
      units: [agreed === undefined ? undefined : new Map([[record, agreed]])],
      constants: { ...this.data.fieldsOf(dataSet).constants, ...scope.around },
    };
    this.#refuseUnclear(section, amount);
    const [units] = rowUnits.decide(section);
    return units?.get(record, 0);
  }

  /** Of elements with one name, a correction finds the one of an amount by what its record shows. */
  #refuseUnclear(section: LaidOutSection, { place, rows }: TreeAmount): void {
    const data = this.data;
    const homes = this.#homes;
    if (data.rowUnits?.given !== undefined || !isCorrected(data) || !homes.isShared(place)) return;
    const collected = new CollectedUnits();
    collected.decide(section);
    for (const { row, unit } of collected.amounts) {
      const record = recordNameOf(row);
      const known = this.#rowsOf.get(row) ?? rows;
      this.#rowsOf.set(row, known);
      const shown = collected.records.get(record)?.shown ?? {};
      if (known !== rows || homes.of({ place, unit }, shown) !== rows) refuseAlike(data.context, place);
    }
  }
}

/** The units of a record's amount, and the value that decided them. */
interface DecidedUnits {
  readonly units: number | undefined;
  readonly unitsOfOne: number;
  readonly place: string;
  readonly spec: ColumnSpec;
}

/** A value of a tree that is an amount. */
interface TreeAmount {
  readonly spec: ColumnSpec;
  readonly writer: ColumnWriter;
  readonly place: string;
  /** Units reconciled with a total, if the value requires it. */
  readonly reconciled: UnitsOf;
  readonly valueIn: (scope: TreeScope) => Scalar | undefined;
  readonly rows: TreeRows | undefined;
}

/** Whether corrections of the file must find its amounts again; reruns print earlier amounts unchanged. */
function isCorrected({ context, rowUnits }: TreeData): boolean {
  const isNew = context.addsPremiums === 'refused' || rowUnits?.given !== undefined;
  return context.spec.audience === 'payroll' && isNew;
}

function refuseAlike({ problems }: RenderContext, name: string): void {
  problems.add(message('template.tree.alike', { name }), { column: name });
}
