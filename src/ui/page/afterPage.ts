/* After a final: deliveries, late changes and their corrections, history. */
import { commandLine, orderWords } from '../../app/actions/commandLine.js';
import type { CorrectionsAnswer, RerunAnswer, VerifyAnswer } from '../actionRoutes.js';
import type { DeliveryAnswer, MonthAnswer, RunAnswer } from '../months.js';
import { post } from './client.js';
import { DataTable, numberHead } from './dataTable.js';
import { FilesOfRun, useContents } from './filesTab.js';
import { LateBalances, ownBalances } from './lateBalances.js';
import { type MonthProps, useWork, WorkBox } from './monthState.js';
import {
  Badge,
  CheckField,
  CommandLine,
  Dialog,
  deliveryText,
  FailureBox,
  fromInput,
  isReadOnly,
  toggled,
  useAttempt,
} from './parts.js';
import { html, useRef, useState, type View } from './preact.js';
import { day, moment, t } from './texts.js';

export function AfterPart({ month, period, hasSandbox }: MonthProps & { hasSandbox: boolean }): View {
  const counted = month.runs.filter(({ state }) => state === 'final' || state === 'correction');
  return html`${counted.length === 0 && html`<p>${t('after.nothingFinal')}</p>`}
    ${
      counted.length > 0 &&
      html`<section aria-labelledby="deliveries"><h2 id="deliveries">${t('step.send')}</h2>
      ${!month.hasDeliveries && html`<p>${t('after.noDeliveries')}</p>`}
      ${month.hasDeliveries && counted.filter(({ files }) => files.length > 0).map((run) => html`<${SendRun} key=${run.runId} month=${month} period=${period} run=${run} />`)}</section>
      <${LateChanges} month=${month} period=${period} hasSandbox=${hasSandbox} />`
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

type Reasons = Readonly<Record<string, string>>;

/** The changes since the finals, in readable form, and what to do about them. */
function LateChanges({ month, period, hasSandbox }: MonthProps & { hasSandbox: boolean }): View {
  const { employer } = month;
  const [settle, setSettled] = useState<Reasons>({});
  const [gone, setGone] = useState('');
  const [deliver, setDeliver] = useState(month.hasDeliveries);
  const look = useWork<CorrectionsAnswer>('late', '/api/corrections', { employer, period });
  // Lines of an establishment that is no longer listed must be accepted with each correction.
  const { ESTABLISHMENT_GONE: _, ...ofFinal } = month.accepted;
  const accept = { ...ofFinal, ...(gone.trim() === '' ? {} : { ESTABLISHMENT_GONE: gone.trim() }) };
  // The lines found before stay until the new ones are known.
  const before = useRef<CorrectionsAnswer | undefined>(undefined);
  if (!look.isRunning) before.current = look.result;
  const { lines = [], balances = [] } = before.current ?? {};
  const shown = before.current && [...lines.map(({ line }) => line), ...balances.map(({ id }) => id)];
  const order = { employer, period, final: true, settle, accept, deliver, shown };
  const correct = useWork<CorrectionsAnswer>('correct', '/api/corrections', order);
  // What a correction has written no longer differs.
  const isWritten =
    correct.result !== undefined && (look.job?.startedAt ?? '') < (correct.job?.startedAt ?? '');
  const found = isWritten ? undefined : before.current;
  const made = correct.result?.made;
  const isChanged = found !== undefined && found.lines.length + ownBalances(found).length > 0;
  const isGone = found?.lines.some((line) => line.isGone && settle[line.line] === undefined) ?? false;
  const lookAgain = () => {
    setSettled({});
    void look.start();
  };
  const isReady = !isReadOnly() && !correct.isRunning && (!isGone || gone.trim() !== '');
  return html`<section aria-labelledby="late"><h2 id="late">${t('late.title')}</h2>
    <p class="tools"><button type="button" disabled=${look.isRunning} onClick=${lookAgain}>${t('late.look')}</button>
      ${hasSandbox && html`<${SandboxChange} month=${month} />`}</p>
    <${CommandLine} command=${commandLine(orderWords(['corrections'], { employer, period }))} />
    <${WorkBox} work=${look} />
    ${found && !isChanged && html`<p class="good">${t('late.none')}</p>`}
    ${
      found &&
      found.lines.length > 0 &&
      html`<p>${t('late.count', { count: found.lines.length })}</p>
      <${LateLines} found=${found} settled=${settle} set=${setSettled} /><${HandSheet} found=${found} />`
    }
    ${
      found &&
      isChanged &&
      html`<${LateBalances} found=${found} />
      ${isGone && html`<p><label>${t('late.gone')}<br /><input type="text" size="50" value=${gone} onInput=${fromInput(setGone)} /></label></p>`}
      ${month.hasDeliveries && html`<p><${CheckField} label=${t('finalise.deliver')} isChecked=${deliver} set=${setDeliver} /></p>`}
      <p><button type="button" class="main" disabled=${!isReady} onClick=${correct.start}>${t('late.correct')}</button></p>
      <${CommandLine} command=${commandLine(orderWords(['corrections', '--final'], order))} />`
    }
    <${WorkBox} work=${correct} />
    ${made && html`<p class="good">${t('late.made', { run: made.runId, count: made.files.length })}</p>`}</section>`;
}

interface LateLinesProps {
  readonly found: CorrectionsAnswer;
  /** Line -> reason. */
  readonly settled: Reasons;
  readonly set: (settled: Reasons) => void;
}

/** The changed lines, to correct or to settle with a reason. */
function LateLines({ found, settled, set }: LateLinesProps): View {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const settle = () => {
    set({ ...settled, ...Object.fromEntries(chosen.map((line) => [line, reason.trim()])) });
    setChosen([]);
    setReason('');
  };
  const undo = (line: string) =>
    set(Object.fromEntries(Object.entries(settled).filter(([each]) => each !== line)));
  const texts = ['settle', 'who', 'date', 'code', 'fromTo'].map((name) => t(`late.${name}`));
  return html`<${DataTable} label=${t('late.title')} heads=${[...texts, numberHead(t('late.difference')), t('late.why')]}>${found.lines.map(
    ({ line, who, date, payCode, before, after, difference, cause }) =>
      html`<tr key=${line}><td>${settled[line] === undefined ? html`<input type="checkbox" aria-label=${t('late.choose', { who, date: date ?? '' })} checked=${chosen.includes(line)} onChange=${() => setChosen(toggled(chosen, line))} />` : html`<span class="good">${settled[line]}</span> <button type="button" class="small" onClick=${() => undo(line)}>${t('work.undo')}</button>`}</td>
        <th scope="row"><bdi>${who}</bdi></th><td>${date && day(date)}</td><td><bdi>${payCode}</bdi></td><td>${before} → ${after}</td><td class="number">${difference}</td><td>${cause}</td></tr>`,
  )}<//>
    <p class="tools"><label>${t('late.settleReason')} <input type="text" value=${reason} onInput=${fromInput(setReason)} /></label>
      <button type="button" disabled=${chosen.length === 0 || reason.trim() === ''} onClick=${settle}>${t('late.settleNow', { count: chosen.length })}</button></p>`;
}

/** For practice: makes a change as a manager would in the portal. */
function SandboxChange({ month: { employer, period } }: { month: MonthAnswer }): View {
  const [isDone, setDone] = useState(false);
  const { failure, attempt } = useAttempt();
  const change = () =>
    attempt(() => post('/api/connect/sandbox/change', { employer, ...period }).then(() => setDone(true)));
  return html`<button type="button" disabled=${isDone || isReadOnly()} onClick=${change}>${t('late.sandbox')}</button>
    <span role="status" class="quiet">${isDone && t('late.sandboxDone')}</span><${FailureBox} failure=${failure} />`;
}

/** The lines to type into payroll systems that cannot import corrections. */
function HandSheet({ found }: { found: CorrectionsAnswer }): View {
  if (found.byHand.length === 0) return null;
  return html`<h3>${t('late.byHand')}</h3><${DataTable} label=${t('late.byHand')} heads=${['template', 'number', 'who', 'code', 'period', 'type'].map((name) => t(`hand.${name}`))}>${found.byHand.map((entry) => html`<tr><td>${entry.template}</td><td>${entry.number}</td><th scope="row"><bdi>${entry.who}</bdi></th><td><bdi>${entry.code}</bdi></td><td>${entry.period}</td><td><strong>${entry.type}</strong></td></tr>`)}<//>`;
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
