/* A month: the work list, the review, the files. */
import { FilesTab } from './filesTab.js';
import {
  acceptedFor,
  blockingOf,
  isFinal,
  JobBox,
  MonthHead,
  type MonthProps,
  useAction,
  useMonth,
} from './monthState.js';
import { CommandLine, FailureBox, Loading } from './parts.js';
import { html, type View } from './preact.js';
import { ReviewTab } from './reviewTab.js';
import type { MonthAnswer } from './shapes.js';
import { moment, t } from './texts.js';
import { useJob } from './work.js';
import { WorkTab } from './workTab.js';

export function MonthPage({ words }: { words: readonly string[] }): View {
  const [employer = '', period = '', tab = 'resolve'] = words;
  const props = { employer, period };
  const { answer: month, failure, reload } = useMonth(props, ['read', 'final', 'send', 'correct']);
  if (month === undefined || failure !== undefined)
    return html`<${Loading} failure=${failure} title=${`${employer} · ${period}`} />`;
  return html`<${MonthHead} month=${month} period=${period} current=${tab} />
    <${ReadPanel} ...${props} month=${month} />
    ${month.review === null ? html`<p class="quiet">${t('month.unread')}</p>` : html`<${MonthVerdict} month=${month} />`}
    ${month.review !== null && tab === 'resolve' && html`<${WorkTab} month=${month} changed=${reload} />`}
    ${month.review !== null && tab === 'review' && html`<${ReviewTab} month=${month} period=${period} />`}
    ${tab === 'files' && html`<${FilesTab} month=${month} />`}`;
}

function MonthVerdict({ month }: { month: MonthAnswer }): View {
  const blocking = blockingOf(month).length;
  const warnings = month.findings.filter(
    (each) => each.severity === 'warn' && acceptedFor(month, each) === undefined,
  ).length;
  const kind = isFinal(month)
    ? month.state === 'changed'
      ? 'look'
      : 'good'
    : blocking > 0
      ? 'bad'
      : warnings > 0
        ? 'look'
        : 'good';
  const text = isFinal(month)
    ? t(month.state === 'changed' ? 'verdict.changed' : 'verdict.final')
    : t(blocking > 0 ? 'verdict.blocked' : warnings > 0 ? 'verdict.warnings' : 'verdict.ready', {
        count: blocking || warnings,
      });
  const totals = month.review?.totals;
  const hours = (minutes: number | null | undefined) => t('hoursOf', { minutes: minutes ?? 0 });
  return html`<section class=${`verdict ${kind}`} aria-labelledby="verdict"><h2 id="verdict">${text}</h2>
    ${
      totals &&
      html`<dl class="totals"><div><dt>${t('people')}</dt><dd>${totals.people}</dd></div>
      <div><dt>${t('worked')}</dt><dd>${hours(totals.workedMinutes)}</dd></div>
      ${totals.plannedMinutes !== null && html`<div><dt>${t('planned')}</dt><dd>${hours(totals.plannedMinutes)}</dd></div>`}
      <div><dt>${t('paid')}</dt><dd>${hours(totals.paidMinutes)}</dd></div></dl>`
    }</section>`;
}

function ReadPanel({ employer, period, month }: MonthProps & { month: MonthAnswer }): View {
  const job = useJob('read', employer, period);
  const { failure, start, command } = useAction('/api/read', { employer, period, accept: month.accepted });
  const isRunning = job?.state === 'running';
  return html`<section class="read-panel" aria-label=${t('step.read')}>
    <p>${month.viewedAt ? t('month.readAt', { at: moment(month.viewedAt) }) : t('month.neverRead')}
      <button type="button" class=${month.review === null ? 'main' : ''} disabled=${isRunning} onClick=${start}>${t(month.review === null ? 'month.read' : 'month.readAgain')}</button></p>
    <${CommandLine} command=${job?.command ?? command ?? `paytally export ${period} --employer ${employer}`} />
    <${JobBox} job=${job} isBlockedShown=${true} /><${FailureBox} failure=${failure} /></section>`;
}
