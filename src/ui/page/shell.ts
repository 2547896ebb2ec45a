/* The frame around every page: navigation, language, long work, and what is wrong with the configuration. */

import { AfterPage } from './afterPage.js';
import { BoardPage } from './boardPage.js';
import { chooseLanguage, listenToEvents } from './client.js';
import { ConnectPage } from './connectPage.js';
import { FinalisePage } from './finalisePage.js';
import { MonthPage } from './monthPage.js';
import { FailureBox, isReadOnly, Prose, typed } from './parts.js';
import { html, useEffect, useRef, useState, type View } from './preact.js';
import { linkTo, useRoute } from './router.js';
import { SetupPage } from './setupPage.js';
import type { EventsAnswer, JobAnswer, StartAnswer } from './shapes.js';
import { pageLanguage, t } from './texts.js';
import { cancelJob, takeEvent, type Watcher, watchers } from './work.js';

/** The pages of the window, by the first word of their address. */
interface PageProps {
  /** What follows the page's name in the address. */
  readonly words: readonly string[];
  readonly start: StartAnswer;
}

interface PageEntry {
  readonly view: (props: PageProps) => View;
  /** Whether the navigation names it. Its text is `ui.nav.NAME`. */
  readonly isInNavigation: boolean;
}

const PAGES: Readonly<Record<string, PageEntry>> = {
  board: { view: BoardPage, isInNavigation: true },
  month: { view: MonthPage, isInNavigation: false },
  finalise: { view: FinalisePage, isInNavigation: false },
  after: { view: AfterPage, isInNavigation: false },
  setup: { view: SetupPage, isInNavigation: true },
  connect: { view: ConnectPage, isInNavigation: true },
};

const LANGUAGES = [
  ['en', 'English'],
  ['nl', 'Nederlands'],
  ['fr', 'Français'],
  ['de', 'Deutsch'],
] as const;

export function Shell({ start }: { start: StartAnswer }): View {
  const route = useRoute();
  const [news, setNews] = useState<Pick<EventsAnswer, 'tabs' | 'elsewhere'>>({
    tabs: 1,
    elsewhere: [],
  });
  const [isConnected, setConnected] = useState(true);
  const [running, setRunning] = useState<readonly JobAnswer[]>([]);
  useEffect(() => {
    const watch: Watcher = (all) => setRunning([...all.values()].filter(({ state }) => state === 'running'));
    watchers.add(watch);
    void listenToEvents((event) => {
      takeEvent(event);
      setNews({ tabs: event.tabs, elsewhere: event.elsewhere });
    }, setConnected);
  }, []);
  const name = start.config === null ? 'connect' : route.name;
  const page = PAGES[name] ?? PAGES.board;
  const main = useRef<HTMLElement | null>(null);
  const address = `${name}/${route.words.join('/')}`;
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${t(`nav.${PAGES[name] === undefined ? 'board' : name}`)} · paytally`;
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [address]);
  return html`<a class="skip" href="#main" onClick=${(event: Event) => {
    event.preventDefault();
    main.current?.focus();
  }}>${t('skip')}</a>
    <header class="top"><a class="brand" href=${linkTo('board')}>paytally</a>
      <nav aria-label=${t('navigation')}>${Object.entries(PAGES)
        .filter(([, { isInNavigation }]) => isInNavigation)
        .map(
          ([key]) =>
            html`<a href=${linkTo(key)} aria-current=${key === name ? 'page' : undefined}>${t(`nav.${key}`)}</a>`,
        )}</nav>
      <span class="grow"></span>
      ${start.isReadOnly && html`<span class="state">${t('readOnlyBadge')}</span>`}
      <label><span class="unseen">${t('language')}</span><select value=${pageLanguage().slice(0, 2)}
        onChange=${typed(chooseLanguage)}>
        ${LANGUAGES.map(([code, title]) => html`<option value=${code} lang=${code}>${title}</option>`)}</select></label></header>
    <${Notices} news=${news} isConnected=${isConnected} running=${running} />
    <main id="main" tabindex="-1" ref=${main}><${FailureBox} failure=${start.problem ?? undefined} />
      ${start.problem === null && page && html`<${page.view} key=${address} words=${route.words} start=${start} />`}</main>
    <footer><p class="quiet">paytally ${start.version}${start.config && html` · <bdi>${start.config}</bdi>`}</p></footer>`;
}

/** What goes on beside the page: long work, other windows, other commands, a server that has ended. */
function Notices({
  news,
  isConnected,
  running,
}: {
  news: Pick<EventsAnswer, 'tabs' | 'elsewhere'>;
  isConnected: boolean;
  running: readonly JobAnswer[];
}): View {
  return html`<div class="notices" aria-live="polite">
    ${!isConnected && html`<p class="notice bad"><strong>${t('noServer')}</strong> <${Prose} text=${t('noServer.remedy')} /></p>`}
    ${running.map(
      (job) => html`<p class="notice" key=${job.id}><span class="spinner" aria-hidden="true"></span>
      <a href=${linkTo('month', job.employer, job.period)}>${t(`job.${job.kind}`)} · <bdi>${job.employer}</bdi> · ${job.period}</a>
      <span class="quiet">${job.progress ?? ''}</span>
      <button type="button" onClick=${() => cancelJob(job.id)}>${t('cancel')}</button></p>`,
    )}
    ${isReadOnly() && html`<p class="notice look"><strong>${t('readOnly')}</strong> <${Prose} text=${t('readOnly.remedy')} /></p>`}
    ${news.elsewhere.map((text) => html`<p class="notice look" key=${text}>${text}</p>`)}
    ${news.tabs > 1 && html`<p class="notice look">${t('otherTabs', { count: news.tabs - 1 })}</p>`}</div>`;
}
