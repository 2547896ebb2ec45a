import { groupBy } from '../groupBy.js';
import type { Period } from '../period/period.js';
import type { PeriodData, PeriodFacts } from '../records/periodData.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { epochDayOf } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import { employerZones } from '../timesheet/employerZones.js';
import type { Timesheet } from '../timesheet/timesheet.js';
import { clockFacts } from './clockFacts.js';
import * as entryRules from './entryRules.js';
import type { Finding } from './finding.js';
import { personSpans } from './personSpans.js';
import * as planRules from './planRules.js';
import * as readRules from './readRules.js';
import * as restRules from './restRules.js';
import type { Rule, RuleInput } from './rule.js';

const READ_RULES: readonly readRules.ReadRule[] = [
  readRules.invalidRecord,
  readRules.changedWhileReading,
  readRules.establishmentGone,
  readRules.listUnavailable,
];

/** How the findings of a rule follow one another, whoever they are about. */
type Order =
  /** By start of the entry; work that names no employee last in `start-employees-first`. */
  | 'start'
  | 'start-employees-first'
  /** By the start of the person's first work, then as the rule gives them. */
  | 'first-work'
  /** By day and id of the shift. */
  | 'shift'
  /** By zone; what is found of several people is one finding. */
  | 'zone';

const PEOPLE_RULES: readonly (readonly [rule: Rule, order: Order])[] = [
  [entryRules.openEntry, 'start'],
  [entryRules.missingEnd, 'start'],
  [entryRules.netExceedsGross, 'start'],
  [entryRules.longEntry, 'start'],
  [restRules.overlap, 'first-work'],
  [restRules.shortRest, 'first-work'],
  [entryRules.unreviewed, 'start'],
  [entryRules.noEmployee, 'start'],
  [planRules.entryNoShift, 'start'],
  [planRules.shiftNoEntry, 'shift'],
  [planRules.plannedMismatch, 'shift'],
  [entryRules.workDateMismatch, 'start'],
  [readRules.offsetMismatch, 'zone'],
  [entryRules.dstSuspicion, 'start'],
  [entryRules.zoneUnclear, 'start-employees-first'],
];

/** Findings about archived people stand behind those of this rule. */
const BEFORE_UNKNOWN = entryRules.noEmployee;

/** Where a finding stands: by number, then by text. The texts are there already, so a place takes some bytes only. */
interface Place {
  readonly at: number;
  readonly id: string;
}

interface PlacedFinding extends Place {
  readonly finding: Finding;
}

/** What stands beside the work of the people who are looked at. */
export interface Related {
  readonly shifts: readonly Shift[];
  readonly entries: readonly TimeEntry[];
}

const NOTHING_RELATED: Related = { shifts: [], entries: [] };

/**
 * Collects what rules find, person by person, and gives it in the order of the rules, then of the data: the same
 * whether everybody is looked at together or one after the other.
 */
export class FindingBook {
  readonly #facts: PeriodFacts;
  readonly #period: Period;
  readonly #zones: readonly Zone[];
  readonly #found: PlacedFinding[][] = PEOPLE_RULES.map(() => []);
  readonly #workedIds = new Set<string>();
  #exportedEntries = 0;

  /** @throws PaytallyError ZONE_UNKNOWN */
  constructor(facts: PeriodFacts, period: Period) {
    this.#facts = facts;
    this.#period = period;
    this.#zones = employerZones(facts);
  }

  /** Ids of the employees with worked or planned minutes in the period, sorted. */
  workedIds(): readonly string[] {
    return [...this.#workedIds].sort();
  }

  /** Looks at more people. @returns the ids of the records that were found fault with */
  add(data: PeriodData, timesheet: Timesheet, related: Related = NOTHING_RELATED): ReadonlySet<string> {
    const input = ruleInput(data, timesheet, related);
    const keys = new OrderKeys(input);
    const records = new Set<string>();
    for (const [index, [rule, order]] of PEOPLE_RULES.entries()) {
      for (const finding of rule(input)) {
        const { at, id } = keys.placeOf(finding, order);
        this.#found[index]?.push({ finding, at, id });
        records.add(finding.record);
      }
    }
    this.#exportedEntries += timesheet.exported.length;
    for (const { personId } of timesheet.days) if (personId !== null) this.#workedIds.add(personId);
    return records;
  }

  /** Everything that was found, and what only all people together tell. */
  findings(): Finding[] {
    const [facts, period] = [this.#facts, this.#period];
    const ofPeople = PEOPLE_RULES.flatMap(([rule, order], index) => {
      const found = inOrder(this.#found[index] ?? [], order);
      return rule === BEFORE_UNKNOWN
        ? [...found, ...readRules.unknownEmployee(facts, this.workedIds())]
        : found;
    });
    const all = [
      ...READ_RULES.flatMap((rule) => rule(facts, period)),
      ...readRules.noEntries(this.#exportedEntries, period),
      ...readRules.periodNotOver(facts, period),
      ...ofPeople,
    ];
    return all.map((finding) => clockFacts(finding, this.#zones));
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
  };
}

function inOrder(placed: readonly PlacedFinding[], order: Order): Finding[] {
  const sorted = [...placed].sort(comparePlaces).map(({ finding }) => finding);
  return order === 'zone' ? [...groupBy(sorted, ({ record }) => record).values()].flatMap(together) : sorted;
}

/** One finding of a zone, with the counts of all; the first of them names an entry. */
function together([first, ...others]: readonly Finding[]): Finding[] {
  if (first === undefined) return [];
  const sum = (fact: string): number =>
    [first, ...others].reduce((total, { facts }) => total + Number(facts[fact]), 0);
  return [{ ...first, facts: { ...first.facts, count: sum('count'), stamps: sum('stamps') } }];
}

/** Behind every instant, in seconds since 1970, that a stamp can name. */
const BEHIND_ALL = 1e12;

/** Where findings stand among those of other people. */
class OrderKeys {
  readonly #input: RuleInput;
  #entries: ReadonlyMap<string, TimeEntry> | undefined;
  #firstWork: ReadonlyMap<string | null, Place> | undefined;

  constructor(input: RuleInput) {
    this.#input = input;
  }

  placeOf({ record, employeeId, date, facts }: Finding, order: Order): Place {
    switch (order) {
      case 'start':
        return this.#startOf(record);
      case 'start-employees-first':
        return employeesFirst(employeeId, this.#startOf(record));
      case 'first-work':
        return this.#firstWorkOf(employeeId);
      case 'shift':
        return { at: date === null ? BEHIND_ALL : epochDayOf(date), id: record };
      case 'zone': {
        const first = String(facts.first);
        const { at } = employeesFirst(this.#entry(first)?.employeeId ?? null, this.#startOf(first));
        return { at: 0, id: `${record} ${String(BEHIND_ALL + at).padStart(14, '0')} ${first}` };
      }
    }
  }

  #entry(id: string): TimeEntry | undefined {
    this.#entries ??= new Map(this.#input.data.entries.map((entry) => [entry.id, entry]));
    return this.#entries.get(id);
  }

  #startOf(id: string): Place {
    return { at: this.#entry(id)?.start.epochSeconds ?? 0, id };
  }

  #firstWorkOf(employeeId: string | null): Place {
    this.#firstWork ??= new Map(
      personSpans(this.#input).flatMap(([first]) =>
        first ? [[first.entry.employeeId, { at: first.startEpoch, id: first.entry.id }] as const] : [],
      ),
    );
    return this.#firstWork.get(employeeId) ?? BEFORE_ALL;
  }
}

const BEFORE_ALL: Place = { at: Number.NEGATIVE_INFINITY, id: '' };

function employeesFirst(employeeId: string | null, { at, id }: Place): Place {
  return { at: employeeId === null ? at + BEHIND_ALL : at, id };
}

function comparePlaces(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
