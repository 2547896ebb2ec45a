import { groupBy } from '../../domain/collections.js';
import { typedAmountText } from '../../language/hoursText.js';
import type { Language } from '../../language/language.js';
import { type Say, terminalTexts } from '../../language/terminal/terminalTexts.js';
import type { HandEntry } from '../../ledger/handEntries.js';
import { tableWithin, wrapped } from '../terminalText.js';

interface SheetWords {
  readonly language: Language;
  readonly width: number | undefined;
  /** A day as the language writes it. */
  readonly written: (date: string) => string;
  readonly person: (employeeId: string) => string;
}

/** The sheets of what is typed by hand, a table for each template. */
export function handSheetText(entries: readonly HandEntry[], words: SheetWords): string[] {
  const say = terminalTexts(words.language);
  return [...groupBy(entries, ({ template }) => template)].flatMap(([template, own]) => [
    '',
    ...wrapped(say('handSheet', { template }), words.width),
    tableWithin(tableOf(own, say, words), words.width),
    ...wrapped(say('handSettle', { template }), words.width),
  ]);
}

function tableOf(
  entries: readonly HandEntry[],
  say: Say,
  { language, written, person }: SheetWords,
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
