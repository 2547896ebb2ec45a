import { relative } from 'node:path';
import type { Config } from '../config/config.js';
import { groupBy } from '../domain/collections.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import type { CorrectionsOutcome } from '../export/correctionReport.js';
import { dateText, decimalSign } from '../i18n/dateText.js';
import { typedAmountText } from '../i18n/hoursText.js';
import type { Language } from '../i18n/language.js';
import { type SayOnTerminal, terminalTexts } from '../i18n/text.js';
import type { CorrectionLineJson } from '../ledger/correctionLines.js';
import { PAY_LINES_FILE } from '../ledger/exportedLines.js';
import type { HandEntry } from '../ledger/handEntries.js';
import { distinctNames, signedAmount } from './amountText.js';
import { tableWithin, wrapped } from './terminalText.js';

/** A few lines for people about corrections of one employer, in its language; those that are too old stand apart. */
export function correctionsText(
  { employer, period, lines, older, byHand, sheet, made, config, nameOf }: CorrectionsOutcome,
  { cwd, width }: { readonly cwd: string; readonly width: number | undefined },
): string {
  const say = terminalTexts(config.language);
  const written = (date: string) => dateText(config.language, date);
  const days = { from: written(period.from), to: written(period.to) };
  const heading = say('corrections', { employer, period: period.label, ...days });
  const recent = lines.filter(({ fate }) => fate !== 'beyond-horizon');
  if (recent.length + older.length + byHand.length === 0) return say('nothingChanged', { heading });
  const all = [...recent, ...older, ...byHand];
  // With --final all that was recorded stands in one table.
  const isPayLineOnly = ({ template }: CorrectionLineJson) => template === null && made === undefined;
  const [printed, payLines] = [recent.filter((line) => !isPayLineOnly(line)), recent.filter(isPayLineOnly)];
  const person = distinctNames(all.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const table = (some: readonly CorrectionLineJson[]) =>
    tableWithin(
      [
        headings(say),
        ...some.map((line) => correctionRow({ ...line, date: written(line.date) }, person, config, say)),
      ],
      width,
    );
  const files = (made?.files ?? []).map(({ path }) => `  ${say('wrote')} ${relative(cwd, path) || path}`);
  return [
    heading,
    ...(printed.length === 0 ? [] : [table(printed)]),
    ...(payLines.length === 0 ? [] : [say('payLinesOnly'), table(payLines)]),
    ...(older.length === 0 ? [] : [say('olderLines'), table(older)]),
    ...(byHand.length === 0 ? [] : [say('byHandLines'), table(byHand)]),
    ...handSheetText(sheet, { language: config.language, width, written, person }),
    ...files,
  ].join('\n');
}

function headings(say: SayOnTerminal): readonly string[] {
  return [
    say('line'),
    say('template'),
    say('employee'),
    say('date'),
    say('code'),
    say('hours'),
    say('why'),
    say('goes'),
  ];
}

/** What changed; where only the rounding of the file did, its hundredths of hours. */
function changedAmount({ difference, unit, written }: CorrectionLineJson, config: Config): string {
  if (difference !== 0 || !written?.difference || written.unit !== 'hours')
    return signedAmount(difference, unit, config);
  const sign = written.difference > 0 ? '+' : '−';
  return `${sign}${String(Math.abs(written.difference)).replace('.', decimalSign(config.language))} h`;
}

function correctionRow(
  line: CorrectionLineJson,
  person: (id: string) => string,
  config: Config,
  say: SayOnTerminal,
): string[] {
  const causes = line.causes.map((cause) => say(`cause-${cause}`)).join(', ');
  return [
    line.line,
    line.template ?? PAY_LINES_FILE,
    person(line.employeeId),
    line.date,
    payCodeLabel(line.payCode, config.payCodes, config.language),
    changedAmount(line, config),
    causes,
    say(`fate-${line.fate}`),
  ];
}

interface SheetNotation {
  readonly language: Language;
  readonly width: number | undefined;
  /** A day as the language writes it. */
  readonly written: (date: string) => string;
  readonly person: (employeeId: string) => string;
}

/** The sheets of what is typed by hand, a table for each template. */
function handSheetText(entries: readonly HandEntry[], notation: SheetNotation): string[] {
  const say = terminalTexts(notation.language);
  return [...groupBy(entries, ({ template }) => template)].flatMap(([template, own]) => [
    '',
    ...wrapped(say('handSheet', { template }), notation.width),
    tableWithin(sheetRows(own, say, notation), notation.width),
    ...wrapped(say('handSettle', { template }), notation.width),
  ]);
}

function sheetRows(
  entries: readonly HandEntry[],
  say: SayOnTerminal,
  { language, written, person }: SheetNotation,
): string[][] {
  const hasDates = entries.some(({ date }) => date !== null);
  const hasCenters = entries.some(({ costCenter }) => costCenter !== null);
  return entries.map((entry) => {
    const { employeeNumber, employeeId, code, payCodes, forPeriod, date, costCenter, decimals } = entry;
    const amount = (value: number, isSigned = false) =>
      typedAmountText(value, { decimals, isSigned }, language);
    const typed = say('handEntry', {
      recorded: amount(entry.recorded),
      now: amount(entry.now),
      type: amount(entry.type, true),
    });
    return [
      `  ${employeeNumber}`,
      person(employeeId),
      payCodes.join(', ') === code ? code : `${code} (${payCodes.join(', ')})`,
      ...(hasDates ? [date === null ? '' : written(date)] : []),
      ...(hasCenters ? [costCenter ?? ''] : []),
      forPeriod,
      `${typed} (${say(`unit-${entry.unit}`)})`,
    ];
  });
}
