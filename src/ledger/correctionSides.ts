import { computePeriod } from '../compute/computePeriod.js';
import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import { type ComputedLine, type Exported, lineKeyText } from '../domain/corrections/exportedLine.js';
import type { Surrounding } from '../domain/corrections/findCauses.js';
import { addQuantities, type RecordsWithEarlierPay } from '../domain/pay/payLine.js';
import type { Period } from '../domain/period/period.js';
import type { Template } from '../render/template/template.js';
import type { PreparedRun } from '../run.js';
import { pauseForInterrupt, runInterruptible } from '../runtime/interruption.js';
import type { Side } from './correctionCauses.js';
import { exportedWithParts } from './exportedOf.js';
import { absentIn } from './snapshot.js';

/** What a period is computed from. */
export interface PeriodInputs {
  readonly records: RecordsWithEarlierPay;
  readonly prepared: Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences' | 'apart'>;
  readonly version: string;
  readonly tzdata: string;
}

/** A period of some people, or of everybody, with what the files of some templates give them. */
export async function sideOf(
  { records, prepared, version }: PeriodInputs,
  period: Period,
  templates: readonly Template[],
  people: ReadonlySet<string> | 'everybody',
): Promise<Side & { readonly computed: ComputedPeriod }> {
  const some =
    people === 'everybody'
      ? records
      : { ...records, personIds: records.personIds.filter((id) => people.has(id)) };
  const request = { state: 'final', accepted: new Map() } as const;
  await pauseForInterrupt(prepared.apart?.signal);
  const own = people === 'everybody' ? prepared : withAbsencesOf(people, prepared);
  const computed = runInterruptible(() => computePeriod(some, period, own, request, version));
  return { computed, records, exported: await exportedWithParts(computed, templates, own) };
}

/** Leave of others would bring them back: of somebody who was purged, templates lack what they need. */
function withAbsencesOf(
  people: ReadonlySet<string>,
  prepared: PeriodInputs['prepared'],
): PeriodInputs['prepared'] {
  const { absences, mapping } = prepared;
  const whose = absentIn(mapping.employees);
  const rows = absences.rows.filter((row) => people.has(row.employee) || people.has(whose(row)));
  return { ...prepared, absences: { ...absences, rows } };
}

/**
 * Today's inputs, but for one thing that is as it was; undefined where it is the same anyway. What the program and its
 * tables changed cannot be taken back: there the inputs of then are computed anew. Where both are others, nobody can
 * tell their parts: both are causes.
 */
export function inputsWithout(
  surrounding: Surrounding,
  now: PeriodInputs,
  then: PeriodInputs,
): PeriodInputs | undefined {
  const { records, prepared } = now;
  const { facts } = records;
  switch (surrounding) {
    case 'absence':
      return isSame(prepared.absences.rows, then.prepared.absences.rows)
        ? undefined
        : { ...now, prepared: { ...prepared, absences: then.prepared.absences } };
    case 'mapping': {
      const { payCodes, costCenters } = then.prepared.config;
      const config = { ...prepared.config, payCodes, costCenters };
      const isAlike =
        isSame([...prepared.mapping.employees.byId], [...then.prepared.mapping.employees.byId]) &&
        isSame(prepared.config, config);
      return isAlike
        ? undefined
        : { ...now, prepared: { ...prepared, config, mapping: then.prepared.mapping } };
    }
    case 'rule': {
      const { attribution, dst, rounding, breaks, minimumPaid, join, payRules } = then.prepared.config;
      const config = { ...prepared.config, attribution, dst, rounding, breaks, minimumPaid, join, payRules };
      return isSame(prepared.config, config) ? undefined : { ...now, prepared: { ...prepared, config } };
    }
    case 'holiday': {
      const { holidays } = then.records.facts;
      return isSame(facts.holidays, holidays)
        ? undefined
        : { ...now, records: { ...records, facts: { ...facts, holidays } } };
    }
    case 'zone': {
      const zones = new Map(then.records.facts.establishments.map(({ id, zone }) => [id, zone]));
      const establishments = facts.establishments.map((place) => ({
        ...place,
        zone: zones.has(place.id) ? zones.get(place.id) : place.zone,
      }));
      return isSame(facts.establishments, establishments)
        ? undefined
        : { ...now, records: { ...records, facts: { ...facts, establishments } } };
    }
    case 'plan':
      return {
        ...now,
        records: {
          ...records,
          of: (id) => {
            const { shifts, relatedShifts } = then.records.of(id);
            return { ...records.of(id), shifts, relatedShifts };
          },
        },
      };
    case 'balance': {
      const { payRules } = prepared.config;
      const looksBack = payRules?.reference !== undefined || (payRules?.counters ?? []).length > 0;
      const { earlier } = then.records;
      return looksBack ? { ...now, records: { ...records, earlier } } : undefined;
    }
    case 'tzdata':
      return now.tzdata === then.tzdata ? undefined : then;
    case 'program':
      return now.version === then.version ? undefined : then;
  }
}

/**
 * What another program made of the same inputs, put on today's lines: a line moves where it computes them otherwise
 * than they were exported.
 */
export function movedByProgram(
  now: Exported<ComputedLine>,
  again: Exported<ComputedLine>,
  before: Exported,
): Exported<ComputedLine> {
  const exported = new Map(before.lines.map((line) => [lineKeyText(line), line.amount]));
  const moved = new Map(
    again.lines.map((line) => [
      lineKeyText(line),
      addQuantities(line.amount, -(exported.get(lineKeyText(line)) ?? 0)),
    ]),
  );
  const lines = now.lines.map((line) => ({
    ...line,
    amount: addQuantities(line.amount, -(moved.get(lineKeyText(line)) ?? 0)),
  }));
  return { lines, rows: now.rows };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
