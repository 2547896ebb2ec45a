import { relative } from 'node:path';
import type { ControlSlip, SlipSum } from '../documents/controlSlip.js';
import type { Tally } from '../domain/timesheet/control.js';
import { countByCode, type OutcomeFile, type RunOutcome } from '../pipeline/outcome.js';
import { deliveryLines } from './deliveryText.js';
import { printable } from './terminalText.js';

/** A few lines for people about a run, or about what it would do. Paths are shown from `cwd`. */
export function summaryOf(outcome: RunOutcome, cwd: string): string {
  const { employer, period, state, control, effect } = outcome;
  const isPlan = effect === 'plan';
  return [
    `${employer}: ${period.label} (${period.from} to ${period.to}), ${state}${isPlan ? ', dry run: nothing was written' : ''}`,
    ...labelled('read', [tallyText(control.fetched)]),
    ...labelled('exported', [tallyText(control.exported)]),
    ...labelled(
      'left out',
      control.excluded.map((tally) => `${tallyText(tally)}: ${tally.reason}`),
    ),
    ...labelled('estimated', estimateLines(outcome)),
    ...labelled('exceptions', countLines(outcome)),
    ...labelled('accepted', acceptedLines(outcome)),
    ...labelled(
      isPlan ? 'would write' : 'wrote',
      outcome.files.map((file) => fileLine(file, cwd)),
    ),
    ...labelled('control', slipLines(outcome.files, cwd)),
    ...labelled(isPlan ? 'would send' : 'deliveries', deliveryLines(outcome.deliveries ?? [], isPlan)),
  ].join('\n');
}

/** Beside what was read and exported, never among it. */
function estimateLines({ estimateFrom, control: { estimates } }: RunOutcome): string[] {
  if (estimateFrom === undefined) return [];
  const { entries = 0, minutes = 0 } = estimates ?? {};
  return [`${plural(entries, 'shift', 'shifts')}, ${hours(minutes)}, from ${estimateFrom} on`];
}

function fileLine({ path, rows, replaces }: OutcomeFile, cwd: string): string {
  const facts = [plural(rows, 'row', 'rows'), ...(replaces ? ['replaces the file that is there'] : [])];
  return `${relative(cwd, path) || path} (${facts.join('; ')})`;
}

/** The reasons are part of the run; a code that did not occur may be a slip. */
function acceptedLines({ accepted, findings }: RunOutcome): string[] {
  return [...accepted].map(([code, reason]) => {
    const occurred = findings.some((finding) => finding.code === code) ? '' : ' (did not occur)';
    return `${code}${reason === '' ? '' : `: ${printable(reason)}`}${occurred}`;
  });
}

const LABEL_WIDTH = 12;

/** The label stands before the first of its lines. */
function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`);
}

function tallyText({ entries, minutes }: Tally): string {
  const time = minutes === 0 ? '' : `, ${hours(minutes)}`;
  return `${plural(entries, 'entry', 'entries')}${time}`;
}

/** What each payroll file adds up to, with what rounding made of the minutes, and by code. */
function slipLines(files: readonly OutcomeFile[], cwd: string): string[] {
  return files.flatMap(({ path, controlSlip }) => {
    if (controlSlip === undefined) return [];
    const { lines, minutes, codes } = controlSlip;
    const written = writtenText(controlSlip, controlSlip);
    return [
      `${relative(cwd, path) || path}: ${plural(lines, 'amount', 'amounts')}, file ${written}, run ${hours(minutes)}: ${roundingText(controlSlip)}`,
      ...codes.map((each) => `  ${printable(each.code)}: ${each.lines}, ${writtenText(each, controlSlip)}`),
    ];
  });
}

function writtenText({ writtenHours, minutes }: SlipSum, { decimals }: ControlSlip): string {
  return decimals === null ? hours(minutes) : `${writtenHours.toFixed(decimals)} h`;
}

function roundingText({ differenceHours, decimals }: ControlSlip): string {
  if (differenceHours === 0) return 'the same';
  const sign = differenceHours > 0 ? '+' : '-';
  const places = Math.max(decimals ?? 0, 2);
  return `${sign}${Math.abs(differenceHours).toFixed(places)} h by rounding to ${decimals ?? 0} decimals`;
}

/** Whole minutes as hours and minutes: `6543 h 05 min`. */
export function hours(minutes: number): string {
  const sign = minutes < 0 ? '-' : '';
  const size = Math.abs(minutes);
  return `${sign}${Math.floor(size / 60)} h ${String(size % 60).padStart(2, '0')} min`;
}

function countLines({ findings }: RunOutcome): string[] {
  const counts = Object.entries(countByCode(findings)).map(([code, count]) => `${count} ${code}`);
  return counts.length > 0 ? counts : ['none'];
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
