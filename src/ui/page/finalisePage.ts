/* Finalise: first a summary to confirm, then the progress, then the cover to print and sign. */
import { commandLine, orderWords } from '../../app/session/commandLine.js';
import type { OutcomeAnswer } from '../actionRoutes.js';
import type { FindingAnswer, MonthAnswer, RunAnswer } from '../months.js';
import { DataTable, numberHead } from './dataTable.js';
import { ReplacedFiles } from './filesTab.js';
import {
  isFinal,
  type MonthProps,
  MonthTotals,
  showsFinal,
  useMonthData,
  useWork,
  WorkBox,
} from './monthState.js';
import { stepText } from './nextBar.js';
import { CheckField, CommandLine, deliveryText, fromInput, isReadOnly, Loading } from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import { moment, period as periodName, t } from './texts.js';

export function FinalisePart({ month, period }: MonthProps): View {
  const final = month.runs.find(({ state }) => state === 'final');
  if (month.review === null)
    return html`<p>${t('finalise.unread')} <a href=${linkTo('month', month.employer, period)}>${t('step.read')}</a></p>
      ${final !== undefined && html`<${Cover} month=${month} period=${period} run=${final} />`}`;
  if (final === undefined)
    return html`<section aria-labelledby="summary"><h2 id="summary">${t('finalise.title')}</h2><${Summary} month=${month} />
      <${FinaliseForm} month=${month} period=${period} isSuperseding=${false} /></section>`;
  return html`${month.step.kind === 'template' && html`<${LackingTemplates} month=${month} period=${period} />`}${showsFinal(month) ? html`<${Cover} month=${month} period=${period} run=${final} />` : html`<${StoredCover} month=${month} period=${period} run=${final} />`}
    <details class="read-panel screen"><summary>${t('finalise.supersedeTitle')}</summary><p>${t('finalise.supersedeWhat')}</p>
      ${
        showsFinal(month)
          ? html`<p>${t('finalise.readFirst')} <a href=${linkTo('month', month.employer, period)}>${t('month.readAgain')}</a></p>`
          : html`<${Summary} month=${month} /><${FinaliseForm} month=${month} period=${period} isSuperseding=${true} />`
      }</details>`;
}

/** The form for the payroll templates that no final of the period has yet. */
function LackingTemplates({ month, period }: MonthProps): View {
  return html`<section class="screen" aria-labelledby="summary"><h2 id="summary">${t('next.template.do')}</h2><p>${stepText(month.step)}</p>
    ${
      showsFinal(month)
        ? html`<p>${t('finalise.readFirst')} <a href=${linkTo('month', month.employer, period)}>${t('month.readAgain')}</a></p>`
        : html`<${Summary} month=${month} /><${FinaliseForm} month=${month} period=${period} isSuperseding=${false} />`
    }</section>`;
}

/** The cover of a final whose period was read again since. */
function StoredCover({ month: { employer }, period, run }: CoverProps): View {
  const { answer, failure } = useMonthData('/api/month', { employer, period, part: 'cover' });
  if (answer === undefined) return html`<${Loading} failure=${failure} title=${t('cover.title')} />`;
  return html`<${Cover} month=${answer} period=${period} run=${run} />`;
}

function FinaliseForm({ month, period, isSuperseding }: MonthProps & { isSuperseding: boolean }): View {
  const { employer, accepted: accept, hasDeliveries, seen } = month;
  const template = isSuperseding ? [] : month.step.templates;
  const [isRead, setRead] = useState(false);
  const [deliver, setDeliver] = useState(hasDeliveries);
  const [reason, setReason] = useState('');
  const order = {
    employer,
    period,
    accept,
    template,
    deliver,
    seen,
    ...(isSuperseding ? { supersede: reason } : {}),
  };
  const making = useWork('final', '/api/final', order);
  const plan = useWork<OutcomeAnswer>('plan', '/api/plan', order);
  const { blocking } = month.counts;
  useEffect(() => {
    if (blocking === 0 && (!isFinal(month) || template.length > 0)) void plan.start();
  }, []);
  const isComplete = isSuperseding ? reason.trim() !== '' : plan.result !== undefined && !making.result;
  const isReady = isRead && isComplete && !making.isRunning;
  if (blocking > 0)
    return html`<p class="notice row less">${t('finalise.blocked', { count: blocking })} <a href=${linkTo('month', employer, period)}>${t('step.resolve')}</a></p>
      <${WorkBox} work=${making} />`;
  return html`<h3>${t('finalise.whatGoes')}</h3>
    ${plan.result === undefined && html`<p><button type="button" onClick=${plan.start}>${t('finalise.preview')}</button></p>`}
    <${WorkBox} work=${plan} />${plan.result && html`<${WhatGoes} planned=${plan.result} />`}
    ${isSuperseding && html`<p><label>${t('finalise.supersedeReason')}<br /><input type="text" size="50" value=${reason} onInput=${fromInput(setReason)} /></label></p>`}
    ${hasDeliveries && html`<p><${CheckField} label=${t('finalise.deliver')} isChecked=${deliver} set=${setDeliver} /></p>`}
    <p><${CheckField} label=${t('finalise.isRead')} isChecked=${isRead} set=${setRead} /></p>
    <p><button type="button" class="main" disabled=${isReadOnly() || !isReady} onClick=${making.start}>${t(isSuperseding ? 'finalise.supersede' : 'finalise.now')}</button></p>
    <${CommandLine} command=${commandLine(orderWords(['export', '--final'], order))} />
    ${making.isRunning && html`<p class="quiet">${t('finalise.steps')}</p>`}<${WorkBox} work=${making} />`;
}

/** The summary to confirm: employees, hours by pay code, accepted exceptions with their reasons. */
function Summary({ month }: { month: MonthAnswer }): View {
  if (month.review === null) return null;
  return html`<${MonthTotals} month=${month} />
    <h3>${t('finalise.codes')}</h3><${DataTable} label=${t('finalise.codes')} heads=${[t('finalise.code'), numberHead(t('people')), numberHead(t('finalise.hours'))]} tableClass="">${month.review.codes.map(({ code, label, people, unit, amount }) => html`<tr><th scope="row"><bdi>${label === code ? code : `${label} (${code})`}</bdi></th><td class="number">${people}</td><td class="number">${unit === 'minutes' ? t('hoursOf', { minutes: amount }) : t('amountOf', { unit, amount })}</td></tr>`)}<//>
    <h3>${t('finalise.accepted')}</h3><${AcceptedList} month=${month} />`;
}

const NAMES_SHOWN = 20;

function AcceptedList({ month }: { month: MonthAnswer }): View {
  const accepted = Object.entries(month.accepted).map(([key, reason]) => {
    const isOf = (each: FindingAnswer) =>
      each.key === key || (each.code === key && month.accepted[each.key] === undefined);
    return { reason, findings: month.findings.filter(isOf) };
  });
  const met = accepted.filter(({ findings }) => findings.length > 0);
  if (met.length === 0) return html`<p>${t('finalise.nothingAccepted')}</p>`;
  return html`<ul>${met.map(({ reason, findings }) => {
    // Two people may have the same name.
    const people = new Map(
      findings.flatMap(({ person, who }) => (who === '' ? [] : [[person, who] as const])),
    );
    const names = [...people.values()];
    return html`<li><strong>${findings[0]?.title}</strong> (${findings.length}): <bdi>${reason}</bdi>${names.length > 0 && html`<br /><span class="quiet"><bdi>${names.slice(0, NAMES_SHOWN).join('; ')}${names.length > NAMES_SHOWN ? ' …' : ''}</bdi></span>`}</li>`;
  })}</ul>`;
}

function WhatGoes({ planned: { files, deliveries } }: { planned: OutcomeAnswer }): View {
  return html`<ul>${files.map(({ name, template, rows }) => html`<li><bdi>${name}</bdi> <span class="quiet">${t('finalise.file', { template, rows })}</span></li>`)}</ul>
    ${deliveries.length === 0 ? html`<p class="quiet">${t('finalise.nothingSent')}</p>` : html`<ul>${deliveries.map(({ name, recipient }) => html`<li>${t('finalise.to', { name, recipient })}</li>`)}</ul>`}`;
}

type CoverProps = MonthProps & { readonly run: RunAnswer };

/** The cover: the finalised period, with a line for the signature. */
function Cover({ month, period, run }: CoverProps): View {
  const { warnings } = month.counts;
  const unsent = run.deliveries.filter(({ state }) => state !== 'sent').length;
  return html`${unsent > 0 && html`<p class="notice row less screen" role="alert">${t('board.deliveries')} · ${t('step.send.open', { count: unsent })} <a href=${linkTo('after', month.employer, period)}>${t('step.send')}</a></p>`}
    <${ReplacedFiles} month=${month} />
    <section class="cover" aria-labelledby="cover"><h2 id="cover">${t('cover.title')}</h2>
    <p><bdi>${month.name}</bdi> · ${periodName(month.period)} · ${t('cover.made', { at: moment(run.startedAt) })}</p>
    <${Summary} month=${month} />
    ${warnings > 0 && html`<p>${t('cover.warnings', { count: warnings })}</p>`}
    <h3>${t('files.title')}</h3><ul>${run.files.map(({ name, sha256 }) => html`<li><bdi>${name}</bdi><br /><code class="digest">${sha256}</code></li>`)}</ul>
    ${run.deliveries.length > 0 && html`<h3>${t('board.deliveries')}</h3><ul>${run.deliveries.map((each) => html`<li>${t('finalise.to', { name: each.name, recipient: each.recipient })} · ${deliveryText(each)}</li>`)}</ul>`}
    <p class="quiet">${t('cover.run', { run: run.runId })}<br /><span class="digest">${run.digest}</span></p>
    <div class="signature row"><div>${t('cover.name')}</div><div>${t('cover.date')}</div><div>${t('cover.signature')}</div></div>
    <p class="screen"><button type="button" onClick=${() => print()}>${t('cover.print')}</button> <a href=${linkTo('month', month.employer, period, 'files')}>${t('files.title')}</a></p></section>`;
}
