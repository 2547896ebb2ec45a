import { expect } from 'vitest';
import type { FindingAnswer } from '../../src/ui/months.js';
import { entryId, workedEntry } from '../monitor/watchedEmployer.js';
import { ACCEPT, EMPLOYER, PERIOD, plain, type Said, type StateDesk, type Told } from './stateDesk.js';

const PEOPLE = 2;
/** Monday to Friday; only Friday has an entry that overlaps. */
const LAST_DAY = 4;
const DATES = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];
const EXTRA = '00000099-0000-4000-8000-000000000001';

interface Entry {
  readonly isOpen: boolean;
  readonly isReviewed: boolean;
  readonly minutes: number;
}

interface Final {
  readonly runId: string;
  /** What the final and its corrections have paid, by employee and day. */
  paid: ReadonlyMap<string, number>;
  isCorrected: boolean;
  isChanged: boolean;
  delivery: 'none' | 'sent' | 'failed';
}

/** Chooses what happens: a number below this one, from a seed. */
type Choose = (below: number) => number;

/**
 * An employer whose month goes its way, with what every surface should say: computed here from the records and from the
 * actions, and not from the program.
 */
export class History {
  readonly #desk: StateDesk;
  readonly #pick: Choose;
  readonly steps: string[] = [];
  readonly #entries = new Map<string, Entry>();
  #hasExtra = false;
  #hasStore = false;
  #isReachable = true;
  #hasInbox = true;
  /** Blocking items of the newest read, with what a clerk would see of each; undefined if it was never read. */
  #read: ReadonlyMap<string, string> | 'failed' | undefined;
  /** Whether the newest run accepts them all. */
  #isAcceptedByRun = false;
  /** What the page shows: the newest read of a draft, which may be older than that of a check. */
  #view: ReadonlyMap<string, string> = new Map();
  #accepted = new Map<string, string>();
  #final: Final | undefined;

  constructor(desk: StateDesk, pick: Choose) {
    this.#desk = desk;
    this.#pick = pick;
    desk.hasInbox = true;
    for (let person = 0; person < PEOPLE; person += 1)
      for (let day = 0; day <= LAST_DAY; day += 1)
        this.#entries.set(entryId(person, day), { isOpen: false, isReviewed: true, minutes: 450 });
  }

  /** One action, and then what every surface says. */
  async step(): Promise<void> {
    const actions = [...ALWAYS, ...(this.#final === undefined ? BEFORE_FINAL : AFTER_FINAL)];
    const name = actions[this.#pick(actions.length)] ?? 'check';
    this.steps.push(name);
    await this[name]();
    const said = await this.#desk.said();
    expect(said).toMatchObject({ state: this.#state(), counts: this.#counts() });
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
    const open = items.filter(([key, seen]) => !this.#isAcceptedByRun && this.#accepted.get(key) !== seen);
    return { blocking: open.length, accepted: items.length - open.length };
  }

  /** What blocks now. */
  #items(): ReadonlyMap<string, string> {
    const items = new Map<string, string>();
    for (const [id, { isOpen, isReviewed, minutes }] of this.#entries) {
      if (isOpen) items.set(`OPEN_ENTRY@${id}`, 'open');
      else if (!isReviewed) items.set(`UNREVIEWED@${id}`, String(minutes + this.#extraOn(id)));
    }
    if (this.#hasExtra) items.set('OVERLAP', String(this.#entries.get(entryId(0, LAST_DAY))?.minutes));
    return items;
  }

  #extraOn(id: string): number {
    return this.#hasExtra && id === entryId(0, LAST_DAY) ? 60 : 0;
  }

  #paid(): ReadonlyMap<string, number> {
    const minutes = [...this.#entries].map(([id, { isOpen, minutes: worked }]) => {
      return [id, isOpen ? 0 : worked + this.#extraOn(id)] as const;
    });
    return new Map(minutes);
  }

  /** @param isAccepted whether the run accepts everything; undefined for a check, which keeps what a run accepted */
  #noteRead(isAccepted: boolean | undefined): void {
    this.#hasStore = true;
    this.#read = this.#isReachable ? this.#items() : 'failed';
    if (isAccepted !== undefined && this.#isReachable) this.#isAcceptedByRun = isAccepted;
    this.#noteChanges();
  }

  #noteChanges(): void {
    if (this.#final === undefined || !this.#isReachable) return;
    this.#final.isChanged = !isSame(this.#paid(), this.#final.paid);
  }

  #isBlocked(): boolean {
    return [...this.#items()].some(([key, seen]) => this.#accepted.get(key) !== seen);
  }

  #change(id: string, entry: Entry): void {
    this.#entries.set(id, entry);
    const [person, day] = placeOf(id);
    const { isOpen, isReviewed, minutes } = entry;
    const whole = workedEntry(person, day, DATES[day] ?? '', minutes);
    this.#desk.edit({
      list: 'time-entries',
      put: {
        ...whole,
        ...(isOpen ? { status: 'Working', endsAt: null, workedMinutes: null } : {}),
        ...(isReviewed && !isOpen ? {} : { reviewedAtUtc: null }),
      },
    });
  }

  #anyEntry(): string {
    return entryId(this.#pick(PEOPLE), this.#pick(LAST_DAY));
  }

  open(): void {
    this.#change(this.#anyEntry(), { isOpen: true, isReviewed: false, minutes: 450 });
  }

  unreview(): void {
    this.#change(this.#anyEntry(), { isOpen: false, isReviewed: false, minutes: 450 });
  }

  otherHours(): void {
    const id = this.#anyEntry();
    const { isReviewed = true } = this.#entries.get(id) ?? {};
    this.#change(id, { isOpen: false, isReviewed, minutes: 420 + this.#pick(3) * 10 });
  }

  resolve(): void {
    for (const [id, entry] of this.#entries)
      if (entry.isOpen || !entry.isReviewed) this.#change(id, { ...entry, isOpen: false, isReviewed: true });
  }

  overlap(): void {
    this.#hasExtra = !this.#hasExtra;
    const extra = {
      ...workedEntry(0, LAST_DAY, DATES[LAST_DAY] ?? '', 60),
      ...{ id: EXTRA, startsAt: '2026-10-09T09:00:00Z', endsAt: '2026-10-09T10:00:00Z' },
    };
    this.#desk.edit(
      this.#hasExtra ? { list: 'time-entries', put: extra } : { list: 'time-entries', delete: EXTRA },
    );
  }

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

  async #draft(isAccepted: boolean): Promise<void> {
    const told = await this.#desk.tell('export', PERIOD, ...(isAccepted ? ACCEPT : []));
    this.#noteRead(isAccepted);
    if (!this.#isReachable) return;
    this.#view = this.#items();
    const [run] = told.json.runs;
    expect(run.month, 'export --json').toMatchObject({ state: this.#state(), counts: this.#counts() });
    if (this.#final === undefined) await this.#desk.expectDocuments(run, run.month);
  }

  async windowRead(): Promise<void> {
    await this.#desk.work('/api/read', { employer: EMPLOYER, period: PERIOD });
    this.#noteRead(false);
    if (this.#isReachable) this.#view = this.#items();
  }

  /** The clerk accepts one item, or all of them, of what the page shows. */
  async accept(): Promise<void> {
    const { findings } = await this.#desk.month();
    const blocking = findings.filter(({ severity }) => severity !== 'warn');
    const isAll = this.#pick(2) === 0;
    const some = isAll ? blocking : blocking.slice(0, 1);
    await this.#acceptance(some, []);
    for (const { key } of some) this.#accepted.set(nameOf(key), this.#view.get(nameOf(key)) ?? 'not shown');
  }

  async undo(): Promise<void> {
    const keys = (await this.#desk.month()).findings.map(({ key }) => key);
    await this.#acceptance([], keys);
    for (const key of keys) this.#accepted.delete(nameOf(key));
  }

  #acceptance(some: readonly FindingAnswer[], undone: readonly string[]): Promise<object> {
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

  #finish(run: Told['json'], status: number, isDelivered: boolean): void {
    const delivery = !isDelivered ? 'none' : this.#hasInbox ? 'sent' : 'failed';
    expect(status).toBe(delivery === 'failed' ? 7 : 0);
    this.#final = { runId: run.runId, paid: this.#paid(), isCorrected: false, isChanged: false, delivery };
    this.#accepted.clear();
    this.#isAcceptedByRun = true;
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

  async correct(): Promise<void> {
    const final = this.#final;
    if (final === undefined) return;
    const { status } = await this.#desk.tell('corrections', PERIOD, '--final', ...ACCEPT);
    expect(status).toBe(this.#isReachable ? 0 : 4);
    if (!this.#isReachable) return;
    const isDifferent = !isSame(this.#paid(), final.paid);
    final.isCorrected ||= isDifferent;
    final.paid = this.#paid();
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
  'windowRead',
  'windowRead',
  'accept',
  'accept',
  'undo',
  'finalWithoutReasons',
  'final',
] as const;
const AFTER_FINAL = ['supersede', 'send', 'lookForChanges', 'correct', 'otherHours', 'check'] as const;

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return [...one].every(([key, minutes]) => other.get(key) === minutes);
}

function placeOf(id: string): readonly [person: number, day: number] {
  for (let person = 0; person < PEOPLE; person += 1)
    for (let day = 0; day <= LAST_DAY; day += 1) if (entryId(person, day) === id) return [person, day];
  throw new Error(`no entry ${id}`);
}

/** Which of two overlapping entries is the record does not matter here. */
function nameOf(key: string): string {
  return key.startsWith('OVERLAP') ? 'OVERLAP' : key;
}
