import { findText } from '../../i18n/catalogue.js';
import { formatMessage } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { type KeyOf, message } from '../../i18n/message.js';

/** A code of the model (a category of the control totals, a status, a scope), which is also its catalogue key. */
type CodeKey = KeyOf<'reports'> &
  (ControlCategory | ('matched' | 'no-show' | 'unplanned') | ('total' | 'establishment' | 'employee'));

type ControlCategory =
  | ('fetched' | 'exported' | 'paid' | 'cancelled' | 'open' | 'agency' | 'outside-period' | 'filtered')
  | ('invalid' | 'estimated' | 'estimate' | 'stamp-rounding' | 'wallclock' | 'paid-break' | 'absence')
  | ('outside-shift' | 'break-deducted' | 'estimate-edge')
  | ('entry-rounding' | 'day-rounding' | 'minimum-paid' | 'period-edge' | 'not-worked');

/** The display text of a code; the code itself if the catalogue has no text for it. */
export function reportText(language: Language, code: string): string {
  return isKnown(code) ? formatMessage(message(`reports.${code}`), language) : code;
}

function isKnown(code: string): code is CodeKey {
  return findText('en', `reports.${code}`) !== undefined;
}
