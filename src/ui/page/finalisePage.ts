/* Finalise: first a summary to confirm, then the progress, then the cover to print and sign. */

import { DataTable, numberHead } from './dataTable.js';
import { acceptedFor, blockingOf, isFinal, JobBox, MonthHead, useAction, useMonth } from './monthState.js';
import { CommandLine, deliveryText, FailureBox, isReadOnly, Loading, typed } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import type {
  DeliveryAnswer,
  FileAnswer,
  FindingAnswer,
  MonthAnswer,
  OutcomeAnswer,
  RunAnswer,
} from './shapes.js';
import { moment, period as periodName, t } from './texts.js';
import { useJob } from './work.js';

export function FinalisePage({ words }: { words: readonly string[] }): View {
  const [employer = '', period = ''] = words;
  const { answer: month, failure } = useMonth({ employer, period }, ['read', 'final', 'send']);
  if (month === undefined || failure !== undefined)
    return html`<${Loading} failure=${failure} title=${`${employer} · ${period}`} />`;
  const final = month.runs.find(({ state }) => state === 'final');
  return html`<${MonthHead} month=${month} period=${period} current="finalise" />
    ${month.review === null && html`<p>${t('finalise.unread')} <a href=${linkTo('month', employer, period)}>${t('step.read')}</a></p>`}
    ${final !== undefined && html`<${Cover} month=${month} period=${period} run=${final} />`}
    ${month.review !== null && html`<${FinaliseForm} month=${month} period=${period} final=${final} />`}`;
}

function FinaliseForm({
  month,
  period,
  final,
}: {
  month: MonthAnswer;
  period: string;
  final: RunAnswer | undefined;
}): View {
  const { employer, accepted, hasDeliveries } = month;
  const [isRead, setRead] = useState(false);
  const [deliver, setDeliver] = useState(hasDeliveries);
  const [reason, setReason] = useState('');
  const isSuperseding = final !== undefined;
  const supersede = isSuperseding ? { supersede: reason } : {};
  const order = { employer, period, accept: accepted, deliver, ...supersede };
  const job = useJob('final', employer, period);
  const plan = useJob('plan', employer, period);
  const finalise = useAction('/api/final', order);
  const preview = useAction('/api/plan', order);
  const blocking = blockingOf(month);
  const isRunning = job?.state === 'running';
  useEffect(() => {
    if (blocking.length === 0 && !isFinal(month)) preview.start();
  }, []);
  const planned = plan?.state === 'done' ? (plan.result as OutcomeAnswer) : undefined;
  const body = html`${!isSuperseding && html`<${Summary} month=${month} />`}
    ${blocking.length > 0 && html`<p class="notice bad">${t('finalise.blocked', { count: blocking.length })} <a href=${linkTo('month', employer, period)}>${t('step.resolve')}</a></p>`}
    ${
      blocking.length === 0 &&
      html`<h3>${t('finalise.whatGoes')}</h3>
      ${plan === undefined || plan.state === 'running' ? html`<p><button type="button" onClick=${preview.start}>${t('finalise.preview')}</button></p>` : null}
      <${JobBox} job=${plan} /><${FailureBox} failure=${preview.failure} />
      ${planned && html`<${WhatGoes} files=${planned.files} deliveries=${planned.deliveries} />`}
      ${isSuperseding && html`<p><label>${t('finalise.supersedeReason')}<br /><input type="text" size="50" value=${reason} onInput=${typed(setReason)} /></label></p>`}
      ${hasDeliveries && html`<p><label><input type="checkbox" checked=${deliver} onChange=${() => setDeliver(!deliver)} /> ${t('finalise.deliver')}</label></p>`}
      <p><label><input type="checkbox" checked=${isRead} onChange=${() => setRead(!isRead)} /> ${t('finalise.isRead')}</label></p>
      <p><button type="button" class="main" disabled=${isReadOnly() || !isRead || isRunning || (isSuperseding && reason.trim() === '')} onClick=${finalise.start}>${t(isSuperseding ? 'finalise.supersede' : 'finalise.now')}</button></p>
      <${CommandLine} command=${finalise.command ?? job?.command ?? commandOf(order)} />`
    }
    <${FailureBox} failure=${finalise.failure} /><${Progress} isRunning=${isRunning} /><${JobBox} job=${job} />`;
  if (!isSuperseding)
    return html`<section aria-labelledby="summary"><h2 id="summary">${t('finalise.title')}</h2>${body}</section>`;
  return html`<details class="read-panel screen"><summary>${t('finalise.supersedeTitle')}</summary><p>${t('finalise.supersedeWhat')}</p>${body}</details>`;
}

function commandOf(order: {
  employer: string;
  period: string;
  accept: Readonly<Record<string, string>>;
  deliver: boolean;
  supersede?: string;
}): string {
  const accepted = Object.entries(order.accept).map(([key, reason]) => ` --accept "${key}=${reason}"`);
  const supersede = order.supersede === undefined ? '' : ` --supersede "${order.supersede}"`;
  return `paytally export ${order.period} --final${accepted.join('')}${supersede}${order.deliver ? ' --deliver' : ''} --employer ${order.employer}`;
}

/** The summary to confirm: employees, hours by pay code, accepted exceptions with their reasons. */
function Summary({ month }: { month: MonthAnswer }): View {
  const { review } = month;
  if (review === null) return null;
  const { totals, codes } = review;
  return html`<dl class="totals"><div><dt>${t('people')}</dt><dd>${totals.people}</dd></div>
      <div><dt>${t('worked')}</dt><dd>${t('hoursOf', { minutes: totals.workedMinutes })}</dd></div>
      <div><dt>${t('paid')}</dt><dd>${t('hoursOf', { minutes: totals.paidMinutes })}</dd></div></dl>
    <h3>${t('finalise.codes')}</h3><${DataTable} label=${t('finalise.codes')} heads=${[t('finalise.code'), numberHead(t('people')), numberHead(t('finalise.hours'))]} tableClass="">${codes.map(({ code, label, people, minutes }) => html`<tr><th scope="row"><bdi>${label === code ? code : `${label} (${code})`}</bdi></th><td class="number">${people}</td><td class="number">${t('hoursOf', { minutes })}</td></tr>`)}<//>
    <h3>${t('finalise.accepted')}</h3><${AcceptedList} month=${month} />`;
}

function AcceptedList({ month }: { month: MonthAnswer }): View {
  const accepted = Object.entries(month.accepted).map(([key, reason]) => {
    const isOf = (each: FindingAnswer) =>
      each.key === key || (each.code === key && month.accepted[each.key] === undefined);
    return { reason, findings: month.findings.filter(isOf) };
  });
  const met = accepted.filter(({ findings }) => findings.length > 0);
  if (met.length === 0) return html`<p>${t('finalise.nothingAccepted')}</p>`;
  return html`<ul>${met.map(({ reason, findings }) => {
    const names = [...new Set(findings.map(({ who }) => who).filter(Boolean))];
    return html`<li><strong>${findings[0]?.title}</strong> (${findings.length}): <bdi>${reason}</bdi>${names.length > 0 && html`<br /><span class="quiet"><bdi>${names.slice(0, 20).join('; ')}${names.length > 20 ? ' …' : ''}</bdi></span>`}</li>`;
  })}</ul>`;
}

function WhatGoes({
  files,
  deliveries,
}: {
  files: readonly FileAnswer[];
  deliveries: readonly DeliveryAnswer[];
}): View {
  return html`<ul>${files.map(({ name, template, rows }) => html`<li><bdi>${name}</bdi> <span class="quiet">${t('finalise.file', { template, rows })}</span></li>`)}</ul>
    ${deliveries.length === 0 ? html`<p class="quiet">${t('finalise.nothingSent')}</p>` : html`<ul>${deliveries.map(({ name, recipient }) => html`<li>${t('finalise.to', { name, recipient })}</li>`)}</ul>`}`;
}

/** The steps of a final while it is created. */
function Progress({ isRunning }: { isRunning: boolean }): View {
  return isRunning && html`<p class="quiet">${t('finalise.steps')}</p>`;
}

/** The cover: the finalised period, with a line for the signature. */
function Cover({ month, period, run }: { month: MonthAnswer; period: string; run: RunAnswer }): View {
  const warnings = month.findings.filter(
    (each) => each.severity === 'warn' && acceptedFor(month, each) === undefined,
  ).length;
  return html`<section class="cover" aria-labelledby="cover"><h2 id="cover">${t('cover.title')}</h2>
    <p><bdi>${month.name}</bdi> · ${periodName(month.period)} · ${t('cover.made', { at: moment(run.startedAt) })}</p>
    <${Summary} month=${month} />
    ${warnings > 0 && html`<p>${t('cover.warnings', { count: warnings })}</p>`}
    <h3>${t('files.title')}</h3><ul>${run.files.map(({ name, sha256 }) => html`<li><bdi>${name}</bdi><br /><code class="digest">${sha256}</code></li>`)}</ul>
    ${run.deliveries.length > 0 && html`<h3>${t('board.deliveries')}</h3><ul>${run.deliveries.map((each) => html`<li>${t('finalise.to', { name: each.name, recipient: each.recipient })}: ${deliveryText(each)}</li>`)}</ul>`}
    <p class="quiet">${t('cover.run', { run: run.runId })}<br /><span class="digest">${run.digest}</span></p>
    <div class="signature"><div>${t('cover.name')}</div><div>${t('cover.date')}</div><div>${t('cover.signature')}</div></div>
    <p class="screen"><button type="button" onClick=${() => print()}>${t('cover.print')}</button> <a href=${linkTo('month', month.employer, period, 'files')}>${t('files.title')}</a></p></section>`;
}
