/* What a change finds and what it would write: for Connect and for Set up. */

import { DataTable } from './dataTable.js';
import { html, type View } from './preact.js';
import type { CheckAnswer, ConnectAnswer, DifferenceAnswer } from './setupShapes.js';
import { t } from './texts.js';

/** Establishments with zones, people, permissions, and everything that the check has to say. */
export function Found({ preview }: { preview: ConnectAnswer }): View {
  const { establishments, people, findings, warnings } = preview;
  return html`<h3>${t('connect.found')}</h3>
    <p>${people === null ? t('connect.peopleUnknown') : t('connect.people', { count: people })}</p>
    ${
      establishments.length > 0 &&
      html`<${DataTable} label=${t('connect.establishments')} heads=${[t('connect.establishments'), t('connect.zone')]} tableClass="">${establishments.map(({ name, zone }) => html`<tr><th scope="row"><bdi>${name}</bdi></th><td>${zone ?? t('connect.noZone')}</td></tr>`)}<//>`
    }
    ${warnings.map((text) => html`<p class="look">${text}</p>`)}
    <${Checks} findings=${findings.filter(({ status }) => status !== 'ok')} />
    <details><summary>${t('connect.allChecks', { count: findings.length })}</summary><${Checks} findings=${findings} /></details>`;
}

export function Checks({ findings }: { findings: readonly CheckAnswer[] }): View {
  return html`<ul class="checks">${findings.map(
    ({ check, status, text, remedy }) =>
      html`<li class=${`check-${status}`}><span class="unseen">${t(`connect.status.${status}`)}: </span><strong>${check}</strong>: ${text}${remedy && html`<br /><span class="quiet">${remedy}</span>`}</li>`,
  )}</ul>`;
}

/** Lines of unchanged text around a change. */
const AROUND = 2;

/** What a file loses and gains; long stretches that stay are left out. */
export function DifferenceView({ lines }: { lines: readonly DifferenceAnswer[] }): View {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.flatMap((line, index): { readonly kind: string; readonly text: string }[] => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [{ kind: 'gap', text: '⋯' }] : [];
  });
  if (shown.length === 0) return html`<p>${t('connect.noChange')}</p>`;
  const signs: Readonly<Record<string, string>> = { added: '+', removed: '−' };
  return html`<pre class="difference" tabindex="0" aria-label=${t('connect.change')}>${shown.map(
    ({ kind, text }) =>
      html`<span class=${`line-${kind}`}><span class="unseen">${kind === 'added' || kind === 'removed' ? t(`connect.${kind}`) : ''}</span>${signs[kind] ?? ' '} ${text}${'\n'}</span>`,
  )}</pre>`;
}
