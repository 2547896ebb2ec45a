/*
 * Starts the window: token, texts, first answer. Renders the frame of every page: navigation, language, background
 * jobs.
 */
import type { JobAnswer } from '../jobs.js';
import type { EventsAnswer, StartAnswer } from '../startRoutes.js';
import { BoardPage } from './boardPage.js';
import { chooseLanguage, chosenLanguage, exchangeToken, get, listenToEvents } from './client.js';
import { ConnectPage } from './connectPage.js';
import { employerName, setEmployers } from './employers.js';
import { MonthPage } from './monthPage.js';
import { FailureBox, failureOf, fromInput, isReadOnly, Prose, setReadOnly } from './parts.js';
import { html, render, useEffect, useRef, useState, type View } from './preact.js';
import { linkTo, useRoute } from './router.js';
import { SetupPage } from './setupPage.js';
import { LANGUAGE_NAMES, type PageText, pageLanguage, periodOf, setTexts, t } from './texts.js';
import { cancelJob, takeEvent, useJobs } from './work.js';

/** The pages of the window, by the first word of their address. */
interface PageProps {
  readonly name: string;
  /** The parts of the address after the page's name. */
  readonly words: readonly string[];
  readonly start: StartAnswer;
  /** Asks for the first answer again, once there is a configuration. */
  readonly renew: () => void;
}

const PAGES: Readonly<Record<string, (props: PageProps) => View>> = {
  board: BoardPage,
  setup: SetupPage,
  connect: ConnectPage,
  month: MonthPage,
  finalise: MonthPage,
  after: MonthPage,
};
/** The pages that the navigation lists. */
const MAIN_PAGES = ['board', 'setup', 'connect'];

function Shell({ first }: { first: StartAnswer }): View {
  const [start, setStart] = useState(first);
  const renew = () => void get<StartAnswer>('/api/start').then(setStart);
  // What was typed into a form stays.
  const speak = (language: string) => {
    chooseLanguage(language);
    void loadTexts(language).then(renew, () => undefined);
  };
  setEmployers(start.employers);
  const route = useRoute();
  const [news, setNews] = useState<News>({ tabs: 1, elsewhere: [] });
  const [isConnected, setConnected] = useState(true);
  const running = useJobs().filter(({ state }) => state === 'running');
  useEffect(() => {
    void listenToEvents((event) => {
      takeEvent(event);
      const { tabs, elsewhere } = event;
      // An event arrives every second: the page is rendered again only for news.
      const isKnown = (known: News) => JSON.stringify(known) === JSON.stringify({ tabs, elsewhere });
      setNews((known) => (isKnown(known) ? known : { tabs, elsewhere }));
    }, setConnected);
  }, []);
  const name = start.config === null ? 'connect' : route.name;
  const page = PAGES[name] ?? BoardPage;
  const main = useRef<HTMLElement | null>(null);
  const address = `${name}/${route.words.join('/')}`;
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${t(`nav.${PAGES[name] === undefined ? 'board' : name}`)} · paytally`;
  });
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [address]);
  return html`<a class="skip screen" href="#main" onClick=${(event: Event) => {
    event.preventDefault();
    main.current?.focus();
  }}>${t('skip')}</a>
    <header class="top row screen"><a class="brand" href=${linkTo('board')}><strong>paytally</strong></a>
      <nav class="row" aria-label=${t('navigation')}>${MAIN_PAGES.filter(
        (key) => key === name || isOffered(key, start),
      ).map(
        (key) =>
          html`<a href=${linkTo(key)} aria-current=${key === name ? 'page' : undefined}>${t(`nav.${key}`)}</a>`,
      )}</nav>
      ${start.isReadOnly && html`<span class="state quiet">${t('readOnlyBadge')}</span>`}
      <label><span class="unseen">${t('language')}</span><select value=${pageLanguage().slice(0, 2)}
        onChange=${fromInput(speak)}>
        ${Object.entries(LANGUAGE_NAMES).map(([code, title]) => html`<option value=${code} lang=${code}>${title}</option>`)}</select></label></header>
    <${Notices} news=${news} isConnected=${isConnected} running=${running} />
    <main id="main" tabindex="-1" ref=${main}><${FailureBox} failure=${start.problem ?? undefined} />
      ${start.problem === null && html`<${page} key=${address} name=${name} words=${route.words} start=${start} renew=${renew} />`}</main>
    <footer class="screen"><p class="quiet">paytally ${start.version}${start.config && html` · <bdi>${start.config}</bdi>`}</p></footer>`;
}

/** Before there is a configuration, only Connect; a read-only window cannot connect anything. */
function isOffered(page: string, { config, isReadOnly }: StartAnswer): boolean {
  return config !== null && (page !== 'connect' || !isReadOnly);
}

type News = Pick<EventsAnswer, 'tabs' | 'elsewhere'>;

interface NoticesProps {
  readonly news: News;
  readonly isConnected: boolean;
  readonly running: readonly JobAnswer[];
}

/** Other activity: background jobs, other windows, other commands, or a stopped server. */
function Notices({ news, isConnected, running }: NoticesProps): View {
  return html`<div class="notices screen" aria-live="polite">
    ${!isConnected && html`<p class="notice row less"><strong>${t('noServer')}</strong> <${Prose} text=${t('noServer.remedy')} /></p>`}
    ${running.map(
      (job) => html`<p class="notice row" key=${job.id}><span class="spinner" aria-hidden="true"></span>
      <a href=${job.employer === '' ? linkTo('board') : linkTo('month', job.employer, job.period)}>${t(`job.${job.kind}`)}${job.employer !== '' && html` · <bdi>${employerName(job.employer)}</bdi>`}${job.period !== '' && html` · ${periodOf(job.period)}`}</a>
      <span class="quiet" aria-live="off">${job.progress ?? ''}</span>
      <button type="button" onClick=${() => cancelJob(job.id)}>${t('cancel')}</button></p>`,
    )}
    ${isReadOnly() && html`<p class="notice row look"><strong>${t('readOnly')}</strong> <${Prose} text=${t('readOnly.remedy')} /></p>`}
    ${news.elsewhere.map((text) => html`<p class="notice row look" key=${text}>${text}</p>`)}
    ${news.tabs > 1 && html`<p class="notice row look">${t('otherTabs', { count: news.tabs - 1 })}</p>`}</div>`;
}

function show(view: View): void {
  const place = document.getElementById('page');
  if (place !== null) render(html`${view}`, place);
}

/** Without a session, no text of the catalogues can be loaded. */
const NO_SESSION = {
  code: 'NO_SESSION',
  message: 'This window is not connected to paytally.',
  remedy: 'Run `paytally ui` again and open the address that it prints. Each address works once.',
  record: null,
};

async function loadTexts(language: string): Promise<void> {
  setTexts(await get<Record<string, PageText>>('/api/texts'), language);
}

async function start(): Promise<void> {
  await exchangeToken();
  try {
    const answer = await get<StartAnswer>('/api/start');
    await loadTexts(chosenLanguage() ?? answer.language);
    setReadOnly(answer.isReadOnly);
    show(html`<${Shell} first=${answer} />`);
  } catch (reason) {
    const failure = failureOf(reason);
    const isUnknown = ['HTTP_401', 'NO_SERVER'].includes(failure.code);
    show(html`<main><h1>paytally</h1><${FailureBox} failure=${isUnknown ? NO_SESSION : failure} /></main>`);
  }
}

void start();
