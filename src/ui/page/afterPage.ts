/* After a final: deliveries, late changes and their corrections, history. */
import { post } from './client.js';
import { DataTable, numberHead } from './dataTable.js';
import { FilesOfRun } from './filesTab.js';
import { JobBox, MonthHead, useAction, useMonth } from './monthState.js';
import {
  Badge,
  CommandLine,
  Dialog,
  deliveryText,
  FailureBox,
  isReadOnly,
  Loading,
  typed,
  useAttempt,
} from './parts.js';
import { html, useEffect, useState, type View } from './preact.js';
import type { CorrectionsAnswer, DeliveryAnswer, MonthAnswer, RunAnswer, StartAnswer } from './shapes.js';
import { day, moment, t } from './texts.js';
import { useJob } from './work.js';

export function AfterPage({ words, start }: { words: readonly string[]; start: StartAnswer }): View {
  const [employer = '', period = ''] = words;
  const { answer: month, failure } = useMonth({ employer, period }, ['final', 'send', 'correct', 'late']);
  if (month === undefined || failure !== undefined)
    return html`<${Loading} failure=${failure} title=${`${employer} · ${period}`} />`;
  const counted = month.runs.filter(({ state }) => state === 'final' || state === 'correction');
  return html`<${MonthHead} month=${month} period=${period} current="after" />
    ${counted.length === 0 && html`<p>${t('after.nothingFinal')}</p>`}
    ${counted.length > 0 && html`<${DeliveriesOf} month=${month} period=${period} runs=${counted} /><${LateChanges} month=${month} period=${period} hasSandbox=${start.hasSandbox} />`}
    <${History} month=${month} period=${period} />`;
}

interface AfterProps {
  readonly month: MonthAnswer;
  readonly period: string;
}

function DeliveriesOf({ month, period, runs }: AfterProps & { runs: readonly RunAnswer[] }): View {
  return html`<section aria-labelledby="deliveries"><h2 id="deliveries">${t('step.send')}</h2>
    ${!month.hasDeliveries && html`<p>${t('after.noDeliveries')}</p>`}
    ${month.hasDeliveries && runs.map((run) => html`<${SendRun} key=${run.runId} month=${month} period=${period} run=${run} />`)}</section>`;
}

function SendRun({ month, period, run }: AfterProps & { run: RunAnswer }): View {
  const { employer } = month;
  const [again, setAgain] = useState<DeliveryAnswer | undefined>(undefined);
  const job = useJob('send', employer, period);
  const send = useAction('/api/send', { employer, period, run: run.runId });
  const isDone = run.deliveries.length > 0 && run.deliveries.every(({ state }) => state === 'sent');
  return html`<p><strong>${t(`run.${run.state}`)}</strong> <code>${run.runId}</code></p>
    ${
      run.deliveries.length === 0
        ? html`<p class="quiet">${t('after.notSentYet')}</p>`
        : html`<${DataTable} label=${t('board.deliveries')} heads=${[t('after.delivery'), t('after.recipient'), t('board.state'), t('files.actions')]} tableClass="cards">${run.deliveries.map(
            (
              each,
            ) => html`<tr><th scope="row"><bdi>${each.name}</bdi></th><td><bdi>${each.recipient}</bdi></td>
        <td><${Badge} state=${each.state} text=${deliveryText(each)} />${each.problem && html`<br /><span class="quiet">${each.problem}</span>`}</td>
        <td>${(each.state === 'sent' || each.state === 'unknown') && html`<button type="button" disabled=${isReadOnly()} onClick=${() => setAgain(each)}>${t('after.again')}</button>`}</td></tr>`,
          )}<//>`
    }
    ${!isDone && html`<p><button type="button" class="main" disabled=${isReadOnly() || job?.state === 'running'} onClick=${send.start}>${t('after.send')}</button></p><${CommandLine} command=${`paytally send ${run.runId}`} />`}
    <${FailureBox} failure=${send.failure} /><${JobBox} job=${job} />
    ${again && html`<${AgainDialog} employer=${employer} period=${period} run=${run} delivery=${again} close=${() => setAgain(undefined)} />`}`;
}

/** Asks for confirmation before sending again a delivery that arrived or may have arrived. */
function AgainDialog({
  employer,
  period,
  run,
  delivery,
  close,
}: {
  employer: string;
  period: string;
  run: RunAnswer;
  delivery: DeliveryAnswer;
  close: () => void;
}): View {
  const [isSure, setSure] = useState(false);
  const { failure, start } = useAction('/api/send', {
    employer,
    period,
    run: run.runId,
    again: delivery.name,
  });
  const all = run.deliveries.filter(({ name }) => name === delivery.name);
  const send = () => {
    start();
    close();
  };
  return html`<${Dialog} title=${t('after.againTitle', { name: delivery.name })} close=${close}>
    <p>${t(delivery.state === 'unknown' ? 'after.againUnknown' : 'after.againSent')}</p>
    <ul>${all.map(({ recipient }) => html`<li><bdi>${recipient}</bdi></li>`)}</ul>
    <p><label><input type="checkbox" checked=${isSure} onChange=${() => setSure(!isSure)} /> ${t('after.againSure')}</label></p>
    <p><button type="button" class="main" disabled=${!isSure} onClick=${send}>${t('after.again')}</button> <button type="button" onClick=${close}>${t('cancel')}</button></p>
    <${CommandLine} command=${`paytally send ${run.runId} --again ${delivery.name}`} /><${FailureBox} failure=${failure} /><//>`;
}

/** The changes since the finals, in readable form, and what to do about them. */
function LateChanges({ month, period, hasSandbox }: AfterProps & { hasSandbox: boolean }): View {
  const { employer } = month;
  const [settled, setSettled] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [gone, setGone] = useState('');
  const job = useJob('late', employer, period);
  const made = useJob('correct', employer, period);
  const look = useAction('/api/corrections', { employer, period });
  // Lines of an establishment that is no longer listed must be accepted with each correction.
  const { ESTABLISHMENT_GONE: _, ...ofFinal } = month.accepted;
  const order = {
    employer,
    period,
    final: true,
    settle: settled,
    accept: { ...ofFinal, ...(gone.trim() === '' ? {} : { ESTABLISHMENT_GONE: gone.trim() }) },
    deliver: month.hasDeliveries,
  };
  const correct = useAction('/api/corrections', order);
  // The lines found before stay until the new ones are known.
  const [before, setBefore] = useState<CorrectionsAnswer | undefined>(undefined);
  const result = job?.state === 'done' ? (job.result as CorrectionsAnswer) : undefined;
  useEffect(() => {
    if (result !== undefined) setBefore(result);
  }, [job]);
  const found = job?.state === 'running' ? before : result;
  const done = made?.state === 'done' ? (made.result as CorrectionsAnswer) : undefined;
  const isGone = found?.lines.some((line) => line.isGone && settled[line.line] === undefined) ?? false;
  const toggle = (line: string) =>
    setChosen(chosen.includes(line) ? chosen.filter((each) => each !== line) : [...chosen, line]);
  const settle = () => {
    setSettled({ ...settled, ...Object.fromEntries(chosen.map((line) => [line, reason.trim()])) });
    setChosen([]);
    setReason('');
  };
  const settleWords = Object.entries(settled).map(([line, why]) => ` --settle "${line}=${why}"`);
  return html`<section aria-labelledby="late"><h2 id="late">${t('late.title')}</h2>
    <p class="tools"><button type="button" disabled=${job?.state === 'running'} onClick=${look.start}>${t('late.look')}</button>
      ${hasSandbox && html`<${SandboxChange} month=${month} />`}</p>
    <${CommandLine} command=${`paytally corrections ${period} --employer ${employer}`} />
    <${FailureBox} failure=${look.failure} /><${JobBox} job=${job} />
    ${found && found.lines.length === 0 && html`<p class="good">${t('late.none')}</p>`}
    ${
      found &&
      found.lines.length > 0 &&
      html`<p>${t('late.count', { count: found.lines.length })}</p>
      <${DataTable} label=${t('late.title')} heads=${[...['settle', 'who', 'date', 'code', 'fromTo'].map((name) => t(`late.${name}`)), numberHead(t('late.difference')), t('late.why')]}>${found.lines.map(
        (
          line,
        ) => html`<tr key=${line.line}><td>${settled[line.line] === undefined ? html`<input type="checkbox" aria-label=${t('late.choose', { who: line.who, date: line.date ?? '' })} checked=${chosen.includes(line.line)} onChange=${() => toggle(line.line)} />` : html`<span class="good">${settled[line.line]}</span>`}</td>
        <th scope="row"><bdi>${line.who}</bdi></th><td>${line.date && day(line.date)}</td><td><bdi>${line.payCode}</bdi></td><td>${line.before} → ${line.after}</td><td class="number">${line.difference}</td><td>${line.cause}</td></tr>`,
      )}<//>
      <p class="tools"><label>${t('late.settleReason')} <input type="text" value=${reason} onInput=${typed(setReason)} /></label>
        <button type="button" disabled=${chosen.length === 0 || reason.trim() === ''} onClick=${settle}>${t('late.settleNow', { count: chosen.length })}</button></p>
      <${HandSheet} found=${found} />
      ${isGone && html`<p><label>${t('late.gone')}<br /><input type="text" size="50" value=${gone} onInput=${typed(setGone)} /></label></p>`}
      <p><button type="button" class="main" disabled=${isReadOnly() || made?.state === 'running' || (isGone && gone.trim() === '')} onClick=${correct.start}>${t('late.correct')}</button></p>
      <${CommandLine} command=${`paytally corrections ${period} --final${settleWords.join('')}${gone.trim() === '' ? '' : ` --accept "ESTABLISHMENT_GONE=${gone.trim()}"`}${month.hasDeliveries ? ' --deliver' : ''} --employer ${employer}`} />`
    }
    <${FailureBox} failure=${correct.failure} /><${JobBox} job=${made} />
    ${done?.made && html`<p class="good">${t('late.made', { run: done.made.runId, count: done.made.files.length })}</p>`}</section>`;
}

/** For practice: makes a change as a manager would in the portal. */
function SandboxChange({ month: { employer, period } }: { month: MonthAnswer }): View {
  const [isDone, setDone] = useState(false);
  const { failure, attempt } = useAttempt();
  const change = () =>
    attempt(async () => {
      await post('/api/connect/sandbox/change', { employer, ...period });
      setDone(true);
    });
  return html`<button type="button" disabled=${isDone || isReadOnly()} onClick=${change}>${t('late.sandbox')}</button>
    <span role="status" class="quiet">${isDone && t('late.sandboxDone')}</span><${FailureBox} failure=${failure} />`;
}

/** The lines to type into payroll systems that cannot import corrections. */
function HandSheet({ found }: { found: CorrectionsAnswer }): View {
  if (found.byHand.length === 0) return null;
  return html`<h3>${t('late.byHand')}</h3><${DataTable} label=${t('late.byHand')} heads=${['template', 'number', 'who', 'code', 'period', 'type'].map((name) => t(`hand.${name}`))}>${found.byHand.map((entry) => html`<tr><td>${entry.template}</td><td>${entry.number}</td><th scope="row"><bdi>${entry.who}</bdi></th><td><bdi>${entry.code}</bdi></td><td>${entry.period}</td><td><strong>${entry.type}</strong></td></tr>`)}<//>`;
}

function History({ month, period }: AfterProps): View {
  const [opened, setOpened] = useState<RunAnswer | undefined>(undefined);
  return html`<section aria-labelledby="history"><h2 id="history">${t('history.title')}</h2>
    ${month.runs.length === 0 && html`<p>${t('history.none')}</p>`}
    ${
      month.runs.length > 0 &&
      html`<${DataTable} label=${t('history.title')} heads=${[t('history.run'), t('board.state'), t('history.at'), t('files.title'), t('files.actions')]}>${month.runs.map((run) => html`<${HistoryRow} key=${run.runId} run=${run} employer=${month.employer} period=${period} open=${() => setOpened(run)} />`)}<//>`
    }
    ${opened && html`<${Dialog} title=${t('files.title')} close=${() => setOpened(undefined)}><${FilesOfRun} run=${opened} /><//>`}</section>`;
}

function HistoryRow({
  run,
  employer,
  period,
  open,
}: {
  run: RunAnswer;
  employer: string;
  period: string;
  open: () => void;
}): View {
  const order = { employer, period, run: run.runId };
  const check = useAction('/api/verify', order);
  const again = useAction('/api/rerun', order);
  const verified = useJob('verify', employer, period);
  const rerun = useJob('rerun', employer, period);
  const checked = verified?.command.includes(run.runId) ? verified : undefined;
  const remade = rerun?.command.includes(run.runId) ? rerun : undefined;
  const isOk = (checked?.result as { isOk: boolean } | null | undefined)?.isOk;
  const problems = (checked?.result as { problems: string[] } | null | undefined)?.problems ?? [];
  const made = remade?.result as { folder: string; files: { isSame: boolean }[] } | null | undefined;
  return html`<tr><th scope="row"><code>${run.runId}</code><br /><span class="quiet digest">${run.digest?.slice(0, 16)}</span></th>
    <td><${Badge} state=${run.state} text=${t(`run.${run.state}`)} /></td><td>${moment(run.startedAt)}</td>
    <td><button type="button" onClick=${open} aria-label=${t('history.filesOf', { run: run.runId, count: run.files.length })}>${t('history.files', { count: run.files.length })}</button></td>
    <td>${run.digest !== null && html`<button type="button" onClick=${check.start} title=${`paytally verify ${run.runId}`}>${t('history.verify')}</button> `}
      <button type="button" disabled=${isReadOnly()} onClick=${again.start} title=${`paytally rerun ${run.runId}`}>${t('history.rerun')}</button>
      ${isOk !== undefined && html`<p class=${isOk ? 'good' : 'less'}>${t(isOk ? 'history.unchanged' : 'history.changed')}</p>`}
      ${problems.length > 0 && html`<pre>${problems.join('\n')}</pre>`}
      ${made && html`<p class=${made.files.every(({ isSame }) => isSame) ? 'good' : 'less'}>${t('history.remade', { same: made.files.filter(({ isSame }) => isSame).length, all: made.files.length, folder: made.folder })}</p>`}
      <${FailureBox} failure=${check.failure ?? again.failure ?? checked?.failure ?? remade?.failure ?? undefined} /></td></tr>`;
}
