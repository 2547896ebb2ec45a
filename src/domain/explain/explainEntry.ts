import type { Reader } from '../../i18n/formatMessage.js';
import type { RatedFinding } from '../exceptions/finding.js';
import { type PortalLinks, portalUrl } from '../exceptions/portalLinks.js';
import { elapsedEntrySeconds } from '../exceptions/rule.js';
import { findingMessage } from '../exceptions/wording.js';
import { offsetChange } from '../exceptions/workRules.js';
import type { PaidEntry, PayLine } from '../pay/payLine.js';
import { isInside } from '../period/period.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { splitIntoSegments } from '../time/attribution.js';
import { isNearClockChange } from '../time/clockChanges.js';
import type { EntryZone } from '../time/entryZone.js';
import type { Stamp } from '../time/stamp.js';
import { fixedZone, formatOffset } from '../time/zone.js';
import { insideMinutes } from '../timesheet/controlTotals.js';
import type { ExcludedEntry, Timesheet, WorkedEntry } from '../timesheet/timesheet.js';
import type {
  EntryExplanation,
  PayExplanation,
  PieceExplanation,
  ShareExplanation,
  StampExplanation,
} from './explanation.js';

/** The context of an entry. */
export interface EntryContext {
  readonly timesheet: Timesheet;
  readonly establishment: string | undefined;
  readonly shift: Shift | undefined;
  readonly findings: readonly RatedFinding[];
  readonly reader: Reader | undefined;
  readonly links: PortalLinks;
  readonly paid: PaidEntry | undefined;
  readonly payLines: readonly PayLine[];
}

/** The steps of an employee's completed entry: stamps, zone, elapsed time, shares, pay. */
export function explainWorked(worked: WorkedEntry, context: EntryContext): EntryExplanation {
  const { entry, zone } = worked;
  const inside = insideMinutes(worked);
  const outside = (entry.workedMinutes ?? 0) - inside;
  const isExported = context.timesheet.exported.includes(worked);
  return {
    ...explainRecord(entry, zone, context),
    shares: sharesOf(worked, context.timesheet),
    insideMinutes: inside,
    excluded: outside === 0 && isExported ? undefined : { reason: 'outside-period', minutes: outside },
    pay: payOf(context, zone, entry),
  };
}

/** An entry that counts for no day: cancelled, open, or on a day for which planned shifts replace entries. */
export function explainExcluded({ entry, reason }: ExcludedEntry, context: EntryContext): EntryExplanation {
  return {
    ...explainRecord(entry, undefined, context),
    shares: [],
    insideMinutes: 0,
    excluded: { reason, minutes: entry.workedMinutes ?? 0 },
    pay: undefined,
  };
}

type RecordPart = Omit<EntryExplanation, 'shares' | 'insideMinutes' | 'excluded' | 'pay'>;

function explainRecord(entry: TimeEntry, zone: EntryZone | undefined, context: EntryContext): RecordPart {
  const { start, end } = entry;
  const isSpan = zone !== undefined && end !== null && end.epochSeconds >= start.epochSeconds;
  return {
    id: entry.id,
    url: portalUrl(context.links, 'timeEntry', entry.id),
    status: entry.status,
    establishment: context.establishment,
    workDate: entry.workDate,
    start: stampOf(start, zone),
    end: end === null ? undefined : stampOf(end, zone),
    zone: zone && { name: zone.zone.name, source: zone.source, clock: zone.clock.name },
    elapsedSeconds: elapsedEntrySeconds(entry),
    clockChangeSeconds: isSpan ? offsetChange(start.epochSeconds, end.epochSeconds, zone.clock) : 0,
    workedMinutes: entry.workedMinutes ?? 0,
    plannedBreakMinutes: context.shift?.breakMinutes,
    reviewedAtUtc: entry.reviewedAtUtc ?? undefined,
    shiftId: entry.shiftId ?? undefined,
    attribution: context.timesheet.policy.attribution,
    pieces: isSpan ? piecesOf(start, end, zone) : [],
    findings: context.findings.map((finding) => ({
      code: finding.code,
      message: findingMessage(finding, context.reader),
    })),
  };
}

function stampOf(stamp: Stamp, zone: EntryZone | undefined): StampExplanation {
  const mismatch = zone?.mismatches.find((each) => each.stamp === stamp);
  return {
    text: stamp.text,
    utc: clockReading(stamp.epochSeconds, 0),
    offset: formatOffset(stamp.offsetSeconds),
    tableOffset: mismatch && formatOffset(mismatch.tableOffsetSeconds),
  };
}

function piecesOf(start: Stamp, end: Stamp, zone: EntryZone): PieceExplanation[] {
  return splitIntoSegments(start.epochSeconds, end.epochSeconds, zone.clock).map((segment) => ({
    date: segment.date,
    from: clockReading(segment.startEpoch, segment.offsetSeconds),
    to: clockReading(segment.endEpoch, segment.offsetSeconds),
    offset: formatOffset(segment.offsetSeconds),
    elapsedSeconds: segment.endEpoch - segment.startEpoch,
  }));
}

function sharesOf({ entry, parts }: WorkedEntry, { period }: Timesheet): ShareExplanation[] {
  const working = explainAllocation(
    entry.workedMinutes ?? 0,
    parts.map(({ elapsedSeconds }) => elapsedSeconds),
  );
  return parts.flatMap(({ date, elapsedSeconds }, index) => {
    const share = working[index];
    return share === undefined ? [] : [{ date, elapsedSeconds, ...share, isInside: isInside(date, period) }];
  });
}

function payOf(
  { paid, payLines }: EntryContext,
  zone: EntryZone | undefined,
  { start }: TimeEntry,
): PayExplanation | undefined {
  if (paid === undefined) return undefined;
  const offsetAt = (epoch: number): number => zone?.clock.offsetAt(epoch) ?? start.offsetSeconds;
  const zones = [zone?.clock ?? fixedZone(start.offsetSeconds)];
  const isNear = payLines
    .flatMap(({ fromEpoch, toEpoch }) => [fromEpoch, toEpoch])
    .some((epochSeconds) =>
      isNearClockChange(zones, { epochSeconds, offsetSeconds: offsetAt(epochSeconds) }),
    );
  // An end exactly at a clock change is shown with the clock time before the change.
  const reading = (epoch: number, offsetFrom: number): string => {
    const offsetSeconds = offsetAt(offsetFrom);
    return `${clockReading(epoch, offsetSeconds)}${isNear ? ` ${formatOffset(offsetSeconds)}` : ''}`;
  };
  return {
    paidMinutes: paid.paidMinutes,
    adjustments: paid.adjustments,
    lines: payLines.map(
      ({ date, payCode, kind, minutes, quantity, rule, overtime, fromEpoch, toEpoch, spanSeconds }) => {
        return {
          date,
          payCode,
          kind,
          minutes,
          rule,
          overtime,
          quantity,
          from: reading(fromEpoch, fromEpoch),
          to: reading(toEpoch, Math.max(fromEpoch, toEpoch - 1)),
          spanMinutes: Math.floor(spanSeconds / 60),
        };
      },
    ),
  };
}

/** The clock time at an instant with the offset: `2026-10-24 22:00`, with seconds if not zero. */
function clockReading(epochSeconds: number, offsetSeconds: number): string {
  const text = new Date((epochSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(':00') ? text.slice(0, 16) : text;
}

/** One part's share by largest remainder, with its working. */
interface WorkedShare {
  readonly wholeMinutes: number;
  readonly remainder: number;
  readonly divisor: number;
  readonly gotExtraMinute: boolean;
  readonly minutes: number;
}

/**
 * A second, independent implementation of `allocate`, so that an explanation that differs from the result is detected:
 * floors first, then a minute each to the largest remainders, ties to the earliest.
 */
export function explainAllocation(total: number, weights: readonly number[]): WorkedShare[] {
  const divisor = weights.reduce((sum, weight) => sum + weight, 0);
  if (divisor === 0) return weights.map((_, index) => alone(index === 0 ? total : 0));
  const exact = weights.map((weight) => BigInt(weight) * BigInt(total));
  const whole = exact.map((product) => Number(product / BigInt(divisor)));
  const remainders = exact.map((product) => Number(product % BigInt(divisor)));
  const missing = total - whole.reduce((sum, minutes) => sum + minutes, 0);
  return weights.map((_, index) => {
    const own = remainders[index] ?? 0;
    const before = remainders.filter((other, at) => other > own || (other === own && at < index)).length;
    const gotExtraMinute = before < missing;
    const wholeMinutes = whole[index] ?? 0;
    const minutes = wholeMinutes + (gotExtraMinute ? 1 : 0);
    return { wholeMinutes, remainder: own, divisor, gotExtraMinute, minutes };
  });
}

function alone(minutes: number): WorkedShare {
  return { wholeMinutes: minutes, remainder: 0, divisor: 0, gotExtraMinute: false, minutes };
}
