import type { Text } from '../../i18n/message.js';
import { compareText, groupBy, sortIfNeeded } from '../collections.js';
import type { ShiftPay } from '../pay/payRules.js';
import type { Period } from '../period/period.js';
import { employerZones, type PeriodData, type PeriodFacts } from '../records/periodData.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { isNearClockChange } from '../time/clockChanges.js';
import { type LocalDate, toEpochDay } from '../time/localDate.js';
import { parseStamp } from '../time/stamp.js';
import { formatOffset, type Zone } from '../time/zone.js';
import type { Timesheet } from '../timesheet/timesheet.js';
import { findBreaches } from '../workingTime/breaches.js';
import { type LimitsOfPerson, limitBook } from '../workingTime/limits.js';
import type { PersonWorkingTime } from '../workingTime/workingTime.js';
import type { Finding } from './finding.js';
import * as readRules from './readRules.js';
import * as restRules from './restRules.js';
import { workSpansByPerson } from './restRules.js';
import type { Rule, RuleInput } from './rule.js';
import * as workRules from './workRules.js';

const READ_RULES: readonly readRules.ReadRule[] = [
  readRules.establishmentGone,
  readRules.listUnavailable,
  readRules.sourceIncomplete,
];

const PEOPLE_RULES: readonly (readonly [rule: Rule, order: FindingOrder])[] = [
  [workRules.openEntry, 'start'],
  [workRules.missingEnd, 'start'],
  [workRules.netExceedsGross, 'start'],
  [workRules.longEntry, 'start'],
  [restRules.overlap, 'first-work'],
  [restRules.shortRest, 'first-work'],
  [breachesOfLimits, 'first-work'],
  [workRules.unreviewed, 'start'],
  [workRules.noEmployee, 'start'],
  [workRules.entryNoShift, 'start'],
  [workRules.earlyStart, 'start'],
  [workRules.lateEnd, 'start'],
  [workRules.shiftNoEntry, 'shift'],
  [workRules.plannedMismatch, 'shift'],
  [workRules.workDateMismatch, 'start'],
  [readRules.offsetMismatch, 'zone'],
  [readRules.unknownEstablishment, 'zone'],
  [workRules.dstSuspect, 'start'],
  [workRules.zoneUnclear, 'start-employees-first'],
];

/** Findings about archived people follow those of this rule. */
const BEFORE_UNKNOWN = workRules.noEmployee;

/** Longer texts are hardly shared. */
const LONGEST_SHARED = 24;
/** A month has a few thousand clock times. */
const MOST_SHARED = 20_000;

/** The context of the employees' work. */
interface Related {
  readonly shifts: readonly Shift[];
  readonly entries: readonly TimeEntry[];
  /** @default the built-in severities */
  readonly limitsOf?: LimitsOfPerson;
  /** @default not checked */
  readonly workingTime?: PersonWorkingTime | undefined;
  /** @default all time is paid */
  readonly shiftPay?: ShiftPay | undefined;
  /** Whether the person is absent all day. @default never */
  readonly isAbsent?: (date: LocalDate) => boolean;
}

const NOTHING_RELATED: Related = { shifts: [], entries: [] };
const DEFAULT_LIMITS = limitBook({})(null);

/**
 * Collects the findings of the rules, person by person, and returns them in the order of the rules, then of the data.
 * The order is the same whether all employees are added at once or one by one.
 */
export class FindingCollector {
  readonly #facts: PeriodFacts;
  readonly #period: Period;
  readonly #zones: readonly Zone[];
  /** By rule. */
  readonly #found = PEOPLE_RULES.map((): PlacedFinding[] => []);
  /** Dates and clock times repeat across employees, so each text is stored once. */
  readonly #texts = new Map<string, string>();
  readonly #changedIds: ReadonlySet<string>;
  /** The people and days of records that changed during the read. */
  readonly #changed = new Map<string, readRules.ChangedRecord>();
  readonly #workedIds = new Set<string>();
  readonly #paidIds = new Set<string>();
  #exportedEntries = 0;

  /** @throws PaytallyError ZONE_UNKNOWN */
  constructor(facts: PeriodFacts, period: Period) {
    this.#facts = facts;
    this.#period = period;
    this.#zones = employerZones(facts);
    this.#changedIds = new Set(facts.changedWhileReading);
  }

  /** Ids of the employees with worked or planned minutes in the period, sorted. */
  workedIds(): readonly string[] {
    return [...this.#workedIds].sort();
  }

  /** Records that an employee is paid from planned shifts instead of time entries. */
  addEstimated(personId: string): void {
    this.#paidIds.add(personId);
  }

  /** Checks more employees. @returns the IDs of the records, and the days, with findings */
  add(data: PeriodData, timesheet: Timesheet, related: Related = NOTHING_RELATED) {
    const input = ruleInput(data, timesheet, related);
    const keys = new OrderKeys(input);
    const records = new Set<string>();
    const dates = new Set<string>();
    for (const [index, [rule, order]] of PEOPLE_RULES.entries()) {
      for (const finding of rule(input)) {
        this.#found[index]?.push({ finding: this.#kept(finding), ...keys.placeOf(finding, order) });
        records.add(finding.record);
        if (finding.date !== null) dates.add(finding.date);
      }
    }
    if (this.#changedIds.size > 0) this.#addChanged(data);
    this.#exportedEntries += timesheet.exported.length;
    for (const { personId } of timesheet.days) if (personId !== null) this.#workedIds.add(personId);
    for (const { entry } of timesheet.exported)
      if (entry.employeeId !== null) this.#paidIds.add(entry.employeeId);
    return { records, dates };
  }

  #addChanged({ entries, shifts }: PeriodData): void {
    const dated = [
      ...entries.map(({ id, employeeId, workDate: date }) => ({ id, employeeId, date })),
      ...(shifts ?? []).map(({ id, employeeId, date }) => ({ id, employeeId, date })),
    ];
    for (const { id, employeeId, date } of dated)
      if (this.#changedIds.has(id)) this.#changed.set(id, { employeeId, date });
  }

  /** All findings, including those that need all employees. Can be called once: the collector is empty afterwards. */
  findings(): Finding[] {
    const [facts, period] = [this.#facts, this.#period];
    const asShown = (finding: Finding) => showClockTimes(finding, this.#zones);
    const ofPeople = PEOPLE_RULES.flatMap(([rule, order], index) => {
      const found = inOrder(this.#found[index]?.splice(0) ?? [], order);
      return rule === BEFORE_UNKNOWN
        ? [
            ...found,
            ...readRules.unknownEmployee(facts, this.workedIds()).map(asShown),
            ...readRules.inactiveEmployee(facts, this.#paidIds).map(asShown),
          ]
        : found;
    });
    const ofAll = [
      ...readRules.invalidRecord(facts, period),
      ...readRules.changedWhileReading(facts, this.#changed),
      ...READ_RULES.flatMap((rule) => rule(facts, period)),
      ...readRules.noEntries(this.#exportedEntries, period),
      ...readRules.periodNotOver(facts, period),
    ];
    return [...ofAll.map(asShown), ...ofPeople];
  }

  /** The finding as shown, without the stamps of its record, because there may be one per entry. */
  #kept(finding: Finding): Finding {
    const { code, employeeId, date, record, facts, atLeast } = showClockTimes(finding, this.#zones);
    const day = date === null ? null : (this.#once(date) as typeof date);
    const kept = { code, employeeId, date: day, record, facts: this.#withSharedTexts(facts) };
    return atLeast === undefined ? kept : { ...kept, atLeast };
  }

  #withSharedTexts(facts: Finding['facts']): Finding['facts'] {
    const shared: Record<string, Text> = {};
    for (const name in facts) {
      const value = facts[name] ?? '';
      shared[name] = typeof value === 'string' && value.length <= LONGEST_SHARED ? this.#once(value) : value;
    }
    return shared;
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST_SHARED) this.#texts.set(text, text);
    return text;
  }
}

function ruleInput(data: PeriodData, timesheet: Timesheet, related: Related): RuleInput {
  const entries = [...data.entries, ...related.entries].filter(({ status }) => status !== 'Cancelled');
  const shifts = [...(data.shifts ?? []), ...related.shifts];
  return {
    data,
    timesheet,
    period: timesheet.period,
    shiftsById: new Map(shifts.map((shift) => [shift.id, shift])),
    workedShiftIds: new Set(entries.map(({ shiftId }) => shiftId)),
    limitsOf: related.limitsOf ?? DEFAULT_LIMITS,
    workingTime: related.workingTime,
    shiftPay: related.shiftPay,
    isAbsent: related.isAbsent ?? (() => false),
  };
}

/** Breaches of limits of working time (docs/working-time.md). */
function breachesOfLimits({ workingTime, period }: RuleInput): Finding[] {
  return workingTime === undefined ? [] : findBreaches(workingTime, period);
}

/** Later than every instant, in seconds since 1970, that a stamp can have. */
const BEHIND_ALL = 1e12;

/** The order of findings among those of other employees. */
class OrderKeys {
  readonly #input: RuleInput;
  #entries: ReadonlyMap<string, TimeEntry> | undefined;
  #firstWork: ReadonlyMap<string | null, FindingPlace> | undefined;

  constructor(input: RuleInput) {
    this.#input = input;
  }

  placeOf({ record, employeeId, date, facts }: Finding, order: FindingOrder): FindingPlace {
    switch (order) {
      case 'start':
        return this.#startOf(record);
      case 'start-employees-first':
        return employeesFirst(employeeId, this.#startOf(record));
      case 'first-work':
        return this.#firstWorkOf(employeeId);
      case 'shift':
        return { at: date === null ? BEHIND_ALL : toEpochDay(date), id: record };
      case 'zone': {
        const first = typeof facts.first === 'string' ? facts.first : record;
        const { at } = employeesFirst(this.#entry(first)?.employeeId ?? null, this.#startOf(first));
        return { at: 0, id: `${record} ${String(BEHIND_ALL + at).padStart(14, '0')} ${first}` };
      }
    }
  }

  #entry(id: string): TimeEntry | undefined {
    this.#entries ??= new Map(this.#input.data.entries.map((entry) => [entry.id, entry]));
    return this.#entries.get(id);
  }

  #startOf(id: string): FindingPlace {
    return { at: this.#entry(id)?.start.epochSeconds ?? 0, id };
  }

  #firstWorkOf(employeeId: string | null): FindingPlace {
    this.#firstWork ??= new Map(
      workSpansByPerson(this.#input).flatMap(([first]) =>
        first ? [[first.entry.employeeId, { at: first.startEpoch, id: first.entry.id }] as const] : [],
      ),
    );
    return this.#firstWork.get(employeeId) ?? BEFORE_ALL;
  }
}

const BEFORE_ALL: FindingPlace = { at: Number.NEGATIVE_INFINITY, id: '' };

function employeesFirst(employeeId: string | null, { at, id }: FindingPlace): FindingPlace {
  return { at: employeeId === null ? at + BEHIND_ALL : at, id };
}

/** The order of a rule's findings across employees. */
type FindingOrder =
  /** By start of the entry; work without an employee last in `start-employees-first`. */
  | 'start'
  | 'start-employees-first'
  /** By the start of the employee's first work, then in the order of the rule. */
  | 'first-work'
  /** By day and id of the shift. */
  | 'shift'
  /** By zone or establishment; the findings of several employees are combined. */
  | 'zone';

/** The sort key of a finding: a number, then a text. */
interface FindingPlace {
  readonly at: number;
  readonly id: string;
}

interface PlacedFinding extends FindingPlace {
  readonly finding: Finding;
}

/** The findings of one rule in its order. */
function inOrder(found: readonly PlacedFinding[], order: FindingOrder): Finding[] {
  const sorted = sortIfNeeded(found, (a, b) => a.at - b.at || compareText(a.id, b.id));
  const findings = sorted.map(({ finding }) => finding);
  return order === 'zone'
    ? [...groupBy(findings, ({ record }) => record).values()].flatMap(mergeFindings)
    : findings;
}

/** One finding of a zone or establishment, with the counts of all; the first of them names an entry. */
function mergeFindings([first, ...others]: readonly Finding[]): Finding[] {
  if (first === undefined) return [];
  const count = [first, ...others].reduce((total, { facts }) => total + Number(facts.count), 0);
  return [{ ...first, facts: { ...first.facts, count } }];
}

/** Facts that rules return as recorded stamps and messages show as clock times. */
const STAMPS = ['start', 'end', 'earlierStart', 'earlierEnd'];

/** A finding with its stamps as `2026-10-24 22:00`; near a clock change all of them show their offset. */
export function showClockTimes(finding: Finding, zones: readonly Zone[]): Finding {
  const stamps = Object.entries(finding.facts).flatMap(([name, value]) => {
    const stamp = STAMPS.includes(name) && typeof value === 'string' ? parseStamp(value) : '';
    return typeof stamp === 'string' ? [] : [{ name, stamp }];
  });
  if (stamps.length === 0) return finding;
  const isNear = stamps.some(({ stamp }) => isNearClockChange(zones, stamp));
  const shown = stamps.map(({ name, stamp }) => [
    name,
    clockReading(stamp.text, isNear ? stamp.offsetSeconds : undefined),
  ]);
  return { ...finding, facts: { ...finding.facts, ...Object.fromEntries(shown) } };
}

/** `2026-10-24 22:00`, or with an offset `2026-10-25 02:45 +02:00`: clock time without seconds. */
export function clockReading(stamp: string, offsetSeconds: number | undefined): string {
  // Joined so that V8 stores one flat string: a concatenated string keeps its parts in memory, and there are many of
  // these.
  const reading = [stamp.slice(0, 10), stamp.slice(11, 16)].join(' ');
  return offsetSeconds === undefined ? reading : `${reading} ${formatOffset(offsetSeconds)}`;
}
