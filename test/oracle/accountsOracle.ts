import { computePeriod } from '../../src/app/compute/computePeriod.js';
import { workOfPeople } from '../../src/app/compute/workOfPeople.js';
import { type BalanceChange, compareBalances } from '../../src/app/corrections/changedBalances.js';
import type { PreparedRun } from '../../src/app/export/prepareRun.js';
import {
  earlierBalances,
  type FreshDays,
  type LedgerAccounts,
} from '../../src/app/ledger/earlierBalances.js';
import { newestByDay } from '../../src/app/ledger/earlierPay.js';
import { balancesAtEnds } from '../../src/app/ledger/finalLink.js';
import { activeFinals } from '../../src/app/ledger/finals.js';
import type { RecordedBalances } from '../../src/app/ledger/recordedAccount.js';
import { configOf } from '../../src/config/config.js';
import { parseConfig } from '../../src/config/validateConfig.js';
import { parseAbsences } from '../../src/domain/absences/parseAbsences.js';
import { parseHolidays } from '../../src/domain/absences/parseHolidays.js';
import type { ComputedPeriod } from '../../src/domain/computed/computedPeriod.js';
import { NO_EARLIER_PAY } from '../../src/domain/pay/payLine.js';
import { parseMapping } from '../../src/domain/people/parseMapping.js';
import { type Period, spanOf } from '../../src/domain/period/period.js';
import { groupRecordsByPerson, type PeriodData } from '../../src/domain/records/periodData.js';
import { addDays, type LocalDate, toLocalDate } from '../../src/domain/time/localDate.js';
import { createStamp } from '../../src/domain/time/stamp.js';
import type { LedgerLink } from '../../src/store/ledgerChain.js';
import { findZonePython } from '../support/programs/zonePython.js';

/** Stages in which a record holds. */
interface Held {
  readonly since?: number;
  readonly until?: number;
}

/** A random employer over months, as `account_cases.py` describes it. */
export interface AccountCase {
  readonly name: string;
  readonly people: readonly string[];
  readonly settings: {
    readonly account: Readonly<Record<string, unknown>> & {
      readonly opening?: string;
    };
    readonly overtimeAbove: number;
    readonly minimumEntry: number;
    readonly notWorked: 'contract' | 'planned' | null;
  };
  readonly stages: readonly CaseStage[];
  readonly mapping: readonly (Held & {
    readonly employeeId: string;
    readonly number: string;
    readonly from: string;
    readonly to: string;
    readonly columns: Readonly<Record<string, string>>;
  })[];
  readonly holidays: readonly { readonly date: string; readonly name: string; readonly part: string }[];
  readonly absences: readonly (Held & {
    readonly employee: string;
    readonly from: string;
    readonly to: string;
    readonly code: string;
    readonly days?: string;
    readonly minutes?: number;
    readonly dates: string;
  })[];
  readonly shifts: readonly (CaseWork & { readonly break: number })[];
  readonly entries: readonly CaseWork[];
}

interface CaseStage {
  readonly kind: 'final' | 'corrections';
  readonly months: readonly string[];
  readonly estimateFrom?: string;
}

interface CaseWork extends Held {
  readonly id: string;
  readonly employeeId: string;
  readonly date: string;
  readonly start: string;
  readonly minutes: number;
}

type Row = readonly (string | number)[];

/** What is compared of one stage. */
export interface StageAnswer {
  /** `[employee, date, target, worked, credits, adjustments, paid out, lapsed, balance]` */
  readonly days: readonly Row[];
  /** `[employee, date, balance]` */
  readonly below: readonly Row[];
  /** `[employee, first day]` of an empty opening balance. */
  readonly empty: readonly Row[];
  /** `[employee, month, balance]` */
  readonly open: readonly Row[];
  /** `[employee, month]` */
  readonly unknown: readonly Row[];
  /** `[employee, date, before, after]` of minutes paid out. */
  readonly corrected: readonly Row[];
  /** See `changed_accounts` of the oracle. */
  readonly changed: readonly (readonly (string | number | boolean | null)[])[];
}

export interface AccountAnswer {
  readonly case: AccountCase;
  readonly stages: readonly StageAnswer[];
}

/** undefined, after a line that says so, if there is no Python. */
export function findAccountsOracle():
  | ((firstSeed: number, count: number) => readonly AccountAnswer[])
  | undefined {
  const python = findZonePython('2026f');
  if (python === undefined) return undefined;
  return (firstSeed, count) =>
    python('accounts_oracle.py', ['random', String(firstSeed), String(count)]) as readonly AccountAnswer[];
}

/** The employer's ledger as far as balances need it: the program's own code reads it. */
class Ledger {
  readonly links: LedgerLink[] = [];
  readonly #contents = new Map<string, RecordedBalances>();
  readonly #again = new Map<string, (final: Period) => ReturnType<typeof workOfPeople>>();
  readonly #account: PreparedRun['config']['account'];

  constructor(account: PreparedRun['config']['account']) {
    this.#account = account;
  }

  earlier(fresh: readonly FreshDays[], links: readonly LedgerLink[] = this.links) {
    const newest = newestByDay(links);
    const accounts = earlierBalances(
      {
        ledger: {
          person: (runId, person) => {
            const own = this.#contents.get(runId)?.get(person);
            return own && { person, isSound: true, digest: '', content: { ...own } };
          },
        },
      },
      {
        links,
        newest: () => newest,
        runAgain: ({ link, final }) => {
          const people = this.#again.get(link.runId)?.(final);
          return people && { people, account: this.#account, purged: new Set() };
        },
        fresh,
      },
    );
    return { ...NO_EARLIER_PAY, linesOf: () => [], unknownDays: () => [], ...accounts };
  }

  /** The accounts that a correction changes, as the program lists them. */
  changes(computed: readonly ComputedPeriod[], fresh: LedgerAccounts, people: readonly string[]) {
    const made = computed.map((own) => ({
      base: { final: { link: this.#finalOn(own.period.from) }, people, purged: new Set<string>() },
      computed: own,
    }));
    const finals = activeFinals(this.links);
    const sides = { recorded: this.earlier([]), fresh, finals };
    return compareBalances(made, daysOf(computed), sides, this.#account).changes;
  }

  add(
    kind: 'final' | 'correction',
    period: Period,
    computed: readonly ComputedPeriod[],
    originals: readonly string[],
    again: (earlier: ReturnType<Ledger['earlier']>, period: Period) => ReturnType<typeof workOfPeople>,
  ): void {
    const runId = `run ${this.links.length}`;
    const facts = {
      templates: ['all'],
      supersedes: [],
      originals,
      balanceDays: computed.map(({ period: { to } }) => to),
    };
    this.#contents.set(runId, balancesAtEnds(computed));
    this.links.push({ runId, kind, period, facts, position: this.links.length } as unknown as LedgerLink);
    // As in the program, a run is computed again from the ledger as it was before it: the same each time.
    const before = this.links.slice(0, -1);
    const finals = new Map<string, ReturnType<typeof workOfPeople>>();
    this.#again.set(runId, (final) => {
      const people = finals.get(final.from) ?? computedOnce(again(this.earlier([], before), final));
      finals.set(final.from, people);
      return people;
    });
  }

  #finalOn(from: LocalDate): LedgerLink {
    const found = this.links.find(({ kind, period }) => kind === 'final' && period.from === from);
    if (found === undefined) throw new Error(`no final on ${from}`);
    return found;
  }
}

/** The program computes a person's work at each use, to save memory; a case is small. */
function computedOnce<People extends ComputedPeriod['people']>(people: People): People {
  const known = new Map<string | null, ReturnType<People['of']>>();
  const of = (id: string | null) => {
    const work = known.get(id) ?? (people.of(id) as ReturnType<People['of']>);
    known.set(id, work);
    return work;
  };
  return { ...people, of };
}

/** What the program computes for a case, stage by stage. */
export function programStages(payCase: AccountCase): StageAnswer[] {
  const ledger = new Ledger(preparedFor(payCase, 0).config.account);
  const paid = new Map<string, ReadonlyMap<string, number>>();
  return payCase.stages.map((stage, index) => {
    const fresh: FreshDays[] = [];
    const earlier = ledger.earlier(fresh);
    const prepared = preparedFor(payCase, index, stage.estimateFrom);
    const computed = stage.months.map((month) => {
      const period = periodOf(month);
      const records = { ...recordsOf(payCase, index, period), earlier };
      const request = { state: 'final', accepted: new Map() } as const;
      const computed = computePeriod(records, period, prepared, request, 'test');
      const made = { ...computed, people: computedOnce(computed.people) };
      const { people, accounts = new Map() } = made;
      if (stage.kind === 'corrections') fresh.push({ ...period, people, accounts, purged: new Set() });
      return made;
    });
    const answer = answerOf(payCase, stage, computed, paid);
    const span = daysOf(computed);
    const isFinal = stage.kind === 'final';
    const changes = isFinal ? [] : ledger.changes(computed, earlier, payCase.people);
    const own = changes.filter(({ isLater }) => !isLater);
    // As in the program, a correction without a change is not recorded.
    if (isFinal || own.length > 0) {
      const originals = [...new Set(own.map(({ final }) => final.runId))];
      ledger.add(isFinal ? 'final' : 'correction', span, computed, originals, (before, period) =>
        workOfPeople({ ...recordsOf(payCase, index, period), earlier: before }, period, prepared),
      );
    }
    return { ...answer, changed: changes.map(changedRow) };
  });
}

function daysOf(computed: readonly ComputedPeriod[]): Period {
  return spanOf(computed.map(({ period }) => period)) ?? periodOf('2000-01');
}

function changedRow({ employeeId, final, since, before, after, surplus, lapsed, isLater }: BalanceChange) {
  const moved = [surplus.before, surplus.after, lapsed.before, lapsed.after];
  return [employeeId, final.period.from.slice(0, 7), since, before ?? null, after ?? null, ...moved, isLater];
}

function answerOf(
  { people }: AccountCase,
  { kind }: CaseStage,
  computed: readonly ComputedPeriod[],
  paid: Map<string, ReadonlyMap<string, number>>,
): Omit<StageAnswer, 'changed'> {
  const found = { days: [], below: [], empty: [], open: [], unknown: [], corrected: [] } as {
    [Name in keyof Omit<StageAnswer, 'changed'>]: Row[];
  };
  for (const { period, findings, people: work } of computed) {
    const month = period.from.slice(0, 7);
    for (const who of people) {
      const { account, pay } = work.of(who);
      if (account?.isRestarted === true) found.unknown.push([who, month]);
      for (const day of account?.days ?? []) {
        const { date, target, worked, credits, adjustments, paidOut, lapsed, balance } = day;
        found.days.push([who, date, target, worked, credits, adjustments, paidOut, lapsed, balance]);
      }
      const own = findings.filter(({ employeeId }) => employeeId === who);
      for (const { code, date, facts, record } of own) {
        if (code === 'ACCOUNT_BELOW') found.below.push([who, date ?? '', Number(facts.minutes)]);
        if (code === 'ACCOUNT_OPEN_AT_END') found.open.push([who, month, Number(facts.minutes)]);
        if (code === 'BALANCE_UNKNOWN' && record === `${who} opening`)
          found.empty.push([who, account?.begun ?? '']);
      }
      const lines = pay.lines.filter((line) => line.kind === 'surplus');
      const now = new Map(lines.map(({ date, minutes }) => [String(date), minutes]));
      const before = paid.get(`${who} ${month}`) ?? new Map<string, number>();
      paid.set(`${who} ${month}`, now);
      if (kind !== 'corrections') continue;
      for (const date of [...new Set([...before.keys(), ...now.keys()])].sort())
        if (before.get(date) !== now.get(date))
          found.corrected.push([who, date, before.get(date) ?? 0, now.get(date) ?? 0]);
    }
    const isReported = findings.some(
      ({ code, employeeId, record }) =>
        code === 'BALANCE_UNKNOWN' && (employeeId === null || record === employeeId),
    );
    if (isReported !== found.unknown.some(([, of]) => of === month))
      throw new Error(`${month}: an unknown balance is not reported`);
  }
  return found;
}

function periodOf(month: string): Period {
  const from = toLocalDate(`${month}-01`);
  const next = addDays(from, 31).slice(0, 8);
  return { from, to: addDays(toLocalDate(`${next}01`), -1), label: month };
}

function holdsIn(stage: number) {
  return ({ since = 0, until = Number.POSITIVE_INFINITY }: Held): boolean => since <= stage && stage < until;
}

/** Cached, since a case has some fifty stages. */
const configs = new WeakMap<AccountCase, PreparedRun['config']>();

function configFor(payCase: AccountCase): PreparedRun['config'] {
  const known = configs.get(payCase) ?? readConfig(payCase);
  configs.set(payCase, known);
  return known;
}

function readConfig({ settings }: AccountCase): PreparedRun['config'] {
  const { account, overtimeAbove, minimumEntry, notWorked } = settings;
  const { opening, ...rules } = account;
  const written = {
    baseUrl: 'https://api.example.com',
    absences: 'absences.csv',
    account: { ...rules, ...(opening === undefined ? {} : { opening: { column: opening } }) },
    ...(minimumEntry > 0 ? { minimumPaid: { entry: minimumEntry, code: 'TOPUP' } } : {}),
    payRules: {
      base: [{ code: 'OT', over: { day: overtimeAbove } }, { code: 'NORMAL' }],
      notWorked: notWorked === null ? [] : [{ code: 'FEAST', by: notWorked }],
    },
    employers: {
      house: {
        employerId: '0e6f1c5e-0000-4000-8000-000000000001',
        clientId: 'house',
        clientSecret: { env: 'SECRET' },
      },
    },
  };
  return configOf({ config: parseConfig(JSON.stringify(written), 'case.yaml', {}) }, 'house');
}

function preparedFor(
  payCase: AccountCase,
  stage: number,
  estimateFrom?: string,
): Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences' | 'holidays'> {
  const parsed = configFor(payCase);
  const config = estimateFrom === undefined ? parsed : { ...parsed, estimateFrom: toLocalDate(estimateFrom) };
  const holds = holdsIn(stage);
  const absences = payCase.absences
    .filter(holds)
    .map((row) =>
      [row.employee, row.from, row.to, row.code, row.days ?? '', row.minutes ?? '', row.dates].join(';'),
    );
  const absenceText = ['employee;from;to;code;days;minutes;dates', ...absences].join('\n');
  const holidays = payCase.holidays.map(({ date, name, part }) => `${date};${name};${part}`);
  return {
    config,
    mapping: {
      path: 'employees.csv',
      employees: parseMapping(bytesOf(mappingText(payCase.mapping.filter(holds))), 'employees.csv'),
      gone: new Set(),
      problems: [],
    },
    needs: { employeeNumbers: false, payCodes: false, minutes: false } as PreparedRun['needs'],
    absences: {
      path: 'absences.csv',
      rows: parseAbsences(bytesOf(absenceText), 'absences.csv', { hasAccount: true }),
    },
    holidays: {
      path: 'holidays.csv',
      rows: parseHolidays(bytesOf(['date;name;part', ...holidays].join('\n')), 'holidays.csv'),
    },
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function mappingText(rows: AccountCase['mapping']): string {
  const names = Object.keys(rows[0]?.columns ?? {});
  const lines = rows.map(({ employeeId, number, from, to, columns }) =>
    [employeeId, number, from, to, ...names.map((name) => columns[name] ?? '')].join(';'),
  );
  return [['employeeId', 'employeeNumber', 'from', 'to', ...names].join(';'), ...lines].join('\n');
}

const MARGIN = 7;
const PLACE = 'p1';
const NOWHERE = { teamId: null, taskId: null, agencyId: null, agencyWorkerId: null };
/** Without clock changes: hours are the matter here. */
const ZONE = 'Africa/Abidjan';

function recordsOf(payCase: AccountCase, stage: number, period: Period) {
  const [from, to] = [addDays(period.from, -MARGIN), addDays(period.to, MARGIN)];
  const holds = holdsIn(stage);
  const isRead = (work: CaseWork): boolean => holds(work) && work.date >= from && work.date <= to;
  const data: PeriodData = {
    establishments: [{ id: PLACE, zone: ZONE, label: 'Abidjan' }],
    holidays: [],
    employees: payCase.people.map((id) => ({ id, firstName: id, lastName: id, isActive: true })),
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: payCase.shifts.filter(isRead).map((shift) => ({
      ...NOWHERE,
      id: shift.id,
      employeeId: shift.employeeId,
      establishmentId: PLACE,
      date: toLocalDate(shift.date),
      fillType: 'Internal',
      breakMinutes: shift.break,
      plannedMinutes: shift.minutes,
      ...stampsOf(shift, shift.minutes + shift.break),
    })),
    entries: payCase.entries.filter(isRead).map((entry) => ({
      ...NOWHERE,
      id: entry.id,
      employeeId: entry.employeeId,
      establishmentId: PLACE,
      workDate: toLocalDate(entry.date),
      workedMinutes: entry.minutes,
      status: 'Completed',
      shiftId: null,
      reviewedAtUtc: null,
      ...stampsOf(entry, entry.minutes),
    })),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: Date.parse(addDays(to, 30)) / 1000,
    employerZone: ZONE,
  };
  return groupRecordsByPerson(data);
}

function stampsOf({ date, start }: CaseWork, elapsedMinutes: number) {
  const begin = Date.parse(`${date}T${start}:00Z`) / 1000;
  return { start: createStamp(begin, 0), end: createStamp(begin + elapsedMinutes * 60, 0) };
}
