/* The work list: by cause, place or person; accepting with a reason. */
import { commandLine, orderWords } from '../../app/session/commandLine.js';
import type { FindingAnswer, MonthAnswer } from '../months.js';
import { post } from './client.js';
import { acceptedFor, REMEDY_PARTS, showsFinal } from './monthState.js';
import {
  ChoiceField,
  CommandLine,
  Dialog,
  FailureBox,
  fromInput,
  isReadOnly,
  Search,
  useAttempt,
} from './parts.js';
import { html, useEffect, useMemo, useRef, useState, type View } from './preact.js';
import { usePaper } from './reviewComponents.js';
import { linkTo } from './router.js';
import { day, periodText, t } from './texts.js';
import { TimeBar } from './timeBar.js';

const GROUPINGS = ['cause', 'place', 'person'] as const;
type Grouping = (typeof GROUPINGS)[number];
const LINES_SHOWN = 40;
interface Group {
  readonly key: string;
  readonly title: string;
  readonly findings: FindingAnswer[];
}

function groupsOf(findings: readonly FindingAnswer[], by: Grouping): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const title = {
      cause: finding.title,
      place: finding.place || t('work.noPlace'),
      person: finding.who || t('work.noPerson'),
    }[by];
    const key = { cause: `${finding.code} ${finding.severity}`, place: title, person: finding.person }[by];
    const group = groups.get(key) ?? { key, title, findings: [] };
    groups.set(key, group);
    group.findings.push(finding);
  }
  return [...groups.values()];
}

const canAccept = (month: MonthAnswer) => !showsFinal(month) && !isReadOnly();
/** What the newest run accepts is part of that run. */
const canUndo = (month: MonthAnswer, key: string) => canAccept(month) && month.undoable.includes(key);

/** The findings to accept: a single one, or all with the same cause. */
interface Acceptance {
  readonly key: string;
  readonly title: string;
  readonly findings: readonly FindingAnswer[];
}

export function WorkTab({ month, changed }: { month: MonthAnswer; changed: () => void }): View {
  const [by, setBy] = useState<Grouping>('cause');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Acceptance | undefined>(undefined);
  const { failure, attempt } = useAttempt();
  const hasAccepted = useRef(false);
  const found = useMemo(() => {
    const wanted = search.toLowerCase();
    return month.findings.filter(({ who, place, message, title }) =>
      `${who} ${place} ${message} ${title}`.toLowerCase().includes(wanted),
    );
  }, [month, search]);
  const groups = useMemo(() => groupsOf(found, by), [found, by]);
  // Only what changes: what other windows accepted meanwhile stays.
  const save = (change: { readonly accepted: object; readonly undone: readonly string[] }) => {
    const { employer, period } = month;
    void attempt(() => post('/api/accept', { employer, ...period, ...change }).then(changed));
  };
  /** @param by the key of a finding, or a code for all of its findings */
  const namedBy = (by: string) => month.findings.filter(({ key, code }) => key === by || code === by);
  const accept = (by: string, reason: string) => {
    setAsked(undefined);
    // A single finding that has its own reason keeps it.
    const open = namedBy(by).filter((each) => acceptedFor(month, each) === undefined);
    const accepted = open.map(({ key, seen }) => [key, { reason, by, seen }] as const);
    save({ accepted: Object.fromEntries(accepted), undone: [] });
    hasAccepted.current = true;
  };
  // The button that opened the dialog is gone: the keyboard goes on at the next cause.
  useEffect(() => {
    if (hasAccepted.current) document.querySelector<HTMLElement>('.work:not(.settled) summary')?.focus();
    hasAccepted.current = false;
  }, [month.accepted]);
  const undo = (by: string) => save({ accepted: {}, undone: namedBy(by).map(({ key }) => key) });
  if (month.findings.length === 0) return html`<p class="good">${t('work.nothing')}</p>`;
  return html`<section aria-labelledby="work-list"><h2 id="work-list">${t('work.title')}</h2><${FailureBox} failure=${failure} />
    <p class="tools"><${ChoiceField} label=${t('work.by')} value=${by} options=${Object.fromEntries(GROUPINGS.map((each) => [each, t(`work.by.${each}`)]))} set=${setBy} />
      <${Search} label=${t('work.find')} value=${search} set=${setSearch} count=${t('work.count', { shown: found.length, all: month.findings.length })} /></p>
    ${groups.map((group) => html`<${WorkGroupBox} key=${`${by} ${group.key}`} group=${group} month=${month} by=${by} isOpen=${groups.length < 6 || (by === 'cause' && group.findings[0]?.severity !== 'warn')} ask=${setAsked} undo=${undo} />`)}
    ${asked && html`<${AcceptDialog} month=${month} asked=${asked} accept=${accept} close=${() => setAsked(undefined)} />`}</section>`;
}

/** The causes with their counts, until their items are known. */
export function CauseList({ month: { causes, employer } }: { month: MonthAnswer }): View {
  if (causes.length === 0) return null;
  return html`<section aria-labelledby="work-list"><h2 id="work-list">${t('work.title')}</h2>
    ${causes.map(
      (
        cause,
      ) => html`<div class=${`work ${cause.severity} ${cause.open === 0 ? 'settled' : ''}`}><${CauseHead} ...${cause} isCause=${true} />
      <${CauseRemedy} ...${cause} employer=${employer} /></div>`,
    )}</section>`;
}

type CauseHeadProps = Pick<MonthAnswer['causes'][number], 'title' | 'severityText' | 'open' | 'all'> & {
  readonly isCause: boolean;
};

function CauseHead({ title, severityText, open, all, isCause }: CauseHeadProps): View {
  return html`<strong><bdi>${title}</bdi></strong> ${isCause && open > 0 && html`<span class="badge">${severityText}</span>`}
      <span class="quiet">${t('work.open', { open, all })}</span>`;
}

type CauseRemedyProps = Pick<MonthAnswer['causes'][number], 'code' | 'remedy' | 'actor'> & {
  readonly employer: string;
};

/** What to do, by whom, and the page on which it is done. */
function CauseRemedy({ code, remedy, actor, employer }: CauseRemedyProps): View {
  const part = REMEDY_PARTS[code];
  return html`<p>${remedy} <span class="quiet">${t('work.actor', { actor })}</span>${part && html` <a href=${linkTo('setup', employer, part)}>${t(`setup.${part}`)}</a>`}</p>`;
}

interface GroupProps {
  readonly group: Group;
  readonly month: MonthAnswer;
  readonly by: Grouping;
  readonly isOpen: boolean;
  readonly ask: (asked: Acceptance) => void;
  readonly undo: (key: string) => void;
}

function WorkGroupBox({ group: { title, findings }, month, by, isOpen, ask, undo }: GroupProps): View {
  const [count, setCount] = useState(LINES_SHOWN);
  const shown = usePaper() ? findings.length : count;
  const [first] = findings;
  if (first === undefined) return null;
  const { code, severity, severityText, remedy, actor } = first;
  const open = findings.filter((finding) => acceptedFor(month, finding) === undefined).length;
  const ofAll = month.accepted[code];
  return html`<details class=${`work ${by === 'cause' ? severity : ''} ${open === 0 ? 'settled' : ''}`} open=${isOpen}>
    <summary><${CauseHead} title=${title} severityText=${severityText} open=${open} all=${findings.length} isCause=${by === 'cause'} /></summary>
    ${by === 'cause' && html`<${CauseRemedy} ...${{ code, remedy, actor }} employer=${month.employer} />`}
    ${
      by === 'cause' &&
      (ofAll === undefined
        ? canAccept(month) &&
          html`<p><button type="button" onClick=${() => ask({ key: code, title, findings })}>${t('work.acceptAll', { count: findings.length })}</button></p>`
        : html`<p class="good">${t('work.accepted', { reason: ofAll })} ${canUndo(month, code) && html`<button type="button" onClick=${() => undo(code)}>${t('work.undo')}</button>`}</p>`)
    }
    <ul class="findings">${findings.slice(0, shown).map((finding) => html`<${FindingLine} key=${finding.key} finding=${finding} month=${month} by=${by} ask=${ask} undo=${undo} />`)}</ul>
    ${findings.length > shown && html`<p><button type="button" onClick=${() => setCount(count + 200)}>${t('work.more', { count: findings.length - shown })}</button></p>`}</details>`;
}

function FindingLine({
  finding,
  month,
  by,
  ask,
  undo,
}: Omit<GroupProps, 'group' | 'isOpen'> & { finding: FindingAnswer }): View {
  const { who, place, date, message, title, link, key, code, lapsed, spans } = finding;
  const own = month.accepted[key];
  const isOpen = acceptedFor(month, finding) === undefined;
  return html`<li>${date && html`<time datetime=${date}>${day(date)}</time> `}${who && html`<strong><bdi>${who}</bdi></strong> `}
    ${place && by !== 'place' && html`<span class="quiet"><bdi>${place}</bdi></span> `}${by !== 'cause' && html`<em>${title}</em> `}<bdi>${message}</bdi>
    ${link && html` <a href=${link} target="_blank" rel="noreferrer noopener">${t('work.portal')}</a>`}
    ${spans.length > 0 && html`<${TimeBar} spans=${spans} isSmall=${true} />`}
    ${own !== undefined && html` <span class="good">${t('work.accepted', { reason: own })}</span> ${canUndo(month, key) && html`<button type="button" class="small" onClick=${() => undo(key)}>${t('work.undo')}</button>`}`}
    ${isOpen && lapsed && html` <span class="less">${t('work.lapsed', { reason: lapsed })}</span>`}
    ${isOpen && canAccept(month) && html` <button type="button" class="small" aria-label=${t('work.acceptOneOf', { who: who || title })} onClick=${() => ask({ key, title, findings: [finding] })}>${t('work.acceptOne')}</button>`}
    ${own === undefined && !isOpen && by !== 'cause' && html` <span class="good">${t('work.accepted', { reason: month.accepted[code] ?? '' })}</span>`}</li>`;
}

interface AcceptProps {
  readonly month: MonthAnswer;
  readonly asked: Acceptance;
  readonly accept: (key: string, reason: string) => void;
  readonly close: () => void;
}

/** Shows the names before the user accepts anything. */
function AcceptDialog({ month, asked: { findings, key, title }, accept, close }: AcceptProps): View {
  const [reason, setReason] = useState('');
  const { employer, period: days, accepted } = month;
  const order = { employer, period: periodText(days), accept: { ...accepted, [key]: reason } };
  const submit = (event: Event) => {
    event.preventDefault();
    if (reason.trim() !== '') accept(key, reason.trim());
  };
  return html`<${Dialog} title=${t('work.acceptTitle', { title })} close=${close}>
    <p>${t('work.acceptWhat', { count: findings.length })}</p>
    <ul class="names">${findings.map(({ who, date, message }) => html`<li><strong><bdi>${who}</bdi></strong> ${date && day(date)} <span class="quiet"><bdi>${message}</bdi></span></li>`)}</ul>
    <form onSubmit=${submit}><p><label>${t('work.reason')}<br /><textarea rows="2" cols="50" required autofocus value=${reason}
      onInput=${fromInput(setReason)}></textarea></label></p>
      <p class="quiet">${t('work.reasonKept')}</p>
      <p><button type="submit" class="main" disabled=${reason.trim() === ''}>${t('work.accept')}</button> <button type="button" onClick=${close}>${t('cancel')}</button></p></form>
    <${CommandLine} command=${commandLine(orderWords(['export', '--final'], order))} /><//>`;
}
