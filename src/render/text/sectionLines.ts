import { nearestName } from '../../config/input/nearestName.js';
import type { DataRow } from '../dataSet.js';
import { refuseAddedPremiums } from './addedPremiums.js';
import { columnPlan } from './columnPlan.js';
import { FieldValues } from './fieldValues.js';
import { type FilePart, sectionsOf } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import { groupRows } from './groupRows.js';
import type { ColumnUnits } from './lineOmission.js';
import { reconciledUnits } from './reconciledUnits.js';
import { recordKeys } from './recordKeys.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { isLineByLine, rowByRow } from './rowByRow.js';
import type { RowUnits } from './rowUnits.js';
import type { SectionSpec } from './sectionSpec.js';
import { rowFilter } from './selectRows.js';
import { sortRecords } from './sortRecords.js';
import { totalsLine } from './totalsLine.js';
import { foreseenSums, type LaidOutRecords, type SectionSums, writtenLines } from './writtenLines.js';

/** A section that is laid out, ready to be written line by line. */
export interface SectionLines {
  readonly headings: readonly string[];
  /** Each line's fields; the list is used again for the next. */
  written(): Iterable<readonly string[]>;
  /** Lines there will be, and what columns with `total` add up to, by heading; also before `write`. */
  foreseen(): SectionSums;
  /** The line of totals; after `write`. */
  totals(): readonly string[] | undefined;
}

const NOTHING: SectionLines = {
  headings: [],
  written: () => [],
  foreseen: () => ({ lines: 0, columns: [] }),
  totals: () => undefined,
};

export function sectionLines(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  section: SectionSpec,
  rowUnits?: RowUnits,
): SectionLines {
  const dataSet = context.model.dataSets.get(section.data);
  if (dataSet === undefined) {
    const known = [...context.model.dataSets.keys()];
    const nearest = nearestName(section.data, known);
    const hint = nearest === undefined ? `there are: ${known.join(', ')}` : `did you mean ${nearest}?`;
    context.problems.add(`there is no data set ${section.data}; ${hint}`);
    return NOTHING;
  }
  const fields = new FieldValues(context, dataSet, part);
  checkFields(fields, section, file.spec.split);
  if (part.isCutByDate && !fields.has('date')) {
    context.problems.add(`the data set ${section.data} has no date, and "split" cuts this file at months`);
  }
  const keep = rowFilter(context, section.filter);
  const isWanted = (row: DataRow) => part.accepts(row) && keep(row);
  if (part.rowsOf === undefined && rowUnits === undefined && isLineByLine(context, dataSet, section)) {
    const plan = columnPlan({ context, file, section, fields, records: [], keepsZeros: false });
    const units: ColumnUnits = plan.columns.map(() => undefined);
    return laidOutLines(context, file, section, {
      plan,
      units,
      records: rowByRow(dataSet, isWanted, section.sort),
    });
  }
  const rows = (part.rowsOf?.(section.data) ?? [...dataSet.rows]).filter(isWanted);
  const records = sortRecords(groupRows(dataSet, rows, section), section.sort);
  const keepsZeros = rowUnits?.keepsZeros ?? false;
  const input = { context, file, section, fields, records, keepsZeros };
  const plan = columnPlan(input);
  recordKeys(input, plan, rows);
  refuseAddedPremiums(input, plan);
  const reconciled = plan.columns.map((column) => reconciledUnits(column, records));
  const laidOut = {
    spec: context.spec,
    file,
    part,
    place: sectionsOf(file.spec).indexOf(section),
    section,
    columns: plan.columns,
    records,
    lines: plan.lines,
    units: reconciled,
  };
  const units = rowUnits?.decide(laidOut) ?? reconciled;
  return laidOutLines(context, file, section, { plan, units, records });
}

function laidOutLines(
  context: RenderContext,
  file: ResolvedFile,
  section: SectionSpec,
  laidOut: LaidOutRecords,
): SectionLines {
  const { plan } = laidOut;
  const sums = plan.columns.map(() => 0);
  return {
    headings: plan.columns.map((column) => column.heading),
    written: () => writtenLines(laidOut, sums),
    foreseen: () => foreseenSums(laidOut),
    totals: () => section.totals && totalsLine(context, file, plan.columns, section.totals, sums),
  };
}

/** Names in filter, group, sort, sum, codes and the file's split; columns check their own. */
function checkFields(fields: FieldValues, section: SectionSpec, split: FileSpec['split']): void {
  const named: [string, readonly string[]][] = [
    ['filter', section.filter.map((condition) => condition.field)],
    ['group', section.group ?? []],
    ['sum', section.sum],
    ['join', section.join],
    ['sort', section.sort.map((key) => key.field)],
    [
      'reconcile',
      section.columns.flatMap((column) => (Array.isArray(column.reconcile) ? column.reconcile : [])),
    ],
    ['codes', section.codes === undefined ? [] : [section.codes.by, section.codes.value]],
    ['split', typeof split === 'object' ? [split.field] : []],
  ];
  for (const [place, names] of named) for (const name of names) fields.requireOwn(name, place);
}
