/* Hours accounts that a correction changes, and those of later finals. */
import type { CorrectionsAnswer } from '../correctionsAnswer.js';
import { DataTable } from './dataTable.js';
import { html, type View } from './preact.js';
import { t } from './texts.js';

type Balances = CorrectionsAnswer['balances'];

/** The accounts whose new balances the correction records. */
export function ownBalances({ balances }: CorrectionsAnswer): Balances {
  return balances.filter(({ isLater }) => !isLater);
}

export function LateBalances({ found }: { found: CorrectionsAnswer }): View {
  const own = ownBalances(found);
  const later = found.balances.filter(({ isLater }) => isLater);
  return html`${own.length > 0 && html`<p>${t('late.balances', { count: own.length })}</p><${BalanceTable} rows=${own} />`}
    ${found.unknownBalances.length > 0 && html`<p class="look">${t('late.unknownBalances', { count: found.unknownBalances.length, names: found.unknownBalances.join('; ') })}</p>`}
    ${later.length > 0 && html`<p>${t('late.balancesLater')}</p><${BalanceTable} rows=${later} />`}`;
}

function BalanceTable({ rows }: { rows: Balances }): View {
  const hasSurplus = rows.some(({ surplus }) => surplus !== '');
  const names = ['who', 'month', 'since', 'balance', ...(hasSurplus ? ['surplus'] : [])];
  return html`<${DataTable} label=${t('late.balance')} heads=${names.map((name) => t(`late.${name}`))}>${rows.map(
    ({ id, who, period, since, balance, surplus }) =>
      html`<tr key=${id}><th scope="row"><bdi>${who}</bdi></th><td>${period}</td><td>${since}</td><td>${balance}</td>${hasSurplus && html`<td>${surplus}</td>`}</tr>`,
  )}<//>`;
}
