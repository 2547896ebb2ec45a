/* A month: its data and steps; the work list, the review, the files. */
import { commandLine, orderWords } from '../../app/actions/commandLine.js';
import type { StartAnswer } from '../startRoutes.js';
import { AccountsTab } from './accountsTab.js';
import { AfterPart } from './afterPage.js';
import { FilesTab } from './filesTab.js';
import { FinalisePart } from './finalisePage.js';
import { MonthHead, type MonthProps, MonthTotals, useMonth, useWork, WorkBox } from './monthState.js';
import { CommandLine, Loading } from './parts.js';
import { html, useEffect, useRef, type View } from './preact.js';
import { ReviewTab } from './reviewTab.js';
import { moment, t } from './texts.js';
import { WorkTab } from './workTab.js';

interface MonthPageProps {
  readonly name: string;
  readonly words: readonly string[];
  readonly start: StartAnswer;
}

/** @param name `month`, `finalise` or `after` */
export function MonthPage({ name, words, start }: MonthPageProps): View {
  const [employer = '', period = '', tab = 'resolve'] = words;
  const { answer: month, failure, reload } = useMonth(employer, period);
  if (month === undefined || failure !== undefined)
    return html`<${Loading} failure=${failure} title=${`${employer} · ${period}`} />`;
  const props = { month, period };
  return html`<${MonthHead} ...${props} current=${name === 'month' ? tab : name} />
    ${name === 'finalise' && html`<${FinalisePart} ...${props} />`}
    ${name === 'after' && html`<${AfterPart} ...${props} hasSandbox=${start.hasSandbox} />`}
    ${name === 'month' && html`<${MonthTab} ...${props} tab=${tab} changed=${reload} />`}`;
}

function MonthTab({ month, period, tab, changed }: MonthProps & { tab: string; changed: () => void }): View {
  // The button was disabled meanwhile: the keyboard goes on at the verdict.
  const isAsked = useRef(false);
  useEffect(() => {
    const at = document.activeElement;
    const isHere = at === document.body || at?.closest('.read-panel') !== null;
    if (isAsked.current && isHere) document.getElementById('verdict')?.focus();
    isAsked.current = false;
  }, [month.viewedAt]);
  const ask = () => {
    isAsked.current = true;
  };
  return html`<${ReadPanel} month=${month} period=${period} ask=${ask} />
    ${month.state === 'unread' && month.problem === null ? html`<p class="quiet">${t('month.unread')}</p>` : html`<${MonthVerdict} month=${month} />`}
    ${month.review !== null && tab === 'resolve' && html`<${WorkTab} month=${month} changed=${changed} />`}
    ${month.review !== null && tab === 'review' && html`<${ReviewTab} month=${month} period=${period} />`}
    ${month.review !== null && tab === 'accounts' && html`<${AccountsTab} month=${month} period=${period} changed=${changed} />`}
    ${tab === 'files' && html`<${FilesTab} month=${month} />`}`;
}

function MonthVerdict({ month }: Pick<MonthProps, 'month'>): View {
  const { verdict, problem } = month;
  return html`<section class=${`verdict ${verdict.kind}`} aria-labelledby="verdict"><h2 id="verdict" tabindex="-1">${verdict.text}</h2>
    ${problem && html`<p>${problem.message} ${problem.remedy}</p>`}
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
