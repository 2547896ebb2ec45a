import { dateText } from '../../i18n/dateText.js';
import type { Say } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { BalanceChange } from '../corrections/changedBalances.js';

/** A change of an hours account for people. */
export interface BalanceTexts {
  readonly period: string;
  readonly since: string;
  readonly balance: string;
  /** Empty if as much leaves the account above its limit. */
  readonly surplus: string;
}

/** The texts of a changed hours account. */
export function balanceTexts(change: BalanceChange, say: Say, language: Language): BalanceTexts {
  const { final, since, before, after, surplus, lapsed } = change;
  const balance = (minutes: number | undefined) =>
    minutes === undefined ? say('hoursAccount.changed.noAccount') : say('hoursAccount.signed', { minutes });
  const moved = (['paid', 'lapsed'] as const).flatMap((name) => {
    const own = name === 'paid' ? surplus : lapsed;
    return own.before === own.after ? [] : [say(`hoursAccount.changed.${name}`, own)];
  });
  return {
    period: final.period.label,
    since: dateText(language, since),
    balance: say('hoursAccount.changed.move', { before: balance(before), after: balance(after) }),
    surplus: moved.join(', '),
  };
}
