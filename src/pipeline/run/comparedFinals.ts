import type { Template } from '../../documents/template/template.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { Cause } from '../../domain/corrections/causes.js';
import { type Exported, rowKeyText } from '../../domain/corrections/exportedLine.js';
import { type LineDifference, lineDifferences } from '../../domain/corrections/lineDifferences.js';
import { withinDays, withoutPeople } from '../../domain/corrections/withinDays.js';
import { groupBy } from '../../domain/groupBy.js';
import type { Period } from '../../domain/period/period.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { MARGIN_DAYS } from '../../domain/timesheet/beyondMargin.js';
import type { Store, StoredRead } from '../../store/store.js';
import { computePeriod } from '../compute/computePeriod.js';
import type { CorrectionBase, CountedRun } from '../ledger/correctionBase.js';
import { correctionCauses } from '../ledger/correctionCauses.js';
import { type CorrectionLine, lineId } from '../ledger/correctionLines.js';
import { type Inputs, inputsWithout, movedByProgram, sideOf } from '../ledger/correctionSides.js';
import { exportedOf } from '../ledger/exportedOf.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { fetchPeriod } from '../read/fetchPeriod.js';
import { recordsOfRead } from '../read/recordsOfRead.js';
import type { RunHost } from '../runHost.js';
import type { RunRequest } from '../runRequest.js';

export interface Comparison {
  readonly bases: readonly CorrectionBase[];
  readonly period: Period;
  readonly templates: readonly (TextTemplate & Template)[];
}

/** One final's days as they were exported and as they are. */
export interface ComparedFinal {
  readonly base: CorrectionBase;
  readonly computed: ComputedPeriod;
  readonly fresh: Exported;
  readonly before: Exported;
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
  { bases, period, templates }: Comparison,
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
      `${purged === 1 ? '1 person was' : `${purged} people were`} purged from these days: nobody can say what they were paid, and there are no corrections for them.`,
    );
  }
  const { read, requests } = fetched;
  const compared = compareRead(store, read.readId, prepared, {
    bases,
    period,
    templates,
    accepted: request.accepted,
    version: host.context.version,
    nowMs: host.context.clock.nowMs(),
  });
  return { prepared, read, requests, ...compared };
}

export interface ReadComparison extends Comparison {
  readonly accepted: RunRequest['accepted'];
  /** Of the program. */
  readonly version: string;
  readonly nowMs: number;
}

/** What each of some finals would export from a read that the store has, beside what it exported. */
export function compareRead(
  store: Store,
  readId: string,
  prepared: Omit<PreparedRun, 'clientSecret'>,
  { bases, period, templates, accepted, version, nowMs }: ReadComparison,
): Pick<ComparedFinals, 'finals' | 'lines'> {
  const records = recordsOfRead(store, readId, prepared.config);
  const now: Inputs = { records, prepared, version, tzdata: tzdataVersion };
  const employerId = prepared.employer.employerId;
  const finals: ComparedFinal[] = [];
  const lines: CorrectionLine[] = [];
  for (const base of bases) {
    const own = templates.filter(({ name }) => base.final.templates.includes(name));
    const computed = computePeriod(
      records,
      base.final.link.period,
      prepared,
      { state: 'final', accepted },
      version,
    );
    const whole = exportedOf(computed, own, prepared.config);
    const fresh = withoutPeople(whole, base.purged);
    const before = ofTemplates(withoutPeople(base.before, base.purged), own);
    finals.push({ base, computed, fresh, before });
    const differences = withinDays(lineDifferences(before, fresh), period);
    const causes = causesByTemplate(store, base, own, differences, now, before);
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

function ofTemplates(sum: Exported, templates: readonly TextTemplate[]): Exported {
  const names = new Set(templates.map(({ name }) => name));
  return {
    lines: sum.lines.filter(({ template }) => names.has(template)),
    rows: sum.rows.filter(({ template }) => names.has(template)),
  };
}

/** Templates can have been corrected apart: each is compared with the newest run that had it. */
function causesByTemplate(
  store: Store,
  base: CorrectionBase,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: Inputs,
  before: Exported,
): readonly Cause[][] {
  const causes = differences.map((): Cause[] => []);
  const indexed = differences.map((difference, index) => ({ difference, index }));
  const groups = groupBy(indexed, ({ difference }) => base.newestWith(difference.key.template).link.runId);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const run = base.newestWith(first.difference.key.template);
    const names = new Set(group.map(({ difference }) => difference.key.template));
    const own = templates.filter(({ name }) => names.has(name));
    const found = causesOfGroup(
      store,
      base,
      run,
      own,
      group.map(({ difference }) => difference),
      now,
      before,
    );
    group.forEach(({ index }, at) => {
      causes[index] = found[at] ?? [];
    });
  }
  return causes;
}

function causesOfGroup(
  store: Store,
  base: CorrectionBase,
  run: CountedRun,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: Inputs,
  before: Exported,
): Cause[][] {
  const people = new Set(differences.map(({ key }) => key.employeeId));
  const { period } = base.final.link;
  const then = inputsOf(store, run, now.prepared);
  const today = sideOf(now, period, templates, people);
  return correctionCauses(differences, {
    now: today,
    earlier: sideOf(then, period, templates, people),
    estimatedFrom: run.snapshot.config.estimateFrom,
    without: (surrounding, some) => {
      const inputs = inputsWithout(surrounding, now, then);
      if (inputs === undefined) return undefined;
      const { exported } = sideOf(inputs, period, templates, some);
      return inputs === then ? movedByProgram(today.exported, exported, before) : exported;
    },
  });
}

/** What a run that counts was computed from. @throws PaytallyError STORE_UNUSABLE where its read is gone */
function inputsOf(store: Store, { link, snapshot }: CountedRun, prepared: Inputs['prepared']): Inputs {
  const readId = store.run(link.runId)?.readId ?? '';
  return {
    records: recordsOfRead(store, readId, snapshot.config),
    prepared: {
      ...prepared,
      config: snapshot.config,
      mapping: { ...prepared.mapping, employees: snapshot.mapping },
      absences: { ...prepared.absences, rows: snapshot.absences },
    },
    version: snapshot.version,
    tzdata: snapshot.tzdata,
  };
}

const YEAR_DIGITS = 4;

/** A target that takes corrections of some years only, or none at all, leaves the line to people. */
function fateOf({ spec }: TextTemplate, { key }: LineDifference, nowMs: number): CorrectionLine['fate'] {
  if (spec.corrections === 'none') return 'by-hand';
  const oldest = new Date(nowMs).getUTCFullYear() - (spec.horizon?.previousYears ?? Number.POSITIVE_INFINITY);
  return Number(key.date.slice(0, YEAR_DIGITS)) < oldest ? 'beyond-horizon' : 'file';
}

function byPlace(a: CorrectionLine, b: CorrectionLine): number {
  const order = (line: CorrectionLine) =>
    JSON.stringify([
      line.difference.key.template,
      line.difference.key.employeeId,
      line.difference.key.date,
      line.difference.key.payCode,
      rowKeyText(line.difference.key),
    ]);
  return order(a) < order(b) ? -1 : 1;
}
