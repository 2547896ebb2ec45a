/* Changes since the finals: found, left out, entered by hand or written to files, on one page. */
import { commandLine, orderWords } from '../../app/session/commandLine.js';
import type { CorrectionsAnswer } from '../correctionsAnswer.js';
import type { MonthAnswer } from '../months.js';
import { post } from './client.js';
import { HandEntries } from './enteredByHand.js';
import { useTitles } from './filesTab.js';
import { LateBalances, ownBalances } from './lateBalances.js';
import { isRecordable, type LateLine, type Reasons } from './lateGroups.js';
import { LateLines } from './lateLines.js';
import { type MonthProps, useWork, WorkBox } from './monthState.js';
import { CheckField, CommandLine, FailureBox, fromInput, isReadOnly, useAttempt } from './parts.js';
import { html, useEffect, useRef, useState, type View } from './preact.js';
import { ForAdministrators } from './setupChange.js';
import { t } from './texts.js';

/** The changes since the finals, in readable form, and what to do about them. */
export function LateChanges({ month, period, hasSandbox }: MonthProps & { hasSandbox: boolean }): View {
  const { employer } = month;
  // What a correction asks about its lines must be accepted with each one.
  const kept = Object.entries(month.accepted).filter(([code]) => !ASKED_CODES.includes(code));
  const ofFinal: Reasons = Object.fromEntries(kept);
  const [settle, setSettled] = useState<Reasons>({});
  const [entered, setEntered] = useState<Reasons>({});
  const look = useWork<CorrectionsAnswer>('late', '/api/corrections', { employer, period, accept: ofFinal });
  // The lines found before stay until the new ones are known.
  const before = useRef<CorrectionsAnswer | undefined>(undefined);
  if (!look.isRunning) before.current = look.result;
  const correcting = useCorrection({
    month,
    period,
    found: before.current,
    settle,
    entered,
    accept: ofFinal,
  });
  const { correct } = correcting;
  // What a correction has written no longer differs.
  const isWritten =
    correct.result !== undefined && (look.job?.startedAt ?? '') < (correct.job?.startedAt ?? '');
  const found = isWritten ? undefined : before.current;
  useEffect(() => {
    if (isWritten) {
      setSettled({});
      setEntered({});
    }
    if (isWritten || (month.state === 'changed' && look.job === undefined)) void look.start();
  }, [isWritten]);
  const made = correct.result?.made;
  const isChanged =
    found !== undefined && found.lines.length + ownBalances(found).length + found.unknownBalances.length > 0;
  return html`<section aria-labelledby="late"><h2 id="late">${t('late.title')}</h2>
    <p class="tools"><button type="button" disabled=${look.isRunning} onClick=${look.start}>${t('late.look')}</button>
      ${hasSandbox && html`<${SandboxChange} month=${month} />`}</p>
    <${WorkBox} work=${look} />
    ${made && html`<p class="good" role="status">${t('late.made', { run: made.runId, count: made.files.length })}</p>`}
    ${found && found.elsewhere.count > 0 && html`<p class="look">${t('late.elsewhere', found.elsewhere)}</p>`}
    ${found && !isChanged && found.elsewhere.count === 0 && html`<p class="good">${t('late.none')}</p>`}
    ${found && isChanged && html`<${Found} ...${{ month, period, found, settle, setSettled, entered, setEntered, correcting }} />`}
    <${WorkBox} work=${correct} />
    <${ForAdministrators}><${CommandLine} command=${commandLine(orderWords(['corrections'], { employer, period }))} />
      ${isChanged && html`<${CommandLine} command=${commandLine(orderWords(['corrections', '--final'], correcting.order))} />`}<//></section>`;
}

/** What a correction asks about lines that it would write: the exception, its question, and the lines concerned. */
const QUESTIONS = [
  { code: 'ESTABLISHMENT_GONE', text: 'late.gone', isAsked: (line: LateLine) => line.isGone },
  { code: 'ENTRIES_GONE', text: 'late.vanished', isAsked: (line: LateLine) => line.isVanished },
  { code: 'SETTLED_AGAIN', text: 'late.settledAgain', isAsked: (line: LateLine) => line.isSettledAgain },
] as const;
const ASKED_CODES: readonly string[] = QUESTIONS.map(({ code }) => code);

interface CorrectionParts extends MonthProps {
  readonly found: CorrectionsAnswer | undefined;
  readonly settle: Reasons;
  readonly entered: Reasons;
  readonly accept: Reasons;
}

/** The order of a correction with everything that a person has chosen on the page. */
function useCorrection({ month, period, found, settle, entered, accept }: CorrectionParts) {
  const [gone, setGone] = useState('');
  const [deliver, setDeliver] = useState(month.hasDeliveries);
  const lines = found?.lines.map(({ line }) => line) ?? [];
  const shown = found && [...lines, ...found.balances.map(({ id }) => id)];
  // What was chosen before the changes were looked for again counts as long as its line is there.
  const chosen = Object.entries({ ...settle, ...entered }).filter(([line]) => lines.includes(line));
  const reasons: Reasons = Object.fromEntries(chosen);
  const open = found?.lines.filter(({ line }) => reasons[line] === undefined) ?? [];
  const questions = QUESTIONS.filter(({ isAsked }) => open.some(isAsked));
  const asked = gone.trim() === '' ? [] : questions.map(({ code }) => code);
  const order = {
    employer: month.employer,
    period,
    final: true,
    settle: reasons,
    accept: { ...accept, ...Object.fromEntries(asked.map((code) => [code, gone.trim()])) },
    deliver,
    shown,
  };
  const correct = useWork<CorrectionsAnswer>('correct', '/api/corrections', order);
  return { correct, order, reasons, questions, gone, setGone, deliver, setDeliver };
}

interface FoundProps extends MonthProps {
  readonly found: CorrectionsAnswer;
  readonly settle: Reasons;
  readonly setSettled: (reasons: Reasons) => void;
  readonly entered: Reasons;
  readonly setEntered: (reasons: Reasons) => void;
  readonly correcting: ReturnType<typeof useCorrection>;
}

/** The changes, what to enter by hand, and one button that is only there if it will not be refused. */
function Found(props: FoundProps): View {
  const { month, found, settle, setSettled, entered, setEntered, correcting } = props;
  const titleOf = useTitles(month.employer);
  const { correct, reasons, questions, gone, setGone, deliver, setDeliver } = correcting;
  const { blocked, byHand, lines } = found;
  const isAccepted = questions.length === 0 || gone.trim() !== '';
  const isReady = blocked === null && isAccepted && isRecordable(found, reasons);
  const isOnlyByHand = lines.length > 0 && lines.every(({ disposition }) => disposition === 'by-hand');
  return html`${lines.length > 0 && html`<${LateLines} found=${found} settled=${reasons} set=${setSettled} ownReasons=${settle} titleOf=${titleOf} />`}
    ${byHand.length > 0 && html`<${HandEntries} ...${{ month, amounts: byHand, entered, titleOf }} set=${setEntered} />`}
    <${LateBalances} found=${found} />
    ${blocked && html`<div class="problem" role="alert"><p><strong class="less">${blocked.message}</strong></p><p>${blocked.remedy}</p></div>`}
    ${questions.length > 0 && html`<p><label>${questions.map(({ text }) => t(text)).join(' ')}<br /><input type="text" size="50" value=${gone} onInput=${fromInput(setGone)} /></label></p>`}
    ${month.hasDeliveries && !isOnlyByHand && html`<p><${CheckField} label=${t('finalise.deliver')} isChecked=${deliver} set=${setDeliver} /></p>`}
    <p><button type="button" class="main" disabled=${isReadOnly() || correct.isRunning || !isReady} onClick=${correct.start}>${t(isOnlyByHand ? 'late.enteredNow' : 'late.correct')}</button>
      ${!isReady && blocked === null && isAccepted && html` <span class="quiet">${t('late.chooseEntered')}</span>`}</p>`;
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
