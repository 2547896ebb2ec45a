import { basename, dirname } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Context } from '../../context.js';
import { buildModel } from '../../documents/buildModel.js';
import { renderHandSheet } from '../../documents/corrections/handSheet.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import { groupBy } from '../../domain/collections.js';
import { payLineText } from '../../domain/corrections/exportedLine.js';
import { sumMovedAmounts } from '../../domain/corrections/lineDifferences.js';
import { createNameDirectory, createPeopleDirectory } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { PaytallyError } from '../../errors.js';
import { withClaims } from '../../sources/staging/withStore.js';
import type { Store } from '../../store/store.js';
import type { FinalDays } from '../export/outcome.js';
import { writeFiles } from '../export/writeFiles.js';
import type { BalanceChange } from './changedBalances.js';
import type { ComparedFinals } from './comparedFinals.js';
import {
  type CorrectionLine,
  type CorrectionLineJson,
  correctionLineJson,
  type LineContext,
  resolveSettlements,
  type SettledPeople,
} from './correctionLines.js';
import type { CorrectionScope } from './correctionScope.js';
import { buildHandEntries, type HandEntry, numberInRow } from './handEntries.js';
import { withSettledBefore } from './settledBefore.js';
import { findVanished } from './vanishedWork.js';

/** Why: the lines of the row cancel out, or their sum rounds to nothing in the file. */
export type UnchangedAmount = 'unchanged' | 'rounded';

/** The result of one employer's corrections, or of their preview. */
export interface CorrectionsOutcome {
  readonly employer: string;
  readonly period: Period;
  readonly lines: readonly CorrectionLineJson[];
  /** Lines that are too old for their target, whether or not they are in `lines`: to be entered by hand. */
  readonly older: readonly CorrectionLineJson[];
  readonly config: Config;
  /** Lines of a file that no file shows, because the amount of their row stays as it is. */
  readonly unchangedInFile: ReadonlyMap<string, UnchangedAmount>;
  /** For a final: lines that are in no file and were not settled. Without --final they are in `lines`. */
  readonly byHand: readonly CorrectionLineJson[];
  /** A person's name, with the payroll ID of namesakes; the id if no name is known. */
  readonly nameOf: (employeeId: string) => string;
  /** Amounts to enter by hand in payroll systems that cannot import corrections, or none this old. */
  readonly sheet: readonly HandEntry[];
  /** Changed pay lines within amounts that are not listed: of templates or rows that were not asked for. */
  readonly openElsewhere: { readonly count: number; readonly periods: readonly string[] };
  /** Hours accounts that differ from the ledger; with --final recorded, unless they are of later finals. */
  readonly balances: readonly BalanceChange[];
  /** The people whose recorded balance cannot be known, so that it is not compared. */
  readonly unknownBalances: readonly string[];
  /** The lines that take back all work of several people or of an establishment: see `findVanished`. */
  readonly vanished: ReadonlySet<string>;
  /** Of a preview: why its final would be refused now. */
  readonly refusal?: PaytallyError | undefined;
  /** Set if something was recorded. */
  readonly made: MadeCorrection | undefined;
  /** Later finals whose pay it has moved: see `findLaterFinals`. */
  readonly laterFinals?: readonly FinalDays[] | undefined;
}

export interface MadeCorrection {
  readonly runId: string;
  readonly files: readonly OutcomeFile[];
}

/** The differing lines, with the disposition of each. */
export interface SettledLines {
  readonly lines: readonly CorrectionLine[];
  /** Line -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** Lines to enter by hand. */
  readonly sheet: readonly HandEntry[];
}

/**
 * Settles lines.
 * @param reasons line, template, or employee and pay code -> reason
 * @throws PaytallyError USAGE for an unknown line to settle
 */
export function settleLines(reasons: ReadonlyMap<string, string>, compared: ComparedFinals): SettledLines {
  const settle = resolveSettlements(compared.lines, reasons, settledPeople(compared));
  const lines = applySettlements(withSettledBefore(compared.lines), settle);
  const byHand = lines.filter(
    ({ disposition }) => disposition === 'by-hand' || disposition === 'beyond-horizon',
  );
  return { lines, settle, sheet: buildHandEntries(byHand, lines) };
}

function applySettlements(
  lines: readonly CorrectionLine[],
  settle: ReadonlyMap<string, string>,
): readonly CorrectionLine[] {
  return lines.map((line) => (settle.has(line.id) ? { ...line, disposition: 'settled' } : line));
}

function settledPeople(compared: ComparedFinals): SettledPeople {
  const listed = compared.finals.flatMap(({ computed: { data, mapping } }) => [
    ...(data.employees ?? []).map(({ id }) => id),
    ...data.rememberedEmployees.map(({ id }) => id),
    ...mapping.byId.keys(),
  ]);
  const known = new Set(listed);
  return { numbersOf: numbersIn(compared), isKnown: (id) => known.has(id), nameOf: namesIn(compared) };
}

/** The payroll ID in the row of a line, as the sheet has it; a row without one has that of the mapping on its day. */
function numbersIn({ finals }: ComparedFinals): (line: CorrectionLine) => readonly string[] {
  const [person] = finals.map(({ computed }) =>
    createPeopleDirectory(computed.data, computed.mapping, computed.period),
  );
  return ({ difference: { key } }) => {
    const { row, employeeId, date } = key;
    const { isPayrollId, number } = numberInRow(row);
    if (isPayrollId) return [number];
    return [number, person?.(employeeId, date).number ?? person?.(employeeId).number ?? ''];
  };
}

/** Establishments' labels, the month of payment, and which correction of its finals this one is. */
export function lineContext(
  today: LocalDate,
  store: Store,
  { links, finals, prepared: { employer, mapping } }: CorrectionScope,
  compared: ComparedFinals,
): LineContext {
  // Including those of this read, because a draft is not stored.
  const read = compared.finals.flatMap(({ computed }) => computed.data.establishments);
  const places = [...store.known.establishments(employer.employerId), ...read];
  const labels = new Map(places.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]])));
  const runs = new Set(finals.map(({ link }) => link.runId));
  const earlier = links.filter(
    ({ kind, facts }) =>
      kind === 'correction' &&
      Array.isArray(facts.originals) &&
      facts.originals.some((runId) => runs.has(runId)),
  );
  return {
    labelOf: (id) => labels.get(id) ?? id,
    inPeriod: today.slice(0, 'YYYY-MM'.length),
    sequence: earlier.length + 1,
    rowsOf: (id) => mapping.employees.byId.get(id),
  };
}

/**
 * The report of corrections.
 * @param recorded the lines that are written to files or settled; undefined for a draft, which reports all lines
 */
export function reportCorrections(
  { asked, prepared: { employerKey, config } }: CorrectionScope,
  compared: ComparedFinals,
  { lines, sheet }: SettledLines,
  around: LineContext,
  recorded: readonly CorrectionLine[] | undefined,
  made: MadeCorrection | undefined,
): CorrectionsOutcome {
  const linesJson = (some: readonly CorrectionLine[]) => some.map((line) => correctionLineJson(line, around));
  const linesThatAre = (wanted: CorrectionLine['disposition']) =>
    linesJson(lines.filter(({ disposition }) => disposition === wanted));
  return {
    employer: employerKey,
    period: asked,
    config,
    older: linesThatAre('beyond-horizon'),
    sheet,
    unchangedInFile: unchangedInFile(recorded ?? lines),
    openElsewhere: openElsewhere(compared),
    balances: compared.balances,
    unknownBalances: compared.unknownBalances,
    nameOf: namesIn(compared),
    vanished: vanishedIds(compared, lines),
    lines: linesJson(recorded ?? lines),
    byHand: recorded === undefined ? [] : linesThatAre('by-hand'),
    made,
  };
}

function vanishedIds(
  { finals, prepared: { config } }: ComparedFinals,
  lines: readonly CorrectionLine[],
): ReadonlySet<string> {
  const vanished = finals.flatMap((final) => findVanished(config, final, lines));
  return new Set(vanished.flatMap(({ lines: own }) => own.map(({ id }) => id)));
}

function unchangedInFile(lines: readonly CorrectionLine[]): Map<string, UnchangedAmount> {
  const inFile = lines.filter(({ disposition }) => disposition === 'file');
  const rows = groupBy(inFile, ({ template, difference }) =>
    JSON.stringify([template.name, difference.key.row]),
  );
  const isUnchanged = ({ difference: { written } }: CorrectionLine) =>
    written !== null && written.beforeUnits === written.afterUnits;
  const kindOf = (row: readonly CorrectionLine[]): UnchangedAmount =>
    sumMovedAmounts(row.map(({ difference }) => difference)) === 0 ? 'unchanged' : 'rounded';
  return new Map(
    [...rows.values()].flatMap((row) =>
      row.some(isUnchanged) ? row.map(({ id }) => [id, kindOf(row)] as const) : [],
    ),
  );
}

function openElsewhere({ printed, unlisted }: ComparedFinals): CorrectionsOutcome['openElsewhere'] {
  const open = printed.filter(({ difference: { key } }) => unlisted.has(payLineText(key)));
  const periods = [...new Set(open.map(({ base }) => base.final.link.period.label))];
  return { count: open.length, periods };
}

function namesIn({ finals }: ComparedFinals): (employeeId: string) => string {
  const directories = finals.map(({ computed }) =>
    createNameDirectory(computed.data, computed.mapping, computed.period),
  );
  return (id) => {
    const names = directories.map((nameIn) => nameIn(id));
    return names.find((name) => name !== id) ?? id;
  };
}

/**
 * Writes the requested workbook, for any disposition of the lines: a sheet for each template.
 * @param home the configuration's folder
 */
export async function writeHandSheet(
  path: string,
  { finals, prepared: { config } }: ComparedFinals,
  entries: readonly HandEntry[],
  { packageFolder, signal }: Pick<Context, 'packageFolder' | 'signal'>,
  home: string,
): Promise<void> {
  const [first] = finals;
  if (first === undefined) return;
  const { computed } = first;
  const amounts = entries.map(({ lines: _, ...entry }) => entry);
  const file = await renderHandSheet(buildModel(computed), amounts, {
    language: config.language,
    name: basename(path),
    personName: createNameDirectory(computed.data, computed.mapping, computed.period),
    packageFolder,
  });
  await withClaims(home, (temporaries) =>
    writeFiles({ folder: dirname(path), files: [file], signal, temporaries }),
  );
}
