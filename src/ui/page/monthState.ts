/* State that the pages of a month share: its data, its steps and the jobs of its buttons. */
import type { JobAnswer } from '../jobs.js';
import type { FindingAnswer, MonthAnswer, SentMonth } from '../months.js';
import { post } from './client.js';
import { Badge, FailureBox, useAttempt, useData } from './parts.js';
import { html, useEffect, useMemo, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import { period as periodName, t } from './texts.js';
import { cancelJob, useJob, useWorkElsewhere } from './work.js';

/** What each part of a page of a month receives. */
export interface MonthProps {
  readonly month: MonthAnswer;
  /** In the form of the page's address. */
  readonly period: string;
}

const CHANGING = ['read', 'final', 'send', 'correct', 'late'];

/** A month with the words of its causes at each item. */
export function useMonthData(path: string, query: Readonly<Record<string, string>>) {
  const { answer: sent, ...data } = useData<SentMonth>(path, query);
  const answer = useMemo((): MonthAnswer | undefined => {
    if (sent === undefined) return undefined;
    const { words, findings, ...month } = sent;
    const wordsOf = ({ code, severity }: (typeof findings)[number]) =>
      words[`${code} ${severity}`] ?? NO_WORDS;
    return { ...month, findings: findings.map((each) => ({ ...wordsOf(each), ...each })) };
  }, [sent]);
  return { ...data, answer };
}

const NO_WORDS = { title: '', remedy: '', severityText: '', actor: '' };

/** Data of the month, reloaded when a job that changes it ends. */
export function useMonth(employer: string, period: string) {
  // A large month takes seconds after a restart: what is known at once is shown first.
  const brief = useMonthData('/api/month', { employer, period, part: 'brief' });
  const isKnown = brief.answer !== undefined;
  const loaded = useMonthData(isKnown ? '/api/month' : '', { employer, period });
  const ended = CHANGING.map((kind) => {
    const job = useJob(kind, employer, period);
    return job === undefined || job.state === 'running' ? '' : job.id;
  });
  const key = [...ended, useWorkElsewhere()].join();
  const [known] = useState({ key });
  useEffect(() => {
    if (known.key === key) return;
    known.key = key;
    loaded.reload();
  }, [key]);
  return { ...loaded, failure: loaded.failure ?? brief.failure, brief: brief.answer };
}

/** The reason for accepting a finding; undefined if it is not accepted. */
export function acceptedFor(month: MonthAnswer, { key, code }: FindingAnswer): string | undefined {
  return month.accepted[key] ?? month.accepted[code];
}

const IS_FINAL = ['final', 'sent', 'corrected', 'changed'];

export function isFinal({ state }: Pick<MonthAnswer, 'state'>): boolean {
  return IS_FINAL.includes(state);
}

/** Whether the figures on the page are those of the final: its period may have been read again since. */
export function showsFinal({ runs, viewedRun }: Pick<MonthAnswer, 'runs' | 'viewedRun'>): boolean {
  return runs.some(({ runId, state }) => state === 'final' && runId === viewedRun);
}

interface Step {
  readonly name: string;
  /** The words of the address of its page. */
  readonly page: readonly [name: string, tab?: string];
  readonly isDone?: boolean;
  /** What is open. */
  readonly needs?: string | false;
}

function stepsOf(month: MonthAnswer): Step[] {
  const { blocking } = month.counts;
  const isRead = month.state !== 'unread';
  const isDone = isFinal(month);
  const { deliveries } = month;
  const unsent = deliveries.filter(({ state }) => state !== 'sent').length;
  const isSent = isDone && deliveries.length > 0 && unsent === 0;
  return [
    { name: 'read', page: ['month'], isDone: isRead, needs: t(isRead ? 'step.read.done' : 'step.read.open') },
    {
      name: 'resolve',
      page: ['month'],
      isDone: isRead && blocking === 0,
      needs: isRead && t('step.resolve.open', { count: blocking }),
    },
    { name: 'review', page: ['month', 'review'] },
    { name: 'finalise', page: ['finalise'], isDone, needs: isDone && t('step.finalise.done') },
    {
      name: 'send',
      page: ['after'],
      isDone: isSent,
      needs: unsent > 0 && t('step.send.open', { count: unsent }),
    },
  ];
}

/** The name of the month and the five steps. @param current the name of the page, or of the tab of the month */
export function MonthHead({ month, period, current }: MonthProps & { current: string }): View {
  const { employer, name, state } = month;
  const shown = current === 'resolve' && month.review === null ? 'read' : current;
  const isCurrent = ({ name: step, page: [page] }: Step) => shown === (page === 'month' ? step : page);
  return html`<p class="crumbs screen"><a href=${linkTo('board')}>${t('nav.board')}</a></p>
    <h1><bdi>${name}</bdi> · ${periodName(month.period)} <${Badge} state=${state} /></h1>
    <nav class="screen" aria-label=${t('steps')}><ol class="steps row">${stepsOf(month).map((step) => {
      const [page, tab] = step.page;
      const link = linkTo(page, employer, period, ...(tab === undefined ? [] : [tab]));
      return html`<li class=${step.isDone ? 'done' : ''}><a href=${link} aria-current=${isCurrent(step) ? 'step' : undefined}>
        <strong>${t(`step.${step.name}`)}</strong>${step.isDone && html`<span aria-hidden="true"> ✓</span>`}</a><span class="quiet">${step.needs}</span></li>`;
    })}</ol></nav>
    <p class="row screen"><a href=${linkTo('month', employer, period, 'files')} aria-current=${current === 'files' ? 'page' : undefined}>${t('files.title')}</a>
      ${month.account !== null && html` <a href=${linkTo('month', employer, period, 'accounts')} aria-current=${current === 'accounts' ? 'page' : undefined}>${t('accounts.title')}</a>`}</p>`;
}

/** The totals of the month in figures. */
export function MonthTotals({ month }: { month: MonthAnswer }): View {
  const totals = month.review?.totals;
  if (totals === undefined) return null;
  const hours = (name: string, minutes: number | null) =>
    minutes !== null && html`<div><dt>${t(name)}</dt><dd>${t('hoursOf', { minutes })}</dd></div>`;
  return html`<dl class="totals"><div><dt>${t('people')}</dt><dd>${totals.people}</dd></div>
    ${hours('worked', totals.workedMinutes)}${hours('planned', totals.plannedMinutes)}${hours('paid', totals.paidMinutes)}</dl>`;
}

/** The background job of a button. */
type JobWork = ReturnType<typeof useWork>;

/** Starts the job of a button, and follows the newest one of its kind. @param order with the employer and the period */
export function useWork<Result>(
  kind: string,
  path: string,
  order: Readonly<Record<string, unknown>> & { readonly employer: string; readonly period: string },
) {
  const { failure, attempt } = useAttempt();
  const job = useJob(kind, order.employer, order.period);
  const start = () => attempt(() => post(path, order));
  const result = job?.state === 'done' ? (job.result as Result) : undefined;
  return { job, failure, start, isRunning: job?.state === 'running', result };
}

/** Without its numbers, so that a screen reader speaks each step once. */
function spokenStep(progress: string): string {
  return progress.replace(/\s*:.*|\d+/gs, '');
}

/** The part of Set up on which an exception or a failure is remedied. */
export const REMEDY_PARTS: Readonly<Record<string, string>> = {
  UNMAPPED_EMPLOYEE: 'ids',
  DUPLICATE_NUMBER: 'ids',
  LOST_ZERO: 'ids',
  UNMAPPED_CODE: 'codes',
  MAPPING_INVALID: 'ids',
  DELIVERY_FAILED: 'deliveries',
  DELIVERY_UNKNOWN: 'deliveries',
  RECIPIENT_INVALID: 'deliveries',
  TEMPLATE_NOT_FOUND: 'templates',
};
const CREDENTIALS: readonly string[] = [
  'AUTH_REJECTED',
  'SECRET_MISSING',
  'SECRET_INVALID',
  'EMPLOYER_MISMATCH',
];

/** The button that opens the page on which a failure is remedied; nothing without one. */
export function RemedyLink({ code, employer }: { code: string; employer: string }): View {
  const part = REMEDY_PARTS[code];
  if (part !== undefined)
    return html`<p><a class="button" href=${linkTo('setup', employer, part)}>${t(`setup.${part}`)}</a></p>`;
  if (!CREDENTIALS.includes(code)) return null;
  return html`<p><a class="button" href=${linkTo('connect')}>${t('connect.title')}</a></p>`;
}

/** A failure; the settings that a template lacks are entered on their page. */
function JobFailure({ job: { failure, employer } }: { job: JobAnswer }): View {
  const [, template] = /^variables\.(.+)$/.exec(failure?.record ?? '') ?? [];
  if (template === undefined)
    return html`<${FailureBox} failure=${failure ?? undefined} />${failure && html`<${RemedyLink} code=${failure.code} employer=${employer} />`}`;
  return html`<div class="problem" role="alert"><p><strong class="less">${t('setup.lacking', { template })}</strong></p>
    <p><a class="button main" href=${linkTo('setup', employer, 'templates')}>${t('setup.fillIn')}</a></p>
    <details><summary>${t('forAdministrators')}</summary><p>${failure?.message}</p></details></div>`;
}

/** Progress, messages and failure of a job. @param isBlockedShown whether the work list shows what blocks the month */
export function WorkBox({
  work: { job, failure },
  isBlockedShown = false,
}: {
  work: JobWork;
  isBlockedShown?: boolean;
}): View {
  const isHidden = isBlockedShown && job?.failure?.code === 'EXPORT_BLOCKED';
  return html`<${FailureBox} failure=${failure} />${
    job &&
    html`<div class="job"><span class="unseen" role="status">${job.state === 'running' ? spokenStep(job.progress ?? t('job.running')) : ''}</span>
    ${job.state === 'running' && html`<p class="waiting"><span class="spinner" aria-hidden="true"></span> ${job.progress ?? t('job.running')}</p><button type="button" onClick=${() => cancelJob(job.id)}>${t('cancel')}</button>`}
    ${job.state === 'cancelled' && html`<p class="quiet">${job.failure?.message}</p>`}
    ${job.state === 'failed' && !isHidden && html`<${JobFailure} job=${job} />`}
    ${job.messages.length > 0 && html`<details class="screen"><summary>${t('job.messages', { count: job.messages.length })}</summary><pre>${job.messages.join('\n')}</pre></details>`}</div>`
  }`;
}
