import type { Config } from '../config/config.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import type { AmountUnit } from '../domain/corrections/exportedLine.js';
import { decimalSign } from '../language/dateText.js';
import { hoursText, signedHoursText } from '../language/hoursText.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';

/** How people read what moved in an employer's hours. */
export type MovedWords = Pick<Config, 'hours' | 'language' | 'payCodes'>;

/** Minutes in the notation of the configuration. */
export function movedHours(minutes: number, { hours, language }: MovedWords): string {
  return hoursText(minutes, hours, language);
}

/** The same with its sign: `+0:30`, `−1:15`. */
export function signedHours(minutes: number, words: MovedWords): string {
  return signedHoursText(minutes, words.hours, words.language);
}

/** The same of any amount: `+0:30`, `−1.5 times`, `+0.5 days`. */
export function signedAmount(amount: number, unit: AmountUnit, words: MovedWords): string {
  if (unit === 'minutes') return signedHours(amount, words);
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  const count = `${sign}${String(Math.abs(amount)).replace('.', decimalSign(words.language))}`;
  return `${count} ${terminalTexts(words.language)(`unit-${unit}`)}`;
}

/** What people call a pay code. */
export function codeText(payCode: string, { payCodes, language }: MovedWords): string {
  return payCodeLabel(payCode, payCodes, language);
}

/** Names of people, with the id where two of them have the same. */
export function distinctNames(
  people: Iterable<{ readonly id: string; readonly name: string }>,
): (id: string) => string {
  const names = new Map<string, string>();
  for (const { id, name } of people) names.set(id, name);
  const times = new Map<string, number>();
  for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return (id) => {
    const name = names.get(id) ?? id;
    return (times.get(name) ?? 0) > 1 && name !== id ? `${name} (${id})` : name;
  };
}
