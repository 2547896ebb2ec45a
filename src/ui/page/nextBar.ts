/* The end of each page: what to do next, in one sentence with one button. */

import type { BoardAnswer, BoardLineAnswer } from '../boardRoutes.js';
import type { StepAnswer } from '../months.js';
import { post } from './client.js';
import { FailureBox, useAttempt, useData } from './parts.js';
import { html, useEffect, type View } from './preact.js';
import { goTo, linkTo } from './router.js';
import { period as periodName, periodText, t } from './texts.js';

/** A period of an employer with its next step: a month, or a line of the board. */
export interface StepPlace extends Pick<BoardLineAnswer, 'employer' | 'name' | 'period'> {
  readonly step: StepAnswer;
}

/** The page of each step; the other steps start work or write a mail. */
const PAGES: Readonly<Record<string, readonly [page: string, tab?: string]>> = {
  repair: ['month'],
  resolve: ['month'],
  finalise: ['finalise'],
  template: ['finalise'],
  send: ['after'],
  correct: ['after'],
  later: ['after'],
};
/** The heading of the part of its page that a step is about. */
const HEADINGS: Readonly<Record<string, string>> = {
  repair: 'verdict',
  resolve: 'work-list',
  finalise: 'summary',
  template: 'summary',
  send: 'deliveries',
  correct: 'late',
  later: 'late',
};
const SETUP_PARTS = ['ids', 'codes'];

/** The period that was last looked at, by employer, so that other pages lead back to it. */
const visited = new Map<string, string>();

export function rememberPeriod(employer: string, period: string): void {
  visited.set(employer, period);
}

export function stepText({ kind, count, who, templates, later }: StepAnswer): string {
  const values = { count, who, names: templates.join(', ') };
  return t(`next.${kind}`, { ...values, period: later === null ? '' : periodName(later) });
}

/** A mail in the reader's mail program, which names no people. */
export function mailTo({ employer, name, period, step }: StepPlace): string {
  const about = { employer: name || employer, period: periodName(period), count: step.count };
  const items = step.items.map(({ count, title }) => `- ${count} × ${title}`);
  const body = [t('next.mail.text', about), ...items, '', t('next.mail.end')].join('\n');
  const query = [
    ['subject', t('next.mail.subject', about)],
    ['body', body],
  ].map(([key, text = '']) => `${key}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(step.mail).replace('%40', '@')}?${query.join('&')}`;
}

function addressOf({ employer, period, step: { kind, later } }: StepPlace): string {
  if (SETUP_PARTS.includes(kind)) return linkTo('setup', employer, kind);
  const [page, tab] = PAGES[kind] ?? ['board'];
  if (page === 'board') return linkTo('board');
  return linkTo(page, employer, periodText(later ?? period), ...(tab === undefined ? [] : [tab]));
}

interface StepButtonProps {
  readonly place: StepPlace;
  /** Whether it is the main button of its page. */
  readonly isMain?: boolean;
  /** Called before a read starts. */
  readonly ask?: () => void;
}

/** The button of a step. */
export function StepButton({ place, isMain = false, ask }: StepButtonProps): View {
  const { employer, name, period, step } = place;
  const { failure, isBusy, attempt } = useAttempt();
  const label = t(`next.${step.kind}.do`);
  const title = `${name}: ${stepText(step)} ${label}`;
  const look = isMain ? 'main' : 'small';
  if (step.kind === 'read' || step.kind === 'again') {
    const days = periodText(period);
    const read = () => {
      ask?.();
      void attempt(() =>
        post('/api/read', { employer, period: days }).then(() => goTo('month', employer, days)),
      );
    };
    return html`<button type="button" class=${look} aria-label=${title} disabled=${isBusy} onClick=${read}>${label}</button><${FailureBox} failure=${failure} />`;
  }
  if (step.kind === 'ask')
    return html`<a class=${`button ${look}`} aria-label=${title} href=${mailTo(place)}>${label}</a>`;
  const address = addressOf(place);
  // On its own page, the keyboard goes on at what the step is about.
  const show = (event: Event) => {
    const heading = document.getElementById(HEADINGS[step.kind] ?? '');
    if (location.hash !== address || heading === null) return;
    event.preventDefault();
    heading.tabIndex = -1;
    heading.focus();
  };
  return html`<a class=${`button ${look}`} aria-label=${title} href=${address} onClick=${show}>${label}</a>`;
}

type NextBarProps = Pick<StepButtonProps, 'place' | 'ask'> & {
  /** Whether the sentence begins with the employer and the period. */
  readonly isNamed?: boolean;
};

/** The sentence and the button at the end of a page. */
export function NextBar({ place, ask, isNamed = false }: NextBarProps): View {
  const { name, period, step } = place;
  return html`<section class="next row screen" aria-labelledby="next-step"><h2 id="next-step">${t('next.title')}</h2>
    <p>${isNamed && html`<strong><bdi>${name}</bdi> · ${periodName(period)}</strong><br />`}${stepText(step)}</p><${StepButton} place=${place} ask=${ask} isMain=${true} /></section>`;
}

/** The next step of an employer, for a page that shows no period. @param changes a value that changes with what was saved */
export function NextOfEmployer({ employer, changes = 0 }: { employer: string; changes?: number }): View {
  const { answer, reload } = useData<BoardAnswer>('/api/board', {
    employer,
    period: visited.get(employer),
  });
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes]);
  const [line] = answer?.lines ?? [];
  return line === undefined ? null : html`<${NextBar} place=${line} isNamed=${true} />`;
}
