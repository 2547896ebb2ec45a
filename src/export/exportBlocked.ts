import { groupBy } from '../domain/collections.js';
import type { ExceptionCode, RatedFinding } from '../domain/exceptions/finding.js';
import { blockingFindings } from '../domain/exceptions/ratedFindings.js';
import { findingMessage } from '../domain/exceptions/wording.js';
import { type FindingReport, messageReader, personName } from '../domain/exceptions/workList.js';
import type { Period } from '../domain/period/period.js';
import { PaytallyError } from '../errors.js';
import { dateNotation, formatDate } from '../i18n/dateText.js';
import type { ExportState } from '../run.js';

/** The lines of the mapping file that stop a run with a template that needs numbers. */
export interface BrokenMapping {
  readonly error: PaytallyError;
  /** People whose lines they are: that they have no number needs no further word. */
  readonly employeeIds: ReadonlySet<string>;
}

/** The findings that block a run and that one recipient of its deliveries can resolve. */
export interface ConcernedWork {
  /** Its name in the configuration. */
  readonly delivery: string;
  readonly address: string;
  readonly found: FindingReport;
}

/** The data stops the run. Holds everything that was found, so that all of it can be shown at once. */
export class ExportBlocked extends PaytallyError {
  readonly found: FindingReport;
  /** The work concerned, for each recipient of files about these people or places. */
  concerned: readonly ConcernedWork[] = [];
  /** Pay lines that differ from finals of these days; undefined where none is final. */
  changed: { readonly lines: number; readonly period: Period } | undefined;
  /** The same in few words, for who has just been shown the whole list. */
  readonly verdict: { readonly message: string; readonly remedy: string };

  constructor(
    blocking: readonly RatedFinding[],
    found: FindingReport,
    state: ExportState,
    broken: BrokenMapping | undefined,
    refused: readonly string[],
  ) {
    const byCode = [...groupBy(blocking, ({ code }) => code)];
    const lines = byCode.map(([code, some]) => `  ${code}, ${some.length}: ${example(some, found)}`);
    const codes = byCode.map(([code]) => code);
    const stops = `The data stops this ${state} run. Nothing was written.\n${lines.join('\n')}`;
    const { error } = broken ?? {};
    super(
      error?.code ?? 'EXPORT_BLOCKED',
      [error?.message, lines.length > 0 ? stops : undefined, refusedText(refused)].filter(Boolean).join('\n'),
      {
        remedy: [error?.remedy, lines.length > 0 ? remedyFor(codes, CORRECT_NAMED) : undefined]
          .filter(Boolean)
          .join(' '),
        ...(error?.record === undefined ? {} : { record: error.record }),
      },
    );
    this.found = found;
    const counts = byCode.map(([code, some]) => `${some.length} ${code}`).join(', ');
    const short = lines.length > 0 ? `The data stops this ${state} run: ${counts}.` : undefined;
    this.verdict = {
      message: [error?.message, short, refusedText(refused)].filter(Boolean).join('\n'),
      remedy: [error?.remedy, short === undefined ? undefined : remedyFor(codes, CORRECT_LISTED)]
        .filter(Boolean)
        .join(' '),
    };
  }
}

/** What there is to be told beside the findings. */
export interface Further {
  readonly broken: BrokenMapping | undefined;
  /** Lines about values that the templates refuse; asked for only where the run is stopped. */
  readonly refused: () => Promise<readonly string[]>;
}

/** @throws ExportBlocked for findings that stop a run of this kind, and for a mapping file that does; all in one */
export async function refuseBlocked(
  found: FindingReport,
  state: ExportState,
  { broken, refused }: Further,
): Promise<void> {
  const blocking = blockingFindings(found.findings, state).filter(
    ({ code, employeeId }) => code !== 'UNMAPPED_EMPLOYEE' || !broken?.employeeIds.has(employeeId ?? ''),
  );
  if (blocking.length === 0 && broken === undefined) return;
  throw new ExportBlocked(blocking, found, state, broken, await refused());
}

function refusedText(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  return `Values that the templates do not take:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function example([first, ...rest]: readonly RatedFinding[], found: FindingReport): string {
  if (first === undefined) return '';
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  return `${personName(first, found)}${first.date === null ? '' : ` ${formatDate(first.date, dateNotation(found.language))}`}: ${findingMessage(first, messageReader(found))}${more}`;
}

/** What to do, alone and before how to accept it. */
interface Correct {
  readonly alone: string;
  readonly before: string;
}

const CORRECT_NAMED: Correct = {
  alone: 'Correct what is named ("paytally check" with the same options lists all of it).',
  before: 'Correct what is named ("paytally check" with the same options lists all of it)',
};
const CORRECT_LISTED: Correct = { alone: 'Correct what is listed.', before: 'Correct what is listed' };

/** Accepting does not assign a number to an employee: a template that needs one would refuse. */
const NOT_ACCEPTABLE: readonly ExceptionCode[] = [
  'UNMAPPED_EMPLOYEE',
  'UNMAPPED_CODE',
  'DUPLICATE_NUMBER',
  'ABSENCE_HOURS',
  'HOLIDAY_HOURS',
];

function remedyFor(codes: readonly ExceptionCode[], correct: Correct): string {
  const acceptable = codes.filter((code) => !NOT_ACCEPTABLE.includes(code));
  if (acceptable.length === 0) return correct.alone;
  return `${correct.before}, or accept it: ${acceptable.map((code) => `--accept ${code}=REASON`).join(' ')}`;
}
