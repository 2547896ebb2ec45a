/* After a final: deliveries, late changes and their corrections, history. */
import { commandLine } from '../../app/session/commandLine.js';
import type { RerunAnswer, VerifyAnswer } from '../actionRoutes.js';
import type { DeliveryAnswer, RunAnswer } from '../months.js';
import { DataTable } from './dataTable.js';
import { FilesOfRun, useContents } from './filesTab.js';
import { LateChanges } from './lateChanges.js';
import { type MonthProps, useWork, WorkBox } from './monthState.js';
import {
  Badge,
  CheckField,
  CommandLine,
  Dialog,
  deliveryText,
  FailureBox,
  isReadOnly,
  Waiting,
} from './parts.js';
import { html, useState, type View } from './preact.js';
import { linkTo } from './router.js';
import { moment, period as periodName, periodText, t } from './texts.js';

type AfterProps = MonthProps & {
  readonly hasSandbox: boolean;
  /** Whether what the final accepted is not known yet. */
  readonly isBrief: boolean;
};

export function AfterPart({ month, period, hasSandbox, isBrief }: AfterProps): View {
  const counted = month.runs.filter(({ state }) => state === 'final' || state === 'correction');
  return html`${counted.length === 0 && html`<p>${t('after.nothingFinal')}</p>`}
    ${
      counted.length > 0 &&
      html`<section aria-labelledby="deliveries"><h2 id="deliveries">${t('step.send')}</h2>
      ${!month.hasDeliveries && html`<p>${t('after.noDeliveries')}</p>`}
      ${month.hasDeliveries && counted.filter(({ files }) => files.length > 0).map((run) => html`<${SendRun} key=${run.runId} month=${month} period=${period} run=${run} />`)}</section>
      ${month.laterChanged.map((later) => html`<p class="notice row less screen" role="status">${t('after.laterChanged', { period: periodName(later) })} <a href=${linkTo('after', month.employer, periodText(later))}>${t('next.correct.do')}</a></p>`)}
      ${isBrief ? html`<${Waiting} />` : html`<${LateChanges} month=${month} period=${period} hasSandbox=${hasSandbox} />`}`
    }
    <${History} month=${month} period=${period} />`;
}

interface RunProps extends MonthProps {
  readonly run: RunAnswer;
}

function SendRun({ month, period, run }: RunProps): View {
  const [again, setAgain] = useState<DeliveryAnswer | undefined>(undefined);
  const [toCurrent, setToCurrent] = useState(false);
  const order = { employer: month.employer, period, run: run.runId };
  const send = useWork('send', '/api/send', { ...order, again: again?.name, toCurrent });
  const unsent = run.deliveries.filter(({ state }) => state !== 'sent').length;
  const isAwaited = run.deliveries.some(({ receipt }) => receipt?.state === 'received');
  const isDone = run.deliveries.length > 0 && unsent === 0 && !isAwaited;
  return html`<p><strong>${t(`run.${run.state}`)}</strong> <code>${run.runId}</code></p>
    ${
      run.deliveries.length === 0
        ? html`<p class="quiet">${t('after.notSentYet')}</p>`
        : html`<${DataTable} label=${t('board.deliveries')} heads=${[t('after.delivery'), t('after.recipient'), t('board.state'), { text: t('files.actions'), class: 'screen' }]} tableClass="cards">${run.deliveries.map(
            (
              each,
            ) => html`<tr><th scope="row"><bdi>${each.name}</bdi></th><td><bdi>${each.recipient}</bdi></td>
        <td><${Badge} state=${each.state} text=${deliveryText(each)} />${each.problem && html`<br /><span class="quiet">${each.problem}</span>`}</td>
        <td class="screen">${(each.state === 'sent' || each.state === 'unknown') && html`<button type="button" disabled=${isReadOnly()} onClick=${() => setAgain(each)}>${t('after.again')}</button>`}</td></tr>`,
          )}<//>`
    }
    ${!isDone && html`<p><button type="button" class="main" disabled=${isReadOnly() || send.isRunning} onClick=${send.start}>${t(unsent === 0 && isAwaited ? 'after.ask' : 'after.send')}</button></p><${CommandLine} command=${`paytally send ${run.runId}`} />`}
    <${WorkBox} work=${send} />${send.result !== undefined && unsent > 0 && html`<p class="less" role="status">${t('step.send.open', { count: unsent })}</p>`}
    ${run.former.length > 0 && html`<p><button type="button" disabled=${isReadOnly() || send.isRunning} onClick=${() => setToCurrent(true)}>${t('after.current')}</button></p>`}
    ${toCurrent && html`<${CurrentDialog} run=${run} send=${send.start} close=${() => setToCurrent(false)} />`}
    ${again && html`<${AgainDialog} run=${run} delivery=${again} send=${send.start} close=${() => setAgain(undefined)} />`}`;
}

interface AgainProps {
  readonly run: RunAnswer;
  readonly delivery: DeliveryAnswer;
  readonly send: () => void;
  readonly close: () => void;
}

/** Asks for confirmation before sending again a delivery that arrived or may have arrived. */
function AgainDialog({ run, delivery: { name, state }, send, close }: AgainProps): View {
  const all = run.deliveries.filter((each) => each.name === name);
  return html`<${SureDialog} title=${t('after.againTitle', { name })} button=${t('after.again')} send=${send} close=${close} command=${commandLine(['send', run.runId, '--again', name])}>
    <p>${t(state === 'unknown' ? 'after.againUnknown' : 'after.againSent')}</p>
    <ul>${all.map(({ recipient }) => html`<li><bdi>${recipient}</bdi></li>`)}</ul><//>`;
}

/** Asks for confirmation before deliveries go to the addresses of today instead of those of the run's time. */
function CurrentDialog({ run, send, close }: Omit<AgainProps, 'delivery'>): View {
  return html`<${SureDialog} title=${t('after.currentTitle')} button=${t('after.current')} send=${send} close=${close} command=${commandLine(['send', run.runId, '--to-current'])}>
    <ul>${run.former.map(({ name, recipient, today }) => html`<li>${t('after.currentText', { name, recipient, today: today.join(', ') })}</li>`)}</ul><//>`;
}

interface SureProps {
  readonly title: string;
  readonly button: string;
  readonly command: string;
  readonly children: View;
  readonly send: () => void;
  readonly close: () => void;
}

/** A dialog whose button works once a person says that the recipient needs it. */
function SureDialog({ title, button, command, children, send, close }: SureProps): View {
  const [isSure, setSure] = useState(false);
  const confirm = () => {
    send();
    close();
  };
  return html`<${Dialog} title=${title} close=${close}>${children}
    <p><${CheckField} label=${t('after.againSure')} isChecked=${isSure} set=${setSure} /></p>
    <p><button type="button" class="main" disabled=${!isSure} onClick=${confirm}>${button}</button> <button type="button" onClick=${close}>${t('cancel')}</button></p>
    <${CommandLine} command=${command} /><//>`;
}

function History({ month, period }: MonthProps): View {
  const [opened, setOpened] = useState<RunAnswer | undefined>(undefined);
  const contents = useContents(month.employer);
  return html`<section aria-labelledby="history"><h2 id="history">${t('history.title')}</h2>
    ${month.runs.length === 0 && html`<p>${t('history.none')}</p>`}
    ${
      month.runs.length > 0 &&
      html`<${DataTable} label=${t('history.title')} heads=${[t('history.run'), t('board.state'), t('history.at'), t('files.title'), { text: t('files.actions'), class: 'screen' }]}>${month.runs.map((run) => html`<${HistoryRow} key=${run.runId} month=${month} period=${period} run=${run} open=${() => setOpened(run)} />`)}<//>`
    }
    ${opened && html`<${Dialog} title=${t('files.title')} close=${() => setOpened(undefined)}><${FilesOfRun} run=${opened} contents=${contents} /><//>`}</section>`;
}

/** A job for this run, not for another run of the period. */
function useRunWork<Result>(kind: string, { month, period, run }: RunProps) {
  const order = { employer: month.employer, period, run: run.runId };
  const { job, failure, result, start } = useWork<Result>(kind, `/api/${kind}`, order);
  const isOwn = job?.command.includes(run.runId) ?? false;
  return {
    start,
    failure: failure ?? (isOwn ? job?.failure : undefined),
    result: isOwn ? result : undefined,
  };
}

function HistoryRow({ open, ...props }: RunProps & { open: () => void }): View {
  const { run } = props;
  const check = useRunWork<VerifyAnswer>('verify', props);
  const again = useRunWork<RerunAnswer>('rerun', props);
  const { isOk, problems = [] } = check.result ?? {};
  const made = again.result;
  const same = made?.files.filter(({ isSame }) => isSame).length ?? 0;
  return html`<tr><th scope="row"><code>${run.runId}</code><br /><span class="quiet digest">${run.digest?.slice(0, 16)}</span></th>
    <td><${Badge} state=${run.state} text=${t(`run.${run.state}`)} /></td><td>${moment(run.startedAt)}</td>
    <td><button type="button" class="plain" onClick=${open} aria-label=${t('history.filesOf', { run: run.runId, count: run.files.length })}>${t('history.files', { count: run.files.length })}</button></td>
    <td class="screen">${run.digest !== null && html`<button type="button" onClick=${check.start} title=${`paytally verify ${run.runId}`}>${t('history.verify')}</button> `}
      <button type="button" disabled=${isReadOnly()} onClick=${again.start} title=${`paytally rerun ${run.runId}`}>${t('history.rerun')}</button>
      ${isOk !== undefined && html`<p role="status" class=${isOk ? 'good' : 'less'}>${t(isOk ? 'history.unchanged' : 'history.changed')}</p>`}
      ${problems.length > 0 && html`<pre>${problems.join('\n')}</pre>`}
      ${made && html`<p role="status" class=${same === made.files.length ? 'good' : 'less'}>${t('history.remade', { same, all: made.files.length, folder: made.folder })}</p>`}
      <${FailureBox} failure=${check.failure ?? again.failure ?? undefined} /></td></tr>`;
}
