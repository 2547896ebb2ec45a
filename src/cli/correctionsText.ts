import { relative } from 'node:path';
import { causesText, settledBeforeTexts } from '../app/corrections/causeText.js';
import type { CorrectionLineJson } from '../app/corrections/correctionLines.js';
import type { CorrectionsOutcome } from '../app/corrections/correctionReport.js';
import type { HandEntry } from '../app/corrections/handEntries.js';
import { PAY_LINES_FILE } from '../app/ledger/exportedLines.js';
import type { Config } from '../config/config.js';
import { groupBy } from '../domain/collections.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { dateText } from '../i18n/dateText.js';
import { type Say, sayIn, signedAmount } from '../i18n/formatMessage.js';
import { handAmountText } from '../i18n/hoursText.js';
import { fittedText } from '../runtime/wrapText.js';
import { balancesText } from './balancesText.js';
import { laterFinalsLines } from './summary.js';
import { tableWithin } from './terminalText.js';

/** Corrections of an employer with the reader's language and the terminal's width. */
interface Notation {
  readonly config: Config;
  readonly say: Say;
  readonly width: number | undefined;
  readonly person: (employeeId: string) => string;
  readonly unchangedInFile: CorrectionsOutcome['unchangedInFile'];
}

/** A few lines for people about corrections of one employer; those too old for a file have a separate table. */
export function correctionsText(
  outcome: CorrectionsOutcome,
  { cwd, width }: { readonly cwd: string; readonly width: number | undefined },
): string {
  const { employer, period, lines, older, byHand, sheet, made, config, nameOf, unchangedInFile } = outcome;
  const { label, from, to } = period;
  const say = sayIn(config);
  const recent = lines.filter(({ disposition }) => disposition !== 'beyond-horizon');
  const all = [...recent, ...older, ...byHand];
  const balances = balancesText(outcome, width);
  const elsewhere = elsewhereText(outcome, say, width);
  if (all.length + balances.length + elsewhere.length === 0)
    return say('terminal.corrections.nothing', { employer, period: label, from, to });
  // With --final one table has all lines that were recorded.
  const isPayLineOnly = ({ template }: CorrectionLineJson) => template === null && made === undefined;
  const notation: Notation = { config, say, width, person: nameOf, unchangedInFile };
  const tables = [
    { lines: recent.filter((line) => !isPayLineOnly(line)), title: [] },
    { lines: recent.filter(isPayLineOnly), title: [say('terminal.corrections.payLinesOnly')] },
    { lines: older, title: [say('terminal.corrections.older')] },
    { lines: byHand, title: [say('terminal.corrections.byHand')] },
  ];
  return [
    say('terminal.corrections.heading', { employer, period: label, from, to }),
    ...tables
      .filter((table) => table.lines.length > 0)
      .flatMap((table) => [
        ...table.title.map((title) => fittedText(title, width)),
        linesTable(table.lines, notation),
      ]),
    ...handSheets(sheet, notation),
    ...balances,
    ...elsewhere,
    ...(made?.files ?? []).map(
      ({ path }) => `  ${say('terminal.corrections.saved', { path: relative(cwd, path) || path })}`,
    ),
    ...laterFinalsLines(outcome.laterFinals, say).map((text) => fittedText(text, width)),
  ].join('\n');
}

/** Nothing is unchanged whose difference only another template or another day shows. */
function elsewhereText(
  { openElsewhere: { count, periods } }: CorrectionsOutcome,
  say: Say,
  width: number | undefined,
): string[] {
  if (count === 0) return [];
  return [fittedText(say('terminal.corrections.elsewhere', { count, periods: periods.join(', ') }), width)];
}

const HEADINGS = ['line', 'template', 'employee', 'date', 'payCode', 'hours', 'why', 'how'] as const;

function linesTable(lines: readonly CorrectionLineJson[], notation: Notation): string {
  const headings = HEADINGS.map((name) => notation.say(`terminal.heading.${name}`));
  return tableWithin([headings, ...lines.map((line) => correctionRow(line, notation))], notation.width);
}

function correctionRow(
  line: CorrectionLineJson,
  { config, say, person, unchangedInFile }: Notation,
): string[] {
  return [
    line.line,
    line.template ?? PAY_LINES_FILE,
    person(line.employeeId),
    dateText(config.language, line.date),
    payCodeLabel(line.payCode, config.payCodes, config.language),
    changedAmount(line, config),
    causesText(line, say),
    say(`terminal.handling.${unchangedInFile.get(line.line) ?? line.disposition}`),
  ];
}

/** The difference; if only the rounding of the file changed, in hundredths of hours. */
function changedAmount({ difference, unit, written }: CorrectionLineJson, config: Config): string {
  const isRounding = difference === 0 && written?.unit === 'hours' && written.difference !== 0;
  return isRounding
    ? signedAmount(written.difference, 'hours', config)
    : signedAmount(difference, unit, config);
}

/** The amounts to enter by hand: a table for each template. */
function handSheets(entries: readonly HandEntry[], notation: Notation): string[] {
  const { say, width } = notation;
  return [...groupBy(entries, ({ template }) => template)].flatMap(([template, own]) => [
    '',
    fittedText(say('terminal.corrections.sheet', { template }), width),
    tableWithin(sheetRows(own, notation), width),
    fittedText(say('terminal.corrections.settle', { template }), width),
  ]);
}

function sheetRows(
  entries: readonly HandEntry[],
  { config: { language }, say, person }: Notation,
): string[][] {
  const hasDates = entries.some(({ date }) => date !== null);
  const hasCenters = entries.some(({ costCenter }) => costCenter !== null);
  return entries.map((entry) => {
    const { employeeNumber, employeeId, code, payCodes, forPeriod, date, costCenter, decimals } = entry;
    const amount = (value: number, isSigned = false) =>
      handAmountText(value, { decimals, isSigned }, language);
    const codes = payCodes.join(', ');
    return [
      `  ${employeeNumber}`,
      person(employeeId),
      codes === code ? code : `${code} (${codes})`,
      ...(hasDates ? [date === null ? '' : dateText(language, date)] : []),
      ...(hasCenters ? [costCenter ?? ''] : []),
      forPeriod,
      say('terminal.corrections.entry', {
        recorded: amount(entry.recorded),
        now: amount(entry.now),
        type: amount(entry.type, true),
        unit: say(`terminal.unit.${entry.unit}`),
      }),
      ...settledBeforeTexts(entry.settledBefore, say),
    ];
  });
}
