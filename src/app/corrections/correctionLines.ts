import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { lineKeyText, rowKeyText } from '../../domain/corrections/exportedLine.js';
import type { Cause } from '../../domain/corrections/findCauses.js';
import {
  type LineDifference,
  movedAmount,
  type RowDifference,
  selectDifferences,
} from '../../domain/corrections/lineDifferences.js';
import { type MappingChange, mappingChanges } from '../../domain/corrections/mappingChanges.js';
import type { DatedRows } from '../../domain/mapping/employeeRows.js';
import { employeesMeant, isIdOrNumber } from '../../domain/mapping/employeesMeant.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { idOrNumber } from '../../domain/people/idOrNumber.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { OpenChange } from '../../store/mirror.js';
import type { CorrectionBase } from '../ledger/correctionBase.js';
import { PAY_LINES, PAY_LINES_FILE } from '../ledger/exportedLines.js';

/** The disposition of a line in a final correction. */
type LineDisposition = 'file' | 'settled' | 'by-hand' | 'beyond-horizon';

/** A difference with all its data. */
export interface CorrectionLine {
  /** Identical for the same difference of the same line. */
  readonly id: string;
  readonly difference: LineDifference;
  readonly causes: readonly Cause[];
  readonly base: CorrectionBase;
  readonly template: TextTemplate;
  readonly disposition: LineDisposition;
  /** What a settlement recorded for its day and the line would undo. */
  readonly settledBefore?: SettledBefore | undefined;
}

/** An amount that was settled outside files, in the unit of its line. */
export interface SettledBefore {
  readonly amount: number;
  /** Each once; none if none was recorded. */
  readonly reasons: readonly string[];
}

/** The contract's JSON form of a line, with its disposition. */
export interface CorrectionLineJson extends Omit<OpenChange, 'finalRun'> {
  readonly line: string;
  /** null for a pay line that no template of its finals prints. */
  readonly template: string | null;
  readonly written: WrittenJson | null;
  readonly originalRun: string;
  readonly forPeriod: string;
  readonly inPeriod: string;
  readonly sequence: number;
  readonly disposition: LineDisposition;
  /** Only for a line that would undo a settlement. */
  readonly settledBefore?: SettledBefore;
}

interface WrittenJson {
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly unit: 'hours' | AmountUnit;
}

/** The id includes the difference, so that a user settles only the difference that they saw. */
export function lineId(employerId: string, { key, before, after }: LineDifference): string {
  const text = JSON.stringify([employerId, lineKeyText(key), before, after]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export interface LineContext {
  readonly labelOf: (establishment: string) => string;
  /** The mapping rows of a person today. */
  readonly rowsOf: (employeeId: string) => DatedRows | undefined;
  /** The month in which the correction is paid: `2026-12`. */
  readonly inPeriod: string;
  readonly sequence: number;
}

export function correctionLineJson(line: CorrectionLine, around: LineContext): CorrectionLineJson {
  const { key, before, after, written } = line.difference;
  const { template, employeeId, date, payCode, establishment, costCenter, unit } = key;
  const difference = movedAmount(line.difference);
  const isTime = unit === 'minutes';
  return {
    line: line.id,
    template: template === PAY_LINES ? null : template,
    employeeId,
    date,
    payCode,
    establishment: establishment === null ? null : around.labelOf(establishment),
    costCenter,
    unit,
    before,
    after,
    difference,
    beforeMinutes: isTime ? before : null,
    afterMinutes: isTime ? after : null,
    differenceMinutes: isTime ? difference : null,
    written: written === null ? null : writtenJson(written),
    cause: line.causes[0] ?? 'program',
    causes: line.causes,
    originalRun: line.base.final.link.runId,
    forPeriod: line.base.final.link.period.label,
    inPeriod: around.inPeriod,
    sequence: around.sequence,
    disposition: line.disposition,
    ...(line.causes.includes('mapping') ? { mapping: editedCells(line, around) } : {}),
    ...(line.settledBefore === undefined ? {} : { settledBefore: line.settledBefore }),
  };
}

function editedCells({ base, difference }: CorrectionLine, { rowsOf }: LineContext): MappingChange[] {
  const { employeeId } = difference.key;
  const then = base.newest.snapshot.mapping.byId.get(employeeId);
  return mappingChanges(then, rowsOf(employeeId), base.final.link.period);
}

const MINUTES_PER_HOUR = 60;

function writtenJson({ beforeUnits, afterUnits, unit, unitsOfOne }: RowDifference): WrittenJson {
  const isMinutes = unit === 'minutes' && unitsOfOne === MINUTES_PER_HOUR;
  const scale = isMinutes ? 1 : unitsOfOne;
  return {
    before: beforeUnits / scale,
    after: afterUnits / scale,
    difference: (afterUnits - beforeUnits) / scale,
    unit: unit === 'minutes' && !isMinutes ? 'hours' : unit,
  };
}

const YEAR_DIGITS = 4;

/** The disposition of a line: it is entered by hand if the target accepts no corrections, or none this old. */
export function lineDisposition(
  { spec }: TextTemplate,
  { key }: LineDifference,
  nowMs: number,
): CorrectionLine['disposition'] {
  if (spec.corrections === 'none') return 'by-hand';
  const oldest = new Date(nowMs).getUTCFullYear() - (spec.horizon?.previousYears ?? Number.POSITIVE_INFINITY);
  return Number(key.date.slice(0, YEAR_DIGITS)) < oldest ? 'beyond-horizon' : 'file';
}

/** In the order of templates, people, days, codes and rows. */
export function compareCorrectionLines(a: CorrectionLine, b: CorrectionLine): number {
  const order = (line: CorrectionLine) =>
    JSON.stringify([
      line.difference.key.template,
      line.difference.key.employeeId,
      line.difference.key.date,
      line.difference.key.payCode,
      rowKeyText(line.difference.key),
    ]);
  return order(a) < order(b) ? -1 : 1;
}

/** Lines that go into files or are settled; only these change a row that also has others. */
export function recordedLines(lines: readonly CorrectionLine[]): CorrectionLine[] {
  const recorded = lines.filter(({ disposition }) => disposition === 'file' || disposition === 'settled');
  const chosen = new Set(recorded.map(({ difference }) => difference));
  const differences = selectDifferences(
    lines.map(({ difference }) => difference),
    (difference) => chosen.has(difference),
  );
  return recorded.map((line, index) => ({ ...line, difference: differences[index] ?? line.difference }));
}

/** The people of the compared finals, as a settlement can name them. */
export interface SettledPeople {
  /** The payroll ID of a line's employee, as its file has it, and how else the file names the employee. */
  readonly numbersOf: (line: CorrectionLine) => readonly string[];
  readonly isKnown: (employeeId: string) => boolean;
  readonly nameOf: (employeeId: string) => string;
}

/** The target of `--settle`: a line, a template, or a person and pay code. */
type LineMatcher = (line: CorrectionLine) => boolean;

/**
 * The reason for each settled line. If several settlements name a line, the one for the line itself has priority, then
 * the one for the person and pay code.
 * @throws PaytallyError USAGE for a settlement that names no line, or by a text that is the ID of one employee and the
 * payroll ID of another
 */
export function resolveSettlements(
  lines: readonly CorrectionLine[],
  settle: ReadonlyMap<string, string>,
  people: SettledPeople,
): ReadonlyMap<string, string> {
  const ranked = [...settle].map(([name, reason]) => ({
    ...matchSettlement(lines, name, people),
    reason,
  }));
  const reasons = new Map<string, string>();
  for (const { lines: mine, reason } of ranked.sort((a, b) => a.rank - b.rank))
    for (const { id } of mine) reasons.set(id, reason);
  return reasons;
}

/** The lines that a settlement names, and how specific it is. */
function matchSettlement(
  lines: readonly CorrectionLine[],
  name: string,
  people: SettledPeople,
): { readonly rank: number; readonly lines: readonly CorrectionLine[] } {
  const readings = [
    settlesTemplate(name),
    settlesPersonAndCode(lines, name, people),
    ({ id }: CorrectionLine) => id === name,
  ];
  for (const [rank, isMeant] of [...readings.entries()].reverse()) {
    const mine = lines.filter(isMeant);
    if (mine.length > 0) return { rank, lines: mine };
  }
  throw new PaytallyError('USAGE', message('corrections.lineUnknown', { name }), { record: name });
}

/** Pay lines that no template prints are named after the file that contains them. */
function settlesTemplate(name: string): LineMatcher {
  const called = basename(name, extname(name));
  return ({ template }) => {
    const its = template.name === PAY_LINES ? PAY_LINES_FILE : template.name;
    return its === name || its === called;
  };
}

/** `id:2:OT`: an employee, with what says how, and a pay code. */
const PERSON_AND_CODE = /^((?:(?:id|number):)?[^:]+):(.*)$/i;

/** Identifies the employee by ID or payroll ID, and the pay code by name. */
function settlesPersonAndCode(
  lines: readonly CorrectionLine[],
  name: string,
  { numbersOf, isKnown, nameOf }: SettledPeople,
): LineMatcher {
  const [, person, payCode] = PERSON_AND_CODE.exec(name) ?? [];
  if (person === undefined) return () => false;
  const ofCode = lines.filter(({ difference: { key } }) => key.payCode === payCode);
  const meant = employeesMeant(person, {
    byId: (id) => (isKnown(id) || ofCode.some((line) => line.difference.key.employeeId === id) ? [id] : []),
    byNumber: (number) =>
      ofCode
        .filter((line) => numbersOf(line).includes(number))
        .map(({ difference: { key } }) => key.employeeId),
  });
  if (isIdOrNumber(meant))
    throw new PaytallyError('USAGE', idOrNumber(person, meant, nameOf), { record: name });
  return (line) =>
    line.difference.key.payCode === payCode &&
    (meant.byId.includes(line.difference.key.employeeId) ||
      (meant.byNumber.length > 0 && numbersOf(line).includes(meant.text)));
}
