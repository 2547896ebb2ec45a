import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { metricsOf } from '../../src/app/schedule/worker/metrics.js';
import { loadConfig } from '../../src/config/load.js';
import { previewSheets } from '../../src/documents/previewSheets.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import type { RecordEdit } from '../../src/sandbox/sandboxData.js';
import { openStore, STORE_NAME } from '../../src/store/openStore.js';
import type { JobAnswer } from '../../src/ui/jobs.js';
import type { SentMonth } from '../../src/ui/months.js';
import { startWatchedService, WATCHED, type WatchedService } from '../support/employers/watchedEmployer.js';
import { openTab, type Tab } from '../support/servers/events.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { parseMail } from '../support/servers/parseMail.js';
import { startTestUi } from '../support/servers/uiService.js';

export const PERIOD = '2026-10-05..2026-10-11';
const DAYS = { from: '2026-10-05', to: '2026-10-09' };
/** After the period. */
const NOW_MS = Date.UTC(2026, 9, 13, 12);
export const EMPLOYER = 'watched';
export const CODES = ['OPEN_ENTRY', 'UNREVIEWED', 'OVERLAP'];
export const ACCEPT = CODES.flatMap((code) => ['--accept', `${code}=known`]);

/** What every surface says about the period. */
export interface Said {
  readonly state: string;
  readonly counts: { readonly blocking: number; readonly warnings: number; readonly accepted: number };
  /** Those that count. */
  readonly deliveries: readonly string[];
}

/** Totals that the documents of a run and the page show. */
interface Totals {
  readonly people: number;
  readonly workedMinutes: number;
  readonly paidMinutes: number;
}

/** An answer of a command line with `--json`. */
export interface Told {
  readonly status: number;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as any other program would
  readonly json: any;
}

interface DeskParts {
  readonly service: WatchedService;
  readonly ui: Awaited<ReturnType<typeof startTestUi>>;
  readonly mail: MailServer;
  readonly store: string | undefined;
}

/** An employer, its service, its window, and everything that shows the state of its period. */
export class StateDesk {
  readonly #service: WatchedService;
  readonly #ui: Awaited<ReturnType<typeof startTestUi>>;
  readonly #mail: MailServer;
  readonly #store: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #tab: Tab;

  private constructor({ service, ui, mail, store }: DeskParts, headers: Readonly<Record<string, string>>) {
    this.#service = service;
    this.#ui = ui;
    this.#mail = mail;
    this.#store = store;
    this.#headers = headers;
    this.#tab = openTab(ui.origin, headers);
  }

  /** @param store the address of a database; a file if undefined */
  static async open(store?: string): Promise<StateDesk> {
    const mail = await startMailServer();
    const service = await startWatchedService({ people: 2, ...DAYS }, configuration(mail.port, store));
    const path = join(service.cwd, 'paytally.yaml');
    const templates = 'templates: [monthly-hours, review, pay-lines]';
    writeFileSync(path, readFileSync(path, 'utf8').replace('templates: [pay-lines]', templates));
    const ui = await startTestUi(service.cwd, { env: service.env, nowMs: NOW_MS });
    const desk = new StateDesk({ service, ui, mail, store }, await ui.login());
    return desk;
  }

  async close(): Promise<void> {
    this.#tab.close();
    await this.#ui.ui.close();
    await this.#service.stop();
    await this.#mail.close();
    rmSync(this.#service.cwd, { recursive: true, force: true });
  }

  /** Whether the store is a database, which is there before the first run. */
  get isShared(): boolean {
    return this.#store !== undefined;
  }

  get folder(): string {
    return this.#service.cwd;
  }

  edit(edit: RecordEdit): void {
    this.#service.sandbox.edit(WATCHED, edit);
  }

  set isReachable(isReachable: boolean) {
    const { faults } = this.#service.sandbox;
    if (isReachable) faults.clear();
    // An answer that is refused at once, without retries.
    else faults.set({ seed: 1, rules: [{ kind: 'contentType', contentType: 'text/html' }] });
  }

  set hasInbox(hasInbox: boolean) {
    for (const name of ['inbox', 'drafts']) {
      const folder = join(this.#service.cwd, name);
      if (hasInbox) mkdirSync(folder, { recursive: true });
      else rmSync(folder, { recursive: true, force: true });
    }
  }

  /** As if the newest run had been killed before it noted what is left of a change. Only a file can be edited so. */
  forgetNoteOfNewest(): void {
    if (this.isShared) return;
    const path = join(this.folder, '.paytally', STORE_NAME);
    const store = openStore(path, { mode: 'write', now: () => new Date(NOW_MS), base: this.folder });
    const position = store.ledger.links(WATCHED).at(-2)?.position ?? 0;
    const period = { from: toLocalDate('2026-10-05'), to: toLocalDate('2026-10-11') };
    for (const days of store.scheduleState.changedDays(WATCHED, period))
      store.scheduleState.recordChanged({ ...days, position });
    store.close();
  }

  async tell(...argv: readonly string[]): Promise<Told> {
    const { status, stdout, stderr } = await this.run(...argv, '--json');
    return { status, stderr, json: JSON.parse(stdout) };
  }

  run(...argv: readonly string[]) {
    return this.#service.run(argv, { nowMs: NOW_MS, columns: 200 });
  }

  async get<Answer>(path: string): Promise<Answer> {
    const { status, body } = await this.#ui.ask('GET', path, this.#headers);
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as Answer;
  }

  async post<Answer>(path: string, order: object): Promise<Answer> {
    const headers = { ...this.#headers, origin: this.#ui.origin };
    const { status, body } = await this.#ui.ask('POST', path, headers, JSON.stringify(order));
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as Answer;
  }

  /** A job of the window, once it has ended. */
  async work(path: string, order: object): Promise<JobAnswer> {
    const { id } = await this.post<{ id: string }>(path, order);
    for (;;) {
      const job = this.#tab.job(id);
      if (job !== undefined && job.state !== 'running') return job;
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** The texts of the mails to the owner since the last call. */
  notices(): string[] {
    return this.#mail.mails.splice(0).map(({ content }) => parseMail(content).text);
  }

  month(): Promise<SentMonth> {
    return this.get<SentMonth>(`/api/month?employer=${EMPLOYER}&period=${PERIOD}`);
  }

  /** Every place that shows the state at any time must say the same. @returns what it is */
  async said(): Promise<Said> {
    const asked = ['status', '--period', PERIOD];
    const json = await this.tell(...asked, '--fail');
    expect(json.json.error).toBe(undefined);
    const [{ state, counts = NO_COUNTS, deliveries, since, error, waitingFor }] = json.json.employers;
    const text = await this.run(...asked);
    expect(plain(text.stdout)).toContain(STATE_TEXTS[state as string]);
    const isUndelivered = deliveries.some((each: { state: string }) =>
      ['failed', 'unknown'].includes(each.state),
    );
    expect(json.status, 'status --fail').toBe(state === 'blocked' ? 5 : isUndelivered ? 7 : 0);
    const { lines } = await this.get<{ lines: Said[] }>(`/api/board?period=${PERIOD}`);
    expect(lines[0], 'the board').toMatchObject({ state, since, counts: state === 'unread' ? null : counts });
    const month = await this.month();
    expect(month, 'the page').toMatchObject({
      state,
      counts,
      problem: error === undefined ? null : { code: error.code },
    });
    expect(month.deliveries.map((each) => each.state)).toEqual(
      deliveries.map((each: { state: string }) => each.state),
    );
    expect(month.verdict.kind).toBe(VERDICTS[state as string] ?? (counts.warnings > 0 ? 'look' : 'good'));
    const waiting = waitingFor.reduce((sum: number, { items }: { items: number }) => sum + items, 0);
    expect(waiting, 'waiting for').toBe(state === 'blocked' ? counts.blocking : 0);
    if (state === 'blocked' || state === 'ready') expectList(month, counts);
    expect(await this.#metrics(), 'metrics').toBe(state);
    return { state, counts, deliveries: month.deliveries.map((each) => each.state) };
  }

  async #metrics(): Promise<string | undefined> {
    const { cwd, env } = this.#service;
    const loaded = await loadConfig({ path: undefined, cwd, env });
    const text = await metricsOf({ loaded, storeFolder: join(cwd, '.paytally'), nowMs: () => NOW_MS }).text();
    return /^paytally_months\{state="(\w+)"\} 1$/m.exec(text)?.[1];
  }

  /** The documents of a run say what the command said. */
  async expectDocuments(run: Told['json'], said: Pick<Said, 'state' | 'counts'>): Promise<void> {
    const month = await this.month();
    const pathOf = (template: string) =>
      run.files.find((file: { template: string }) => file.template === template)?.path as string;
    const review = reviewIn(readFileSync(pathOf('review'), 'utf8'));
    const open = review.work.filter(({ reason }) => reason === null);
    const countOf = (groups: readonly (typeof open)[number][]) =>
      groups.reduce((sum, { lines }) => sum + lines.length, 0);
    expect(countOf(open.filter(({ blocks }) => blocks)), 'review').toBe(said.counts.blocking);
    expect(countOf(review.work) - countOf(open), 'review, accepted').toBe(said.counts.accepted);
    const { sheets } = await previewSheets(pathOf('monthly-hours'), readFileSync(pathOf('monthly-hours')));
    const front = sheets[0]?.rows ?? [];
    expect(front.flat(), 'front sheet').toContain(review.verdict.text);
    expect(review.verdict.kind).toBe(month.verdict.kind);
    expect(front.flat()).toContain(clock(review.totals.workedMinutes));
    expect(month.review?.totals, 'totals').toEqual(review.totals);
    expect(run.control.exportedMinutes).toBe(review.totals.workedMinutes);
  }
}

const NO_COUNTS = { blocking: 0, warnings: 0, accepted: 0 };
const VERDICTS: Readonly<Record<string, string>> = {
  unread: 'bad',
  blocked: 'bad',
  changed: 'look',
  final: 'good',
  sent: 'good',
  corrected: 'good',
};
const STATE_TEXTS: Readonly<Record<string, string>> = {
  unread: 'not read yet',
  blocked: 'blocked',
  ready: 'ready',
  final: 'final',
  sent: 'sent',
  corrected: 'corrected',
  changed: 'changed',
};

function configuration(mailPort: number, store: string | undefined): string {
  return `language: en
hours: clock
mail: { from: pay@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: ${mailPort}, tls: none } }
deliveries:
  archive: { to: folder, path: inbox, templates: [pay-lines] }
  preview: { to: folder, path: drafts, templates: [pay-lines], when: draft }
schedule:
  weekly: { cron: "55 11 * * 2", zone: Etc/UTC, period: last-week, final: true }
${store === undefined ? '' : `store: ${store}`}
`;
}

/** The list of the page has as many open items as the page counts, unless another command has read since. */
function expectList({ findings, accepted, isReadSince, review }: SentMonth, counts: Said['counts']): void {
  // Without a list the page offers a read.
  if (isReadSince || review === null) return;
  const open = findings.filter(
    ({ key, code }) => accepted[key] === undefined && accepted[code] === undefined,
  );
  const warnings = open.filter(({ severity }) => severity === 'warn').length;
  const listed = { blocking: open.length - warnings, warnings, accepted: findings.length - open.length };
  expect(listed, 'the list of the page').toEqual(counts);
}

interface Review {
  readonly verdict: { readonly kind: string; readonly text: string };
  readonly totals: Totals & { readonly plannedMinutes: number };
  readonly work: readonly {
    readonly blocks: boolean;
    readonly reason: string | null;
    readonly lines: readonly unknown[];
  }[];
}

function reviewIn(page: string): Review {
  const [, data = ''] = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(data.replaceAll('\\u003c', '<')) as Review;
}

function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Without colours. */
export function plain(text: string): string {
  return stripVTControlCharacters(text);
}
