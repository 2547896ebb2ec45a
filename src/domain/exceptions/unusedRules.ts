import type { ColumnsOf } from '../mapping/employeeRows.js';
import type { Pay } from '../pay/computePay.js';
import type { CostCenters } from '../pay/costCenter.js';
import type { Columns } from '../pay/mappingColumns.js';
import type { PayLine } from '../pay/payLine.js';
import { type Conditions, listMinimums, type PayRules } from '../pay/payRules.js';
import {
  appliesToEntry,
  listScopedCostCenters,
  listScopedRules,
  mayApplyToEmployee,
  type ScopedRule,
} from '../pay/ruleScope.js';
import { isInside, type Period, periodDays } from '../period/period.js';
import type { TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { type Finding, finding } from './finding.js';

/** One person's part of a period. */
export interface UsedBy {
  readonly employeeId: string;
  /** The work that is paid, including estimates. */
  readonly entries: readonly TimeEntry[];
  readonly lines: readonly PayLine[];
  readonly columnsOf: ColumnsOf;
  /** The columns of each of the person's rows in the period; one undefined if there is none. */
  readonly rows: readonly Columns[];
  /** The person's work paid by other rules. */
  readonly payBy: (rules: PayRules) => Pick<Pay, 'lines'>;
  /** Whether plan or contract show on which days the person rests. */
  readonly knowsRestDays: boolean;
}

/**
 * The rules with record names that applied in a period. A rule that names a team without records is a mistake that no
 * other check finds: it is valid, but employees are paid too little.
 */
export class RuleUsage {
  readonly #watched: readonly ScopedRule[];
  /** Rules that concern at least one employee, and those that made a line; both by path. */
  readonly #concerning = new Set<string>();
  readonly #used = new Set<string>();
  /** Rules with work of the people they concern in their clock time and on their days. */
  readonly #workedThen = new Set<string>();
  readonly #rules: PayRules;
  readonly #ofRestDays: readonly RestDayRule[];
  #withoutRestDays = 0;
  #hasWork = false;
  #hasTeams = false;
  #hasTasks = false;

  constructor(rules: PayRules, costCenters: CostCenters | undefined) {
    this.#watched = [...listScopedRules(rules), ...listScopedCostCenters(costCenters)];
    this.#rules = rules;
    this.#ofRestDays = listRestDayRules(rules);
  }

  /** Adds what one person worked and is paid. @throws PaytallyError MAPPING_INVALID */
  add(used: UsedBy): void {
    const { employeeId, entries, lines, columnsOf, rows } = used;
    if (entries.length > 0 && this.#ofRestDays.length > 0 && !used.knowsRestDays) this.#withoutRestDays += 1;
    if (this.#watched.length === 0) return;
    this.#hasWork ||= entries.length > 0;
    this.#hasTeams ||= entries.some(({ teamId }) => teamId !== null);
    this.#hasTasks ||= entries.some(({ taskId }) => taskId !== null);
    for (const { rule } of lines) this.#used.add(rule);
    for (const rule of this.#watched) {
      if (this.#concerning.has(rule.path)) continue;
      const own = rule.isOfPeople
        ? rows
        : entries.flatMap((entry) => {
            const columns = columnsOf(employeeId, entry.workDate);
            return appliesToEntry(rule, entry, columns) ? [columns] : [];
          });
      if (own.some((columns) => mayApplyToEmployee(rule, employeeId, columns)))
        this.#concerning.add(rule.path);
    }
    this.#addTimes(used);
  }

  /** Pays the work by the times of the rules that have not applied yet, and by nothing else. */
  #addTimes({ entries, payBy }: UsedBy): void {
    const asked = this.#watched.filter(
      (rule) => hasTimes(rule) && !this.#used.has(rule.path) && !this.#workedThen.has(rule.path),
    );
    if (asked.length === 0 || entries.length === 0) return;
    const { lines } = payBy({
      rounding: { level: 'none', step: 1, mode: 'nearest', grace: 0 },
      breaks: { allocate: 'proportional' },
      weekStartsOn: this.#rules.weekStartsOn,
      dayStart: this.#rules.dayStart,
      base: [{ code: 'REST' }],
      loadings: asked.map(
        ({ path, on, dates, clock, reachTo, startedBefore, establishments, teams, tasks }) => ({
          code: path,
          on,
          dates,
          clock,
          reachTo,
          startedBefore,
          establishments,
          teams,
          tasks,
        }),
      ),
    });
    for (const { payCode } of lines) this.#workedThen.add(payCode);
  }

  /**
   * Rules that never applied; empty if no employee worked.
   * @param isComplete the period is final or has ended; before that, only rules whose teams or tasks have no records
   * are reported
   */
  findings(period: Period, holidays: ReadonlySet<LocalDate>, isComplete: boolean): Finding[] {
    return [...this.#unusedRules(period, holidays, isComplete), ...this.#unknownRestDays()];
  }

  /** Rules for rest days, if nothing shows on which days some people rest. */
  #unknownRestDays(): Finding[] {
    if (this.#withoutRestDays === 0) return [];
    return this.#ofRestDays.map(({ path, code }) => {
      const rule = { rule: path, payCode: code ?? '', hasPayCode: code === undefined ? 'no' : 'yes' };
      const facts = { ...rule, names: 'restday', why: 'noRestDays', count: this.#withoutRestDays };
      return finding('RULE_UNUSED', { record: `${path} restday` }, facts);
    });
  }

  #unusedRules(period: Period, holidays: ReadonlySet<LocalDate>, isComplete: boolean): Finding[] {
    if (!this.#hasWork) return [];
    return this.#watched.flatMap((rule) => {
      const why = isInForce(rule, period) ? this.#whyUnused(rule, period, holidays) : undefined;
      if (why === undefined || !(isComplete || why === 'noTeams' || why === 'noTasks')) return [];
      const { path, code, names } = rule;
      const hasPayCode = code === undefined ? 'no' : 'yes';
      const facts = { rule: path, payCode: code ?? '', hasPayCode, names, why, count: 0 };
      return [finding('RULE_UNUSED', { record: path }, facts)];
    });
  }

  #whyUnused(rule: ScopedRule, period: Period, holidays: ReadonlySet<LocalDate>): string | undefined {
    if (rule.teams !== undefined && !this.#hasTeams) return 'noTeams';
    if (rule.tasks !== undefined && !this.#hasTasks) return 'noTasks';
    if (rule.code === undefined) return undefined;
    if (rule.isOfPeople && !hasNamedDays({ ...rule, on: ['holiday'] }, period, holidays)) return undefined;
    if (!this.#concerning.has(rule.path)) return 'noMatch';
    if (rule.isSeldom || this.#used.has(rule.path) || !hasNamedDays(rule, period, holidays)) return undefined;
    if (hasTimes(rule) && !this.#workedThen.has(rule.path)) return undefined;
    return 'noMinutes';
  }
}

/** Whether a rule takes only certain times or days: without work at these times, it is not necessarily wrong. */
function hasTimes({ on, dates, clock }: ScopedRule): boolean {
  return on !== undefined || dates !== undefined || clock !== undefined;
}

interface RestDayRule {
  readonly path: string;
  /** undefined for rounding. */
  readonly code: string | undefined;
}

function listRestDayRules(rules: PayRules): RestDayRule[] {
  const { base, loadings, counts = [], rounding } = rules;
  const listed = (list: string, all: readonly (Pick<Conditions, 'on'> & { readonly code: string })[]) =>
    all.map(({ code, on }, index) => ({ path: `payRules.${list}[${index}]`, code, on }));
  return [
    { path: 'rounding', code: undefined, on: rounding.on },
    ...listed('base', base),
    ...listed('loadings', loadings),
    ...listed('counts', counts),
    ...listMinimums(rules),
  ].flatMap(({ path, code, on }) => (on?.includes('restday') === true ? [{ path, code }] : []));
}

function isInForce({ validFrom, validTo }: ScopedRule, { from, to }: Period): boolean {
  return (validFrom === undefined || validFrom <= to) && (validTo === undefined || validTo >= from);
}

/** Whether the period has a day that the rule names: in a month without holidays, a rule for holidays cannot apply. */
function hasNamedDays(
  { on, dates }: Pick<ScopedRule, 'on' | 'dates'>,
  period: Period,
  holidays: ReadonlySet<LocalDate>,
): boolean {
  const isHolidayRule = on?.every((day) => day === 'holiday') ?? false;
  if (isHolidayRule && ![...holidays].some((date) => isInside(date, period))) return false;
  if (dates === undefined) return true;
  const monthDays = new Set(dates.map((date) => (typeof date === 'string' ? date : date.date)));
  return periodDays(period).some((date) => monthDays.has(date.slice(5)));
}
