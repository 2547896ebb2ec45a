/* A payout or correction of an hours account: a row of the file of absences. */
import type { AccountLine } from '../../app/export/accountLines.js';
import type { MonthAnswer } from '../months.js';
import { ChoiceField, Field } from './parts.js';
import { html, useState, type View } from './preact.js';
import { SaveChange } from './setupChange.js';
import { day, hours, t } from './texts.js';

const KINDS = ['pay', 'take', 'give'] as const;
type Kind = (typeof KINDS)[number];

interface PayoutProps {
  readonly month: MonthAnswer;
  readonly line: AccountLine;
  readonly onSaved: () => void;
}

/** Pays out hours, takes some off, or gives some; with a reason, previewed before the file is changed. */
export function PayoutForm({ month, line, onSaved }: PayoutProps): View {
  const { account, employer, period } = month;
  const [kind, setKind] = useState<Kind>('pay');
  const [amount, setAmount] = useState('');
  const [date, setDate] = useState<string>(period.to);
  const [code, setCode] = useState(account?.codes[0] ?? '');
  const [reason, setReason] = useState('');
  if (account === null) return null;
  if (!account.hasFile) return html`<p class="look">${t('payout.noFile')}</p>`;
  const minutes = minutesOf(amount);
  const isComplete =
    minutes !== undefined && date !== '' && reason.trim() !== '' && (kind !== 'pay' || code !== '');
  const adjustment = {
    employeeId: line.id,
    date,
    minutes: kind === 'give' ? (minutes ?? 0) : -(minutes ?? 0),
    payCode: kind === 'pay' ? code : '',
    reason: reason.trim(),
  };
  const kinds = Object.fromEntries(KINDS.map((each) => [each, t(`payout.${each}`)]));
  const isKnown = account.codes.length > 0;
  const done = t(`payout.${kind}.done`, { hours: hours(minutes ?? 0), day: day(date), code });
  const saved = () => {
    setAmount('');
    setReason('');
    onSaved();
  };
  return html`<section class="form" aria-labelledby="payout"><h3 id="payout">${t('payout.title')}</h3>
    <p class="tools"><${ChoiceField} label=${t('payout.what')} value=${kind} options=${kinds} set=${setKind} />
      ${kind === 'pay' && (isKnown ? html`<${ChoiceField} label=${t('payout.code')} value=${code} options=${Object.fromEntries(account.codes.map((each) => [each, each]))} set=${setCode} />` : html`<${Field} label=${t('payout.code')} value=${code} set=${setCode} />`)}</p>
    <${Field} label=${t('payout.amount')} value=${amount} set=${setAmount} hint=${t('payout.amount.hint')} />
    <${Field} label=${t('payout.date')} value=${date} set=${setDate} type="date" />
    <${Field} label=${t('payout.reason')} value=${reason} set=${setReason} hint=${t('payout.reason.hint')} />
    ${isComplete && html`<p>${done}</p>`}
    <${SaveChange} employer=${employer} change=${{ adjustment }} isEmpty=${!isComplete} summary=${[`${line.name}: ${done}`]} isConfirmed=${true} lacks=${t('payout.lacks')} onSaved=${saved} />
    <p class="quiet">${t('payout.next')}</p></section>`;
}

/** `10`, `10:30`, `10.5` or `10,5` hours; undefined for anything else and for none. */
function minutesOf(text: string): number | undefined {
  const [, whole = '', minutes, part] = /^(\d{1,4})(?::([0-5]\d)|[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return undefined;
  const rest = minutes === undefined ? Number(`0.${part ?? 0}`) * 60 : Number(minutes);
  const all = Number(whole) * 60 + Math.round(rest);
  return all === 0 ? undefined : all;
}
