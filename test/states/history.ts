import { expect } from 'vitest';
import type { SentMonth } from '../../src/ui/months.js';
import { ACCEPT, EMPLOYER, PERIOD, plain, type Said, type StateDesk } from './stateDesk.js';
import { type Choose, StateWork } from './stateWork.js';

interface Final {
  readonly runId: string;
  /** What the final and its corrections have paid, by employee and day. */
  paid: ReadonlyMap<string, number>;
  isCorrected: boolean;
  isChanged: boolean;
  delivery: 'none' | 'sent' | 'failed';
  /** Whether there is a further final of these days: of reports, which no delivery sends. */
  hasReports: boolean;
}

/**
 * An employer whose month goes its way, with what every surface should say: computed here from the records and from the
 * actions, and not from the program.
 */
export class History {
  readonly #desk: StateDesk;
  readonly #pick: Choose;
  readonly steps: string[] = [];
  readonly #work: StateWork;
  #hasStore = false;
  #isReachable = true;
  #hasInbox = true;
  /** Blocking items of the newest read, with what a clerk would see of each; undefined if it was never read. */
  #read: ReadonlyMap<string, string> | 'failed' | undefined;
  /** What the newest run accepted, with what it saw of each. */
  #acceptedByRun: ReadonlyMap<string, string> = new Map();
  /** What the page shows: the newest read of a draft, which may be older than that of a check. */
  #view:
    | { readonly items: ReadonlyMap<string, string>; readonly paid: ReadonlyMap<string, number> }
    | undefined;
  /** Of the newest draft. */
  #draftDelivery: 'none' | 'sent' | 'failed' = 'none';
  #isScheduleDone = false;
  #accepted = new Map<string, string>();
  #final: Final | undefined;

  constructor(desk: StateDesk, pick: Choose) {
    this.#desk = desk;
    this.#pick = pick;
    this.#work = new StateWork(desk, pick);
    desk.hasInbox = true;
    this.#hasStore = desk.isShared;
  }

  /** One action, and then what every surface says. */
  async step(): Promise<void> {
    const actions = [...ALWAYS, ...(this.#final === undefined ? BEFORE_FINAL : AFTER_FINAL)];
    const name = actions[this.#pick(actions.length)] ?? 'check';
    this.steps.push(name);
    await this[name]();
    const said = await this.#desk.said();
    const delivery = this.#final?.delivery ?? this.#draftDelivery;
    const deliveries = delivery === 'none' ? [] : [delivery];
    expect(said).toMatchObject({ state: this.#state(), counts: this.#counts(), deliveries });
  }

  #state(): string {
    const { isChanged, isCorrected, delivery } = this.#final ?? {};
    if (isChanged) return 'changed';
    if (isCorrected) return 'corrected';
    if (this.#final !== undefined) return delivery === 'sent' ? 'sent' : 'final';
    if (this.#read === undefined || this.#read === 'failed') return 'unread';
    return this.#counts().blocking > 0 ? 'blocked' : 'ready';
  }

  #counts(): Pick<Said['counts'], 'blocking' | 'accepted'> {
    if (this.#read === undefined || this.#read === 'failed') return { blocking: 0, accepted: 0 };
    const items = [...this.#read];
    const open = items.filter(
      ([key, seen]) => this.#acceptedByRun.get(key) !== seen && this.#accepted.get(key) !== seen,
    );
    return { blocking: open.length, accepted: items.length - open.length };
  }

  /**
   * @param isAccepted whether the run accepts everything; undefined for a check, which keeps what a run accepted, as long
   *   as it finds the same
   */
  #noteRead(isAccepted: boolean | undefined): void {
    this.#hasStore = true;
    this.#read = this.#isReachable ? this.#work.items() : 'failed';
    if (this.#isReachable) {
      const same = [...this.#work.items()].filter(([key, seen]) => this.#acceptedByRun.get(key) === seen);
      this.#acceptedByRun =
        isAccepted === undefined ? new Map(same) : isAccepted ? this.#work.items() : new Map();
    }
    this.#noteChanges();
  }

  #noteChanges(): void {
    if (this.#final === undefined || !this.#isReachable) return;
    this.#final.isChanged = !isSame(this.#work.paid(), this.#final.paid);
  }

  #isBlocked(): boolean {
    return [...this.#work.items()].some(([key, seen]) => this.#accepted.get(key) !== seen);
  }

  open = (): void => this.#work.open();
  unreview = (): void => this.#work.unreview();
  otherHours = (): void => this.#work.otherHours();
  resolve = (): void => this.#work.resolve();
  overlap = (): void => this.#work.overlap();

  outage(): void {
    this.#isReachable = !this.#isReachable;
    this.#desk.isReachable = this.#isReachable;
  }

  inbox(): void {
    this.#hasInbox = !this.#hasInbox;
    this.#desk.hasInbox = this.#hasInbox;
  }

  async check(): Promise<void> {
    const { json } = await this.#desk.tell('check', PERIOD);
    // A check writes nothing, and creates no store to remember what it read.
    if (!this.#hasStore) return;
    this.#noteRead(undefined);
    const [run] = json.runs;
    if (!this.#isReachable) return expect(run.error.code).toBe('SERVICE_PROTOCOL');
    expect(run.month, 'check --json').toMatchObject({ state: this.#state(), counts: this.#counts() });
    const { stdout } = await this.#desk.run('check', PERIOD);
    const { verdict } = await this.#desk.month();
    const last = plain(stdout).trimEnd().split('\n').at(-1) ?? '';
    if (this.#final === undefined) expect(last, 'check').toBe(verdict.text);
    else expect(last.includes('have changed since'), last).toBe(this.#final.isChanged);
  }

  draft(): Promise<void> {
    return this.#draft(false);
  }

  acceptedDraft(): Promise<void> {
    return this.#draft(true);
  }

  deliveredDraft(): Promise<void> {
    return this.#draft(false, '--deliver');
  }

  async #draft(isAccepted: boolean, ...deliver: readonly string[]): Promise<void> {
    const told = await this.#desk.tell('export', PERIOD, ...deliver, ...(isAccepted ? ACCEPT : []));
    this.#noteRead(isAccepted);
    if (!this.#isReachable) return;
    this.#noteDraft(deliver.length > 0);
    expect(told.status).toBe(this.#draftDelivery === 'failed' ? 7 : 0);
    const [run] = told.json.runs;
    expect(run.month, 'export --json').toMatchObject({ state: this.#state(), counts: this.#counts() });
    if (this.#final === undefined) await this.#desk.expectDocuments(run, run.month);
  }

  async windowRead(): Promise<void> {
    await this.#desk.work('/api/read', { employer: EMPLOYER, period: PERIOD });
    this.#noteRead(false);
    if (this.#isReachable) this.#noteDraft(false);
  }

  #noteDraft(isDelivered: boolean): void {
    this.#draftDelivery = this.#outcomeOf(isDelivered);
    this.#view = { items: this.#work.items(), paid: this.#work.paid() };
  }

  #outcomeOf(isDelivered: boolean): 'none' | 'sent' | 'failed' {
    if (!isDelivered) return 'none';
    return this.#hasInbox ? 'sent' : 'failed';
  }

  /** The clerk accepts one item, or all of them, of what the page shows. */
  async accept(): Promise<void> {
    const { findings } = await this.#desk.month();
    const blocking = findings.filter(({ severity }) => severity !== 'warn');
    const isAll = this.#pick(2) === 0;
    const some = isAll ? blocking : blocking.slice(0, 1);
    await this.#acceptance(some, []);
    for (const { key } of some)
      this.#accepted.set(nameOf(key), this.#view?.items.get(nameOf(key)) ?? 'not shown');
  }

  async undo(): Promise<void> {
    const keys = (await this.#desk.month()).findings.map(({ key }) => key);
    await this.#acceptance([], keys);
    for (const key of keys) this.#accepted.delete(nameOf(key));
  }

  #acceptance(some: SentMonth['findings'], undone: readonly string[]): Promise<object> {
    const [from = '', to = ''] = PERIOD.split('..');
    const accepted = Object.fromEntries(
      some.map(({ key, seen }) => [key, { reason: 'agreed', by: key, seen }]),
    );
    return this.#desk.post('/api/accept', { employer: EMPLOYER, from, to, accepted, undone });
  }

  async finalWithoutReasons(): Promise<void> {
    const isBlocked = this.#isReachable && this.#isBlocked();
    const { status, json } = await this.#desk.tell('export', PERIOD, '--final');
    this.#noteRead(false);
    if (this.#isReachable && !isBlocked) return this.#finish(json.runs[0], status, false);
    expect(status).toBe(isBlocked ? 5 : 4);
  }

  async final(): Promise<void> {
    const deliver = this.#pick(2) === 0 ? ['--deliver'] : [];
    const { status, json } = await this.#desk.tell('export', PERIOD, '--final', ...ACCEPT, ...deliver);
    this.#noteRead(true);
    if (!this.#isReachable) return;
    this.#finish(json.runs[0], status, deliver.length > 0);
  }

  /** The clerk finalises what the page shows. */
  async windowFinal(): Promise<void> {
    const { accepted, seen, review } = await this.#desk.month();
    if (review === null) return;
    const deliver = this.#pick(2) === 0;
    const order = { employer: EMPLOYER, period: PERIOD, accept: accepted, seen, deliver };
    const { failure, result } = await this.#desk.work('/api/final', order);
    if (!this.#isReachable) {
      expect(failure?.code).toBe('SERVICE_PROTOCOL');
      return this.#noteRead(false);
    }
    if (!this.#isSeen(accepted)) return expect(failure?.code).toBe('CHANGED_SINCE_READ');
    const given = [...this.#work.items()].filter(([key]) => isNamed(accepted, key));
    if (given.length < this.#work.items().size) {
      expect(failure?.code).toBe('EXPORT_BLOCKED');
      this.#noteRead(false);
      // What the window has accepted can be undone; the rest is of this run.
      this.#acceptedByRun = new Map(given.filter(([key, seenAs]) => this.#accepted.get(key) !== seenAs));
      return;
    }
    this.#finish(result as { runId: string }, undefined, deliver);
  }

  /** Whether the page shows the hours of now, and of each accepted cause the same items. */
  #isSeen(accepted: Readonly<Record<string, string>>): boolean {
    if (this.#view === undefined || !isSame(this.#work.paid(), this.#view.paid)) return false;
    const { items } = this.#view;
    const causes = new Set(Object.keys(accepted).map(causeOf));
    const of = (some: ReadonlyMap<string, string>) =>
      JSON.stringify([...some].filter(([key]) => causes.has(causeOf(key))).sort());
    return of(items) === of(this.#work.items());
  }

  /** The scheduled final, once: if it is not made, the owner is told the state and the counts. */
  async scheduledFinal(): Promise<void> {
    if (this.#isScheduleDone) return;
    this.#isScheduleDone = true;
    this.#desk.notices();
    const { status, json } = await this.#desk.tell('schedule', 'run', '--due');
    const isBlocked = this.#isReachable && this.#isBlocked();
    this.#noteRead(false);
    if (this.#isReachable && !isBlocked) return this.#finish(json.runs[0], status, false);
    expect(status).toBe(isBlocked ? 5 : 4);
    const [notice = '', ...others] = this.#desk.notices();
    expect(others).toEqual([]);
    const { verdict, waitingFor } = await this.#desk.month();
    if (isBlocked) expect(notice).toContain(verdict.text);
    for (const { who, items } of waitingFor) expect(notice).toMatch(new RegExp(`${who}.*${items}`));
  }

  /** @param status undefined if the window made it */
  #finish(run: { readonly runId: string }, status: number | undefined, isDelivered: boolean): void {
    const delivery = this.#outcomeOf(isDelivered);
    if (status !== undefined) expect(status).toBe(delivery === 'failed' ? 7 : 0);
    this.#final = {
      runId: run.runId,
      paid: this.#work.paid(),
      isCorrected: false,
      isChanged: false,
      delivery,
      hasReports: this.#final?.hasReports ?? false,
    };
    this.#accepted.clear();
    this.#acceptedByRun = this.#work.items();
  }

  async supersede(): Promise<void> {
    const { isCorrected, delivery } = this.#final ?? {};
    const mayReplace = !isCorrected && delivery !== 'sent';
    const replaces = ['--supersede', 'wrong hours'];
    const { status, json } = await this.#desk.tell('export', PERIOD, '--final', ...replaces, ...ACCEPT);
    if (!this.#isReachable) return this.#noteRead(true);
    this.#noteRead(true);
    if (mayReplace) this.#finish(json.runs[0], status, false);
    else expect(status, 'superseded').toBe(5);
  }

  /** A further final of reports, killed before it noted that the files of payroll still differ. */
  async killedReports(): Promise<void> {
    const order = ['export', PERIOD, '--final', '--template', 'employee-days', ...ACCEPT];
    const { status } = await this.#desk.tell(...order);
    this.#noteRead(true);
    if (!this.#isReachable) return;
    const final = this.#final;
    expect(status).toBe(final?.hasReports === true ? 5 : 0);
    if (final === undefined || final.hasReports) return;
    final.hasReports = true;
    this.#accepted.clear();
    this.#acceptedByRun = this.#work.items();
    this.#desk.forgetNoteOfNewest();
  }

  async send(): Promise<void> {
    const final = this.#final;
    if (final === undefined || final.isCorrected) return;
    const { status } = await this.#desk.tell('send', final.runId);
    if (final.delivery !== 'sent') final.delivery = this.#hasInbox ? 'sent' : 'failed';
    expect(status).toBe(final.delivery === 'failed' ? 7 : 0);
  }

  async lookForChanges(): Promise<void> {
    const { json } = await this.#desk.tell('corrections', PERIOD);
    this.#noteChanges();
    if (this.#isReachable) expect(json.runs[0].lines.length > 0).toBe(this.#final?.isChanged);
  }

  /** Lines of corrections are paid by hand: all of them, or one, and the others go into the file. */
  async settle(): Promise<void> {
    const final = this.#final;
    if (final === undefined || !this.#isReachable) return;
    const { json } = await this.#desk.tell('corrections', PERIOD);
    this.#noteChanges();
    const lines: readonly { readonly line: string }[] = json.runs[0].lines;
    if (lines.length === 0) return;
    const settled = this.#pick(2) === 0 ? lines : lines.slice(0, 1);
    const options = settled.flatMap(({ line }) => ['--settle', `${line}=paid by hand`]);
    const { status } = await this.#desk.tell('corrections', PERIOD, '--final', ...ACCEPT, ...options);
    expect(status).toBe(0);
    final.isCorrected = true;
    final.paid = this.#work.paid();
    final.isChanged = false;
  }

  async correct(): Promise<void> {
    const final = this.#final;
    if (final === undefined) return;
    const { status } = await this.#desk.tell('corrections', PERIOD, '--final', ...ACCEPT);
    expect(status).toBe(this.#isReachable ? 0 : 4);
    if (!this.#isReachable) return;
    const isDifferent = !isSame(this.#work.paid(), final.paid);
    final.isCorrected ||= isDifferent;
    final.paid = this.#work.paid();
    final.isChanged = false;
  }
}

const ALWAYS = [
  'open',
  'unreview',
  'otherHours',
  'resolve',
  'overlap',
  'outage',
  'inbox',
  'check',
  'draft',
] as const;
const BEFORE_FINAL = [
  'acceptedDraft',
  'deliveredDraft',
  'windowFinal',
  'windowFinal',
  'scheduledFinal',
  'windowRead',
  'windowRead',
  'accept',
  'accept',
  'undo',
  'finalWithoutReasons',
  'final',
] as const;
const AFTER_FINAL = [
  'killedReports',
  'supersede',
  'send',
  'lookForChanges',
  'correct',
  'settle',
  'otherHours',
  'check',
] as const;

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return [...one].every(([key, minutes]) => other.get(key) === minutes);
}

/** The code of an item or of a key. */
function causeOf(key: string): string {
  return key.split('@')[0] ?? '';
}

function isNamed(accepted: Readonly<Record<string, string>>, item: string): boolean {
  return Object.keys(accepted).some((key) => key === causeOf(item) || nameOf(key) === item);
}

/** Which of two overlapping entries is the record does not matter here. */
function nameOf(key: string): string {
  return key.startsWith('OVERLAP') ? 'OVERLAP' : key;
}
