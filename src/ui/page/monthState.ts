/* State that the pages of a month share: its data, its steps and the jobs of its buttons. */
import { post } from './client.js';
import { Badge, FailureBox, failureOf, useData, Waiting } from './parts.js';
import { html, useEffect, useMemo, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import type { FailureAnswer, FindingAnswer, JobAnswer, MonthAnswer } from './shapes.js';
import { period as periodName, t } from './texts.js';
import { cancelJob, useJob, useWorkElsewhere } from './work.js';

export interface MonthProps {
  readonly employer: string;
  /** In the form of the page's address. */
  readonly period: string;
}

/** Data of the month, reloaded when a job for it ends. */
export function useMonth({ employer, period }: MonthProps, kinds: readonly string[]) {
  const loaded = useData<MonthAnswer>('/api/month', { employer, period });
  const ended = kinds.map((kind) => {
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
  return loaded;
}

/** The reason for accepting a finding; undefined if it is not accepted. */
export function acceptedFor(month: MonthAnswer, { key, code }: FindingAnswer): string | undefined {
  return month.accepted[key] ?? month.accepted[code];
}

/** The findings that prevent a final of the month. */
export function blockingOf(month: MonthAnswer): FindingAnswer[] {
  return month.findings.filter(
    (finding) => finding.severity !== 'warn' && acceptedFor(month, finding) === undefined,
  );
}

const IS_FINAL = ['final', 'sent', 'corrected', 'changed'];

export function isFinal({ state }: Pick<MonthAnswer, 'state'>): boolean {
  return IS_FINAL.includes(state);
}

/** The name of the month and the five steps, with the open items of each. */
export function MonthHead({
  month,
  period,
  current,
}: {
  month: MonthAnswer;
  period: string;
  current: string;
}): View {
  const { employer, name, state } = month;
  const blocking = blockingOf(month).length;
  const isRead = month.review !== null;
  const unsent = month.runs
    .flatMap(({ deliveries }) => deliveries)
    .filter((each) => each.state !== 'sent').length;
  const steps = [
    [
      'resolve',
      linkTo('month', employer, period),
      'read',
      isRead,
      isRead ? t('step.read.done') : t('step.read.open'),
    ],
    [
      'resolve',
      linkTo('month', employer, period),
      'resolve',
      isRead && blocking === 0,
      isRead ? t('step.resolve.open', { count: blocking }) : '',
    ],
    ['review', linkTo('month', employer, period, 'review'), 'review', false, ''],
    [
      'finalise',
      linkTo('finalise', employer, period),
      'finalise',
      isFinal(month),
      isFinal(month) ? t('step.finalise.done') : '',
    ],
    [
      'after',
      linkTo('after', employer, period),
      'send',
      state === 'sent',
      unsent > 0 ? t('step.send.open', { count: unsent }) : '',
    ],
  ] as const;
  return html`<p class="crumbs"><a href=${linkTo('board')}>${t('nav.board')}</a></p>
    <h1><bdi>${name}</bdi> · ${periodName(month.period)} <${Badge} state=${isRead && !isFinal(month) ? (blocking > 0 ? 'blocked' : 'ready') : state} /></h1>
    <nav aria-label=${t('steps')}><ol class="steps">${steps.map(
      ([
        page,
        link,
        step,
        isDone,
        needs,
      ]) => html`<li class=${isDone ? 'done' : ''}><a href=${link} aria-current=${page === current && step !== 'read' ? 'step' : undefined}>
        <strong>${t(`step.${step}`)}</strong>${isDone && html`<span aria-hidden="true"> ✓</span>`}</a><span class="quiet">${needs}</span></li>`,
    )}</ol></nav>
    <p class="tabs"><a href=${linkTo('month', employer, period, 'files')} aria-current=${current === 'files' ? 'page' : undefined}>${t('files.title')}</a></p>`;
}

/** Starts the job of a button, and reports a failure to start. */
export function useAction(path: string, body: object) {
  const [failure, setFailure] = useState<FailureAnswer | undefined>(undefined);
  const [command, setCommand] = useState<string | undefined>(undefined);
  const start = () => {
    setFailure(undefined);
    post<{ command?: string }>(path, body)
      .then((started) => setCommand(started.command))
      .catch((reason: unknown) => setFailure(failureOf(reason)));
  };
  return { failure, start, command };
}

/** The progress, messages and failure of a job. For a blocked month the work list is shown instead. */
export function JobBox({
  job,
  isBlockedShown = false,
}: {
  job: JobAnswer | undefined;
  isBlockedShown?: boolean;
}): View {
  const messages = useMemo(() => job?.messages.slice(-6) ?? [], [job]);
  if (job === undefined) return null;
  const isShown = !(isBlockedShown && job.failure?.code === 'EXPORT_BLOCKED');
  return html`<div class="job" aria-live="polite">
    ${job.state === 'running' && html`<${Waiting} text=${job.progress ?? t('job.running')} /><button type="button" onClick=${() => cancelJob(job.id)}>${t('cancel')}</button>`}
    ${job.state === 'cancelled' && html`<p class="quiet">${job.failure?.message}</p>`}
    ${job.state === 'failed' && isShown && html`<${FailureBox} failure=${job.failure ?? undefined} />`}
    ${messages.length > 0 && html`<details><summary>${t('job.messages', { count: job.messages.length })}</summary><pre>${job.messages.join('\n')}</pre></details>`}</div>`;
}
