import type { Template } from '../../documents/template/template.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { Exported } from '../../domain/corrections/exportedLine.js';
import { withoutPeople } from '../../domain/corrections/lineDifferences.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { computePeriod } from '../compute/computePeriod.js';
import type { RenderInputs } from '../compute/employerInputs.js';
import type { CorrectionBase, LinesBefore } from '../ledger/correctionBase.js';
import type { FreshDays } from '../ledger/earlierBalances.js';
import { type LedgerPay, readEarlierPay, withFreshDays } from '../ledger/earlierPay.js';
import {
  collectExported,
  isByPerson,
  PAY_LINES,
  payLineRows,
  splitIntoBatches,
} from '../ledger/exportedLines.js';
import type { SomePeople } from '../ledger/keptRun.js';
import type { PeriodInputs } from './causesByTemplate.js';
import {
  inLayoutOf,
  isLayoutChanged,
  isNamedByEarlierVersion,
  rowsOfEarlierVersions,
} from './changedLayout.js';

/** One final's days as exported and as computed now. */
export interface ComparedFinal {
  readonly base: CorrectionBase;
  readonly computed: ComputedPeriod;
  /** The lines of all employees take much memory: requested lines are read and computed again. */
  readonly linesOf: (template: TextTemplate & Template, people: SomePeople) => Promise<ComparedLines>;
  /** The recorded lines alone, in today's layout. */
  readonly linesBefore: (template: TextTemplate & Template, people: SomePeople) => Promise<LinesBefore>;
  /** Whether a template had another layout when one of these runs was made. */
  readonly isLayoutChanged: (template: TextTemplate) => boolean;
}

/** Lines of a template and some people, without those whose content was deleted. */
export interface ComparedLines extends LinesBefore {
  readonly fresh: Exported;
}

/** The finals to compute again, and what they are computed with. */
export interface FinalsToOpen {
  readonly bases: readonly CorrectionBase[];
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Version of the program. */
  readonly version: string;
  /** The employer's links that the comparison may use. */
  readonly links: readonly LedgerLink[];
}

/** What each of some finals would be today, from one read. */
export async function openFinals(
  store: Store,
  readId: string,
  prepared: RenderInputs,
  { bases, accepted, version, links }: FinalsToOpen,
): Promise<{
  readonly now: PeriodInputs;
  readonly made: readonly ComparedFinal[];
  /** The ledger with the days of these finals as computed now. */
  readonly earlier: LedgerPay;
}> {
  // This correction's differences on days of one final count in the balances of the next.
  const fresh: FreshDays[] = [];
  const earlier = withFreshDays(readEarlierPay(store, links, fresh), fresh);
  const records = { ...loadPeriodRecords(store, readId, prepared.config), earlier };
  const made: ComparedFinal[] = [];
  for (const base of [...bases].sort(byFirstDay)) {
    await pauseForInterrupt(prepared.signal);
    const { period: days } = base.final.link;
    const request = { state: 'final', accepted } as const;
    const computed = runInterruptible(() => computePeriod(records, days, prepared, request, version));
    const { people, accounts = new Map() } = computed;
    fresh.push({ ...days, people, accounts, purged: base.purged });
    made.push(compareFinal(base, computed, prepared));
  }
  return { now: { records, prepared, version, tzdata: tzdataVersion }, made, earlier };
}

/** A final with its exported and current lines. A removed place keeps its name from the export. */
function compareFinal(
  base: CorrectionBase,
  computedNow: ComputedPeriod,
  prepared: Pick<RenderInputs, 'config' | 'signal'>,
): ComparedFinal {
  const computed = withPlaces(computedNow, base);
  const isChanged = (template: TextTemplate) =>
    template.name !== PAY_LINES && isLayoutChanged(template, prepared.config, base.runs);
  const isOther = (template: TextTemplate, { before }: LinesBefore, fresh: Exported) =>
    isChanged(template) || (template.name !== PAY_LINES && isNamedByEarlierVersion(before, fresh));
  const freshOf = async (template: TextTemplate & Template, people: SomePeople): Promise<Exported> => {
    const ids = computed.people.ids.filter((id) => people === 'all' || people.has(id));
    const some = { ...computed, people: { ids, of: computed.people.of } };
    const fresh = await collectExported(some, [template], prepared);
    return ofTemplate(withoutPeople(fresh, base.purged), template);
  };
  const keptOf = (template: TextTemplate, people: SomePeople): LinesBefore => {
    const { before, settled, inFiles } = base.linesOf(people);
    const own = (part: Exported) => ofTemplate(withoutPeople(part, base.purged), template);
    return { before: own(before), settled: own(settled), inFiles: own(inFiles) };
  };
  return {
    base,
    computed,
    isLayoutChanged: isChanged,
    linesOf: async (template, people) => {
      const fresh = await freshOf(template, people);
      const kept = keptOf(template, people);
      return { fresh, ...(isOther(template, kept, fresh) ? inLayoutOf(template, kept, fresh) : kept) };
    },
    linesBefore: async (template, people) => {
      const kept = keptOf(template, people);
      if (!isChanged(template) && rowsOfEarlierVersions(kept.before).length === 0) return kept;
      const fresh = await freshOf(template, people);
      return isOther(template, kept, fresh) ? inLayoutOf(template, kept, fresh) : kept;
    },
  };
}

/** In batches of people if each row of the template belongs to one person, then and now; otherwise all at once. */
export function comparedAtOnce(
  { base, computed }: ComparedFinal,
  { name, spec }: TextTemplate,
): readonly SomePeople[] {
  if (!isByPerson(spec) || !base.isByPerson(name)) return ['all'];
  const ids = [...new Set([...base.people, ...computed.people.ids])].sort();
  return [...splitIntoBatches(ids)].map((some) => new Set(some));
}

/** A removed place keeps its name from the export. */
function withPlaces(computed: ComputedPeriod, { places }: CorrectionBase): ComputedPeriod {
  const { establishments } = computed.data;
  const listed = new Set(establishments.map(({ id }) => id));
  const gone = [...places.values()].filter(({ id }) => !listed.has(id));
  return { ...computed, data: { ...computed.data, establishments: [...establishments, ...gone] } };
}

function byFirstDay(a: CorrectionBase, b: CorrectionBase): number {
  const [first, second] = [a.final.link.period.from, b.final.link.period.from];
  return first < second ? -1 : first > second ? 1 : 0;
}

function ofTemplate({ lines, rows, records }: Exported, { name }: TextTemplate): Exported {
  const isOf = ({ template }: { readonly template: string }): boolean => template === name;
  const own = { lines: lines.filter(isOf), rows: rows.filter(isOf), records: records.filter(isOf) };
  return name === PAY_LINES ? payLineRows(own) : own;
}
