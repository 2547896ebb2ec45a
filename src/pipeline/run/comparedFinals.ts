import type { Template } from '../../documents/template/template.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { Exported } from '../../domain/corrections/exportedLine.js';
import { type LineDifference, lineDifferences } from '../../domain/corrections/lineDifferences.js';
import { withinDays, withoutPeople } from '../../domain/corrections/withinDays.js';
import type { Period } from '../../domain/period/period.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { MARGIN_DAYS } from '../../domain/timesheet/beyondMargin.js';
import type { LedgerLink } from '../../store/ledgerLink.js';
import type { Store, StoredRead } from '../../store/store.js';
import { computePeriod } from '../compute/computePeriod.js';
import { endedByCtrlC, heardBetweenSteps } from '../endedByCtrlC.js';
import { causesByTemplate } from '../ledger/causesOfFinal.js';
import type { CorrectionBase, LinesBefore } from '../ledger/correctionBase.js';
import { byPlace, type CorrectionLine, fateOf, lineId } from '../ledger/correctionLines.js';
import type { PeriodInputs } from '../ledger/correctionSides.js';
import { earlierPay, type FreshDays, withFreshDays } from '../ledger/earlierPayInLedger.js';
import { batchesOf, exportedOf, isByPerson } from '../ledger/exportedOf.js';
import type { SomePeople } from '../ledger/keptRun.js';
import { refuseFullMemory } from '../memoryGuard.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { fetchPeriod } from '../read/fetchPeriod.js';
import { recordsOfRead } from '../read/recordsOfRead.js';
import type { RunHost } from '../runHost.js';
import type { RunRequest } from '../runRequest.js';

export interface WhatIsCompared {
  readonly bases: readonly CorrectionBase[];
  /** The days whose lines are looked at. */
  readonly period: Period;
  readonly templates: readonly (TextTemplate & Template)[];
}

/** One final's days as they were exported and as they are. */
export interface ComparedFinal {
  readonly base: CorrectionBase;
  readonly computed: ComputedPeriod;
  /** Everybody's lines are many: what is asked for is read and computed again. */
  readonly linesOf: (template: TextTemplate & Template, people: SomePeople) => Promise<ComparedLines>;
}

/** Lines of a template and some people, without those whose content is gone. */
export interface ComparedLines extends LinesBefore {
  readonly fresh: Exported;
}

export interface ComparedFinals {
  readonly prepared: PreparedRun;
  readonly read: StoredRead;
  readonly requests: number;
  readonly finals: readonly ComparedFinal[];
  readonly lines: readonly CorrectionLine[];
}

/** One read over the days of all finals, and what each of them would export today. */
export async function comparedFinals(
  host: RunHost,
  request: RunRequest,
  prepared: PreparedRun,
  store: Store,
  { bases, period, templates }: WhatIsCompared,
): Promise<ComparedFinals> {
  const days = spanOf(bases);
  const fetched = await fetchPeriod(
    host,
    {
      prepared: { ...prepared, period: days },
      periodText: request.periodText,
      marginDays: MARGIN_DAYS,
      read: request.read,
      mayUseStoredRead: request.state === 'draft',
    },
    store,
  );
  const purged = new Set(bases.flatMap((base) => [...base.purged])).size;
  if (purged > 0) {
    host.terminal.alert(
      purged === 1
        ? '1 person was purged from these days: nobody can say what they were paid, and there are no corrections for them.'
        : `${purged} people were purged from these days: nobody can say what they were paid, and there are no corrections for them.`,
    );
  }
  const { read, requests } = fetched;
  const compared = await compareRead(store, read.readId, prepared, {
    bases,
    period,
    templates,
    accepted: request.accepted,
    version: host.context.version,
    nowMs: host.context.clock.nowMs(),
    links: store.ledger.links(prepared.employer.employerId),
  });
  return { prepared, read, requests, ...compared };
}

export interface ReadComparison extends WhatIsCompared {
  readonly accepted: RunRequest['accepted'];
  /** Of the program. */
  readonly version: string;
  readonly nowMs: number;
  /** Of the employer, those that the comparison may know of. */
  readonly links: readonly LedgerLink[];
}

/** What each of some finals would export from a read that the store has, beside what it exported. */
export async function compareRead(
  store: Store,
  readId: string,
  prepared: Omit<PreparedRun, 'clientSecret'>,
  { bases, period, templates, accepted, version, nowMs, links }: ReadComparison,
): Promise<Pick<ComparedFinals, 'finals' | 'lines'>> {
  // What this correction finds on days of one final counts in the balances of the next.
  const fresh: FreshDays[] = [];
  const earlier = withFreshDays(earlierPay(store, links), fresh);
  const records = { ...recordsOfRead(store, readId, prepared.config), earlier };
  const now: PeriodInputs = { records, prepared, version, tzdata: tzdataVersion };
  const employerId = prepared.employer.employerId;
  const finals: ComparedFinal[] = [];
  const lines: CorrectionLine[] = [];
  for (const base of [...bases].sort(byFirstDay)) {
    const own = templates.filter(({ name }) => base.final.templates.includes(name));
    await heardBetweenSteps(prepared.apart?.signal);
    const { period: days } = base.final.link;
    const request = { state: 'final', accepted } as const;
    const computed = endedByCtrlC(() => computePeriod(records, days, prepared, request, version));
    const { people } = computed;
    fresh.push({ ...base.final.link.period, people, purged: base.purged });
    const linesOf = linesOfFinal(base, computed, prepared);
    finals.push({ base, computed: withPlaces(computed, base), linesOf });
    const differences: LineDifference[] = [];
    for (const template of own)
      for (const some of comparedAtOnce(base, computed, template)) {
        refuseFullMemory();
        const { before, fresh: now } = await linesOf(template, some);
        for (const difference of withinDays(lineDifferences(before, now), period))
          differences.push(difference);
      }
    const causes = await causesByTemplate(store, base, own, differences, now);
    differences.forEach((difference, index) => {
      const template = own.find(({ name }) => name === difference.key.template);
      if (template === undefined) return;
      const fate = fateOf(template, difference, nowMs);
      const id = lineId(employerId, difference);
      lines.push({ id, difference, causes: causes[index] ?? [], base, template, fate });
    });
  }
  return { finals, lines: lines.sort(byPlace) };
}

/** What some people got and would get today. */
function linesOfFinal(
  base: CorrectionBase,
  computed: ComputedPeriod,
  prepared: Pick<PreparedRun, 'config' | 'apart'>,
): ComparedFinal['linesOf'] {
  return async (template, people) => {
    const ids = computed.people.ids.filter((id) => people === 'everybody' || people.has(id));
    const some = { ...computed, people: { ids, of: computed.people.of } };
    const { before, ...others } = base.linesOf(people);
    return {
      ...others,
      before: ofTemplate(withoutPeople(before, base.purged), template),
      fresh: withoutPeople(await exportedOf(some, [template], prepared), base.purged),
    };
  };
}

/** Some people after the others, where each row of the template is one person's, then and now; else all at once. */
function comparedAtOnce(
  base: CorrectionBase,
  { people }: ComputedPeriod,
  { name, spec }: TextTemplate,
): readonly SomePeople[] {
  if (!isByPerson(spec) || !base.isByPerson(name)) return ['everybody'];
  const everybody = [...new Set([...base.people, ...people.ids])].sort();
  return [...batchesOf(everybody)].map((some) => new Set(some));
}

/** A place that is gone is called what it was called when it was exported. */
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

function spanOf(bases: readonly CorrectionBase[]): Period {
  const periods = bases.map(({ final }) => final.link.period);
  const [from] = periods.map((period) => period.from).sort();
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) throw new Error('corrections need a final');
  return { from, to, label: `${from}..${to}` };
}

function ofTemplate({ lines, rows }: Exported, { name }: TextTemplate): Exported {
  const isOf = ({ template }: { readonly template: string }): boolean => template === name;
  return { lines: lines.filter(isOf), rows: rows.filter(isOf) };
}
