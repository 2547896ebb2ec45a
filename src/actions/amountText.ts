import type { Config } from '../config/config.js';
import type { AmountUnit } from '../domain/corrections/exportedLine.js';
import { sayIn } from '../i18n/formatMessage.js';

/** How amounts of hours, times and days are written. */
export type AmountNotation = Pick<Config, 'hours' | 'language'>;

/** A difference with its sign: `+0:30`, `−1.5 times`, `+0.5 days`, `+0.01 h`. */
export function signedAmount(amount: number, unit: AmountUnit | 'hours', notation: AmountNotation): string {
  const say = sayIn(notation);
  if (unit === 'minutes') return say('terminal.amount.minutes', { minutes: amount });
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return say(`terminal.amount.${unit}`, { sign, size: Math.abs(amount) });
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
