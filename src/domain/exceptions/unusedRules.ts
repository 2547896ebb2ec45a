import { appliesToEmployee, appliesToEntry } from '../pay/appliesToEntry.js';
import type { Conditions } from '../pay/conditions.js';
import type { CostCenters } from '../pay/costCenter.js';
import type { ColumnsOf } from '../pay/mappingColumns.js';
import type { PayLine } from '../pay/payLine.js';
import { minimumsOf, type PayRules } from '../pay/payRules.js';
import { isInside, type Period, periodDays } from '../period/period.js';
import type { TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { Finding } from './finding.js';

/** What names records: places, teams, tasks, or values in columns of the mapping file. */
type Naming = Pick<Conditions, 'establishments' | 'teams' | 'tasks' | 'employees'>;

/** A rule that names records, and what has been seen of it so far. */
interface WatchedRule extends Naming, Pick<Conditions, 'validFrom' | 'validTo' | 'on' | 'dates'> {
  readonly path: string;
  /** undefined for cost centres. */
  readonly code: string | undefined;
  /** Concerning somebody is enough: that overtime, a minimum or a pause never came up says nothing of the names. */
  readonly isSeldom: boolean;
  /** It pays days without work, so it concerns people and not their entries. */
  readonly isOfPeople: boolean;
}

/** One person's part of a period. */
export interface UsedBy {
  readonly employeeId: string;
  /** The work that is paid, estimates included. */
  readonly entries: readonly TimeEntry[];
  readonly lines: readonly PayLine[];
  readonly columnsOf: ColumnsOf;
}

/**
 * Which rules that name records have applied in a period. A rule that names a team which no record has is a slip that
 * nothing else shows: it is valid, it costs nothing, and somebody is paid too little.
 */
export class RuleUse {
  readonly #watched: readonly WatchedRule[];
  /** Rules that concern somebody, and those that made a line; both by path. */
  readonly #concerning = new Set<string>();
  readonly #used = new Set<string>();
  #hasWork = false;
  #hasTeams = false;
  #hasTasks = false;

  constructor(rules: PayRules, costCenters: CostCenters | undefined) {
    this.#watched = [...watchedRules(rules), ...watchedCostCenters(costCenters)];
  }

  /** Adds what one person worked and is paid. @throws PaytallyError MAPPING_INVALID */
  add({ employeeId, entries, lines, columnsOf }: UsedBy): void {
    if (this.#watched.length === 0) return;
    this.#hasWork ||= entries.length > 0;
    this.#hasTeams ||= entries.some(({ teamId }) => teamId !== null);
    this.#hasTasks ||= entries.some(({ taskId }) => taskId !== null);
    for (const { rule } of lines) this.#used.add(rule);
    for (const rule of this.#watched) {
      if (this.#concerning.has(rule.path)) continue;
      const concerns = rule.isOfPeople
        ? appliesToEmployee(rule, employeeId, columnsOf)
        : entries.some((entry) => appliesToEntry(rule, entry, columnsOf));
      if (concerns) this.#concerning.add(rule.path);
    }
  }

  /**
   * Rules that never applied; none where nobody worked. @param isComplete the period is final or over: before that it is
   * told only that teams or tasks are nowhere to be seen.
   */
  findings(period: Period, holidays: ReadonlySet<LocalDate>, isComplete: boolean): Finding[] {
    if (!this.#hasWork) return [];
    return this.#watched.flatMap((rule) => {
      const why = isInForce(rule, period) ? this.#whyUnused(rule, period, holidays) : undefined;
      if (why === undefined || !(isComplete || why === 'no-teams' || why === 'no-tasks')) return [];
      const facts = { rule: rule.path, payCode: rule.code ?? '', names: namesOf(rule), why };
      return [{ code: 'RULE_UNUSED' as const, employeeId: null, date: null, record: rule.path, facts }];
    });
  }

  #whyUnused(rule: WatchedRule, period: Period, holidays: ReadonlySet<LocalDate>): string | undefined {
    if (rule.teams !== undefined && !this.#hasTeams) return 'no-teams';
    if (rule.tasks !== undefined && !this.#hasTasks) return 'no-tasks';
    if (rule.code === undefined) return undefined;
    if (rule.isOfPeople && !hasItsDays({ ...rule, on: ['holiday'] }, period, holidays)) return undefined;
    if (!this.#concerning.has(rule.path)) return 'no-match';
    if (rule.isSeldom || this.#used.has(rule.path) || !hasItsDays(rule, period, holidays)) return undefined;
    return 'no-minutes';
  }
}

function watchedRules(rules: PayRules): WatchedRule[] {
  const { base, loadings, counts = [], notWorked = [] } = rules;
  const listed = <Rule extends Conditions & { readonly code: string }>(
    list: string,
    all: readonly Rule[],
    isSeldom: (rule: Rule) => boolean,
    isOfPeople = false,
  ): WatchedRule[] =>
    all.map((rule, index) => ({
      ...rule,
      path: `payRules.${list}[${index}]`,
      isSeldom: isSeldom(rule),
      isOfPeople,
    }));
  return [
    ...listed('base', base, ({ over }) => over !== undefined),
    ...listed('loadings', loadings, () => false),
    ...listed('counts', counts, ({ per }) => per === 'gap' || per === 'rest'),
    ...minimumsOf(rules).map((minimum) => ({ ...minimum, isSeldom: true, isOfPeople: false })),
    ...listed('notWorked', notWorked, () => true, true),
  ].filter(({ establishments, teams, tasks, employees }) =>
    [establishments, teams, tasks, employees].some((named) => named !== undefined),
  );
}

/** Ids of places that nobody worked at are no slip here: a cost centre takes nothing away. */
function watchedCostCenters(costCenters: CostCenters | undefined): WatchedRule[] {
  const common = { code: undefined, isSeldom: true, isOfPeople: false };
  const [teams, tasks] = [Object.keys(costCenters?.teams ?? {}), Object.keys(costCenters?.tasks ?? {})];
  return [
    ...(teams.length === 0 ? [] : [{ ...common, path: 'costCenters.teams', teams }]),
    ...(tasks.length === 0 ? [] : [{ ...common, path: 'costCenters.tasks', tasks }]),
  ];
}

function isInForce({ validFrom, validTo }: WatchedRule, { from, to }: Period): boolean {
  return (validFrom === undefined || validFrom <= to) && (validTo === undefined || validTo >= from);
}

/** Whether the period has a day that the rule names; a month without a holiday says nothing of a rule for holidays. */
function hasItsDays(
  { on, dates }: Pick<WatchedRule, 'on' | 'dates'>,
  period: Period,
  holidays: ReadonlySet<LocalDate>,
): boolean {
  const isHolidayRule = on?.every((day) => day === 'holiday') ?? false;
  if (isHolidayRule && ![...holidays].some((date) => isInside(date, period))) return false;
  if (dates === undefined) return true;
  const monthDays = new Set(dates.map((date) => (typeof date === 'string' ? date : date.date)));
  return periodDays(period).some((date) => monthDays.has(date.slice(5)));
}

const MOST_NAMED = 3;

/** As the configuration has it: `tasks: on-call, travel; employees.grade: A`. */
function namesOf({ establishments, teams, tasks, employees = {} }: Naming): string {
  const lists: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['establishments', establishments],
    ['teams', teams],
    ['tasks', tasks],
  ];
  const columns = Object.entries(employees).map(([column, condition]) => {
    const { from, before } = condition as { readonly from?: string; readonly before?: string };
    const values = isList(condition) ? condition : [from && `from ${from}`, before && `before ${before}`];
    return [`employees.${column}`, values.filter((value) => value !== undefined)] as const;
  });
  return [...lists, ...columns]
    .flatMap(([key, ids]) => (ids === undefined ? [] : [`${key}: ${shortened(ids)}`]))
    .join('; ');
}

function shortened(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).join(', ');
  return ids.length > MOST_NAMED ? `${shown} … (${ids.length})` : shown;
}

/** `Array.isArray` does not see through `readonly`. */
function isList(condition: object): condition is readonly string[] {
  return Array.isArray(condition);
}
