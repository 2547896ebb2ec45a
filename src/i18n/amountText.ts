import { type Reader, sayIn } from './formatMessage.js';

/** A difference with its sign: `+0:30`, `−1.5 times`, `+0.5 days`, `+0.01 h`. */
export function signedAmount(
  amount: number,
  unit: 'minutes' | 'times' | 'days' | 'hours',
  reader: Reader,
): string {
  const say = sayIn(reader);
  if (unit === 'minutes') return say('terminal.amount.minutes', { minutes: amount });
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return say(`terminal.amount.${unit}`, { sign, size: Math.abs(amount) });
}
