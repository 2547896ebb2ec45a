import type { LocalDate } from '../time/localDate.js';
import { clockSeconds } from './clockTime.js';
import { type CompiledRule, compileRules } from './compiledRule.js';
import type { PayRules } from './payRules.js';
import { RuleSet } from './ruleSet.js';
import type { DayTerms } from './takesPiece.js';

/** The rules of a configuration, and which of them concern whom. */
export class RuleSets {
  readonly whole: RuleSet;
  /** Base rules, loadings and counts. */
  readonly all: readonly CompiledRule[];
  /** Rules ask for places, teams, tasks or people: not every rule concerns every entry. */
  readonly isSelective: boolean;
  readonly hasStreaks: boolean;
  readonly holidays: ReadonlySet<LocalDate>;
  readonly #terms: Omit<DayTerms, 'clock'>;
  readonly #sets = new Map<string, RuleSet>();

  constructor(rules: PayRules, holidays: ReadonlySet<LocalDate>) {
    const compiled = compileRules(rules);
    this.holidays = holidays;
    this.#terms = { holidays, dayStart: rules.dayStart === undefined ? 0 : clockSeconds(rules.dayStart) };
    this.whole = new RuleSet(compiled, this.#terms);
    this.all = [...compiled.base, ...compiled.loadings, ...compiled.counts];
    this.isSelective = this.all.some(({ establishments, teams, tasks, employees }) =>
      [establishments, teams, tasks, employees].some((condition) => condition !== undefined),
    );
    this.hasStreaks = this.all.some(({ consecutiveDay }) => consecutiveDay > 0);
  }

  /** Those of `all` that apply. */
  some(applies: readonly boolean[]): RuleSet {
    const key = applies.join();
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const left = new Set(this.all.filter((_, index) => applies[index] === true));
    const { base, loadings, counts } = this.whole;
    const kept = <Rule extends CompiledRule>(rules: readonly Rule[]): readonly Rule[] =>
      rules.filter((rule) => left.has(rule));
    const set = new RuleSet(
      { base: kept(base), loadings: kept(loadings), counts: kept(counts) },
      this.#terms,
    );
    this.#sets.set(key, set);
    return set;
  }
}
