/* A month: its data and steps; the work list, the review, the files. */
import { commandLine, orderWords } from '../../app/session/commandLine.js';
import type { StartAnswer } from '../startRoutes.js';
import { AccountsTab } from './accountsTab.js';
import { AfterPart } from './afterPage.js';
import { employerName } from './employers.js';
import { FilesTab } from './filesTab.js';
import { FinalisePart } from './finalisePage.js';
import {
  MonthHead,
  type MonthProps,
  MonthTotals,
  RemedyLink,
  useMonth,
  useWork,
  WorkBox,
} from './monthState.js';
import { NextBar, rememberPeriod } from './nextBar.js';
import { CommandLine, Loading, Waiting } from './parts.js';
import { html, useEffect, useRef, type View } from './preact.js';
import { ReviewTab } from './reviewTab.js';
import { moment, periodOf, t } from './texts.js';
import { CauseList, WorkTab } from './workTab.js';

interface MonthPageProps {
  readonly name: string;
  readonly words: readonly string[];
  readonly start: StartAnswer;
}

/** @param name `month`, `finalise` or `after` */
export function MonthPage({ name, words, start }: MonthPageProps): View {
  const [employer = '', period = '', tab = 'resolve'] = words;
  const { answer, failure, reload, brief } = useMonth(employer, period);
  // What is known at once; the rest of a large month takes longer.
  const isBrief = answer === undefined;
  const month = answer ?? brief;
  if (month === undefined || failure !== undefined)
    return html`<${Loading} failure=${failure} title=${`${employerName(employer)} · ${periodOf(period)}`} />`;
  rememberPeriod(employer, period);
  const props = { month, period, isBrief };
  // The form has its own button.
  const isForm = name === 'finalise' && month.step.kind === 'finalise';
  return html`<${MonthHead} ...${props} current=${name === 'month' ? tab : name} />
    ${name === 'finalise' && (isBrief ? html`<${MonthVerdict} ...${props} /><${Waiting} />` : html`<${FinalisePart} ...${props} />`)}
    ${name === 'after' && html`<${AfterPart} ...${props} hasSandbox=${start.hasSandbox} />`}
    ${name === 'month' && html`<${MonthTab} ...${props} tab=${tab} changed=${reload} />`}
    ${name !== 'month' && !isForm && html`<${NextBar} place=${month} />`}`;
}

type MonthTabProps = MonthProps & {
  readonly isBrief: boolean;
  readonly tab: string;
  readonly changed: () => void;
};

function MonthTab({ month, period, isBrief, tab, changed }: MonthTabProps): View {
  // The button was disabled meanwhile: the keyboard goes on at the verdict.
  const isAsked = useRef(false);
  useEffect(() => {
    const at = document.activeElement;
    const isHere = at === document.body || Boolean(at?.closest('.read-panel, .next'));
    if (isAsked.current && isHere) document.getElementById('verdict')?.focus();
    isAsked.current = false;
  }, [month.viewedAt]);
  const ask = () => {
    isAsked.current = true;
  };
  return html`${!isBrief && html`<${ReadPanel} month=${month} period=${period} ask=${ask} />`}
    ${month.state === 'unread' && month.problem === null ? html`<p class="quiet">${t('month.unread')}</p>` : html`<${MonthVerdict} month=${month} />`}
    ${isBrief && tab === 'resolve' && html`<${CauseList} month=${month} />`}
    ${isBrief && tab !== 'files' && html`<${Waiting} />`}
    ${month.review !== null && tab === 'resolve' && html`<${WorkTab} month=${month} changed=${changed} />`}
    ${month.review !== null && tab === 'review' && html`<${ReviewTab} month=${month} period=${period} />`}
    ${month.review !== null && tab === 'accounts' && html`<${AccountsTab} month=${month} period=${period} changed=${changed} />`}
    ${tab === 'files' && html`<${FilesTab} month=${month} />`}
    <${NextBar} place=${month} ask=${ask} />`;
}

function MonthVerdict({ month }: Pick<MonthProps, 'month'>): View {
  const { verdict, problem } = month;
  return html`<section class=${`verdict ${verdict.kind}`} aria-labelledby="verdict"><h2 id="verdict" tabindex="-1">${verdict.text}</h2>
    ${problem && html`<p>${problem.message} ${problem.remedy}</p><${RemedyLink} code=${problem.code} employer=${month.employer} />`}
    ${month.state === 'changed' && html`<p>${t('month.seeLate')}</p>`}
    ${month.isReadSince && html`<p class="less">${t('month.readSince')}</p>`}
    <${MonthTotals} month=${month} /></section>`;
}

function ReadPanel({ month, period, ask }: MonthProps & { ask: () => void }): View {
  const { employer, viewedAt, state } = month;
  const unread = t(state === 'unread' ? 'month.neverRead' : 'month.readElsewhere');
  const read = useWork('read', '/api/read', { employer, period });
  const isFirst = month.review === null;
  const start = () => {
    ask();
    void read.start();
  };
  return html`<section class="read-panel" aria-label=${t('step.read')}>
    <p>${viewedAt ? t('month.readAt', { at: moment(viewedAt) }) : unread}
      <button type="button" class=${isFirst ? 'main' : ''} disabled=${read.isRunning} onClick=${start}>${t(isFirst ? 'month.read' : 'month.readAgain')}</button></p>
    <${CommandLine} command=${read.job?.command ?? commandLine(orderWords(['export'], { employer, period }))} />
    <${WorkBox} work=${read} isBlockedShown=${true} /></section>`;
}
