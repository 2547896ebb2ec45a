import type { Context } from '../../context.js';
import type { Template } from '../../documents/template/template.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { lineKeyText } from '../../domain/corrections/exportedLine.js';
import {
  differencesWithin,
  findLineDifferences,
  type LineDifference,
  OpenPayLines,
  type PayLineDifference,
  selectDifferences,
} from '../../domain/corrections/lineDifferences.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { isInside, type Period, spanOf } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { message } from '../../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { fetchPeriod } from '../../sources/staging/fetchPeriod.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import type { Store, StoredRead } from '../../store/store.js';
import type { RenderInputs } from '../compute/employerInputs.js';
import type { PreparedRun } from '../export/prepareRun.js';
import { todayOf } from '../export/runHost.js';
import { isPlanned } from '../ledger/changedSince.js';
import { type CorrectionBase, findPayrollFinals, withTemplates } from '../ledger/correctionBase.js';
import { readEarlierPay } from '../ledger/earlierPay.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { activeFinals, findNewestOn, overlaps } from '../ledger/finals.js';
import { findCausesByTemplate } from './causesByTemplate.js';
import { type BalanceChange, compareBalances } from './changedBalances.js';
import { type CorrectionLine, compareCorrectionLines, lineDisposition, lineId } from './correctionLines.js';
import { type ComparedFinal, comparedAtOnce, type FinalsToOpen, openFinals } from './openFinals.js';
import { type CarriedPayLines, kindsOfCodes, notePrinted, payLinesWithin } from './printedPayLines.js';

export interface WhatIsCompared {
  readonly bases: readonly CorrectionBase[];
  /** The days that are requested; undefined if no days are requested. */
  readonly asked: Period | undefined;
  /** The days whose lines are examined: the requested ones, and the later ones whose pay a change of them can move. */
  readonly period: Period;
  /** All that declare corrections, and the pay lines themselves. */
  readonly templates: readonly (TextTemplate & Template)[];
  /** Whether the lines of a template and a final are requested. */
  readonly isListed: (template: string, base: CorrectionBase) => boolean;
}

export interface ComparedFinals {
  readonly prepared: PreparedRun;
  readonly read: StoredRead;
  readonly requests: number;
  readonly finals: readonly ComparedFinal[];
  /** Those of them that end within the compared days: a correction records their balances. */
  readonly ended: readonly ComparedFinal[];
  readonly lines: readonly CorrectionLine[];
  /** All pay lines that differ, each once, also on other days of these finals. */
  readonly differing: readonly PayLineDifference<CorrectionBase>[];
  /** The lines that templates of the finals print: these are the lines to correct. */
  readonly printed: readonly PayLineDifference<CorrectionBase>[];
  /** Pay lines for which a template that was not requested, or a row of another day, prints a different amount. */
  readonly unlisted: ReadonlySet<string>;
  /** The pay lines that the amount of a whole person, day or entry carries. */
  readonly carriedBy: CarriedPayLines;
  /** Templates whose layout changed since a final: their lines are compared as pay lines are. */
  readonly changedLayouts: readonly string[];
  /** Hours accounts that differ from the ledger, also of later finals. */
  readonly balances: readonly BalanceChange[];
  /** The people whose recorded balance cannot be known. */
  readonly unknownBalances: readonly string[];
}

interface ComparisonRequest {
  readonly periodText: string;
  readonly read: 'once' | 'twice';
  readonly state: ExportState;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/** One read of the days of all finals, and what each of them would export today. */
export async function comparedFinals(
  host: ReadHost & { readonly context: Pick<Context, 'version' | 'clock'> },
  request: ComparisonRequest,
  scope: WhatIsCompared & { readonly prepared: PreparedRun },
  store: Store,
): Promise<ComparedFinals> {
  const { bases, asked, period, templates, isListed } = scope;
  const prepared = withTemplates(scope.prepared, templates);
  const days = spanOfFinals(bases);
  const fetched = await fetchPeriod(
    host,
    {
      prepared: { ...prepared, period: days },
      periodText: request.periodText,
      marginDays: marginDays(prepared.config),
      read: request.read,
      mayUseStoredRead: request.state === 'draft',
    },
    store,
  );
  const purged = new Set(bases.flatMap((base) => [...base.purged])).size;
  if (purged > 0) host.terminal.alert(message('ledger.purgedPeople', { count: purged }));
  const { read, requests } = fetched;
  const compared = await compareRead(store, read.readId, prepared, {
    bases,
    asked,
    period,
    templates,
    isListed,
    accepted: request.accepted,
    today: todayOf(host.context, prepared.employer.zone),
    version: host.context.version,
    nowMs: host.context.clock.nowMs(),
    links: store.ledger.links(prepared.employer.employerId),
  });
  return { prepared, read, requests, ...compared };
}

export interface ReadComparison extends WhatIsCompared, FinalsToOpen {
  readonly nowMs: number;
  /** In the employer's zone. */
  readonly today: LocalDate;
}

/** The lines that some finals would export from a stored read, and those that they exported. */
export async function compareRead(
  store: Store,
  readId: string,
  prepared: RenderInputs,
  comparison: ReadComparison,
): Promise<Omit<ComparedFinals, 'prepared' | 'read' | 'requests'>> {
  const { bases, period, templates, isListed, accepted, version, nowMs, links } = comparison;
  const isCompared = comparedDays(comparison);
  const { now, made, earlier } = await openFinals(store, readId, prepared, {
    bases,
    accepted,
    version,
    links,
  });
  const employerId = prepared.employer.employerId;
  const payLines = new OpenPayLines(await payLineDifferences(made, templates, isCompared));
  const kindOf = kindsOfCodes(made, payLines.differences);
  const unlisted = new Set<string>();
  const carriedBy = new Map<string, readonly string[]>();
  const found = new Map(made.map(({ base }) => [base, [] as LineDifference[]]));
  for (const final of made) {
    const { base, linesOf } = final;
    for (const template of ofFinal(templates, base))
      for (const some of comparedAtOnce(final, template)) {
        refuseFullMemory();
        const { before, fresh: after } = await linesOf(template, some);
        const differences = selectDifferences(findLineDifferences(before, after), ({ key }) =>
          isCompared(base, key.date),
        );
        const carried = notePrinted(payLines, [...before.lines, ...after.lines], differences, kindOf);
        for (const [line, own] of carried) carriedBy.set(line, own);
        const asked = isListed(template.name, base) ? differencesWithin(differences, period) : [];
        found.get(base)?.push(...asked);
        const listed = new Set(asked.map(({ key }) => lineKeyText(key)));
        for (const { key } of differences)
          if (!listed.has(lineKeyText(key)))
            for (const payLine of payLinesWithin(key, carriedBy)) unlisted.add(payLine);
      }
  }
  const isAsked = ({ difference: { key } }: PayLineDifference<CorrectionBase>) => isInside(key.date, period);
  for (const { base, difference } of payLines.unprinted.filter(isAsked))
    if (isListed(PAY_LINES, base)) found.get(base)?.push(difference);
  const lines: CorrectionLine[] = [];
  for (const [base, differences] of found) {
    const causes = await findCausesByTemplate(store, base, templates, differences, now);
    differences.forEach((difference, index) => {
      const template = templates.find(({ name }) => name === difference.key.template);
      if (template === undefined) return;
      const disposition = lineDisposition(template, difference, nowMs);
      const id = lineId(employerId, difference);
      lines.push({ id, difference, causes: causes[index] ?? [], base, template, disposition });
    });
  }
  const changedLayouts = made.flatMap(({ isLayoutChanged }) =>
    templates.filter(isLayoutChanged).map(({ name }) => name),
  );
  await pauseForInterrupt(prepared.signal);
  const ledger = { recorded: readEarlierPay(store, links), fresh: earlier, finals: activeFinals(links) };
  const { account } = prepared.config;
  const over = made.filter(({ base }) => isCompared(base, base.final.link.period.to));
  const ended = over.filter(({ base }) => isInside(base.final.link.period.to, period));
  const balances = runInterruptible(() => compareBalances(over, period, ledger, account));
  return {
    finals: made,
    ended,
    lines: lines.sort(compareCorrectionLines),
    differing: payLines.differences,
    printed: payLines.printed.filter(isAsked),
    unlisted,
    carriedBy,
    changedLayouts: [...new Set(changedLayouts)],
    balances: balances.changes,
    unknownBalances: balances.unknown,
  };
}

/**
 * Which days of a final are compared: those to come that it paid from the plan are, once they are over. Of a requested
 * final, they are listed before, as they would be taken back; whoever records that accepts PERIOD_NOT_OVER.
 */
function comparedDays({ asked, today }: Pick<ReadComparison, 'asked' | 'today'>) {
  return ({ final }: CorrectionBase, date: LocalDate): boolean =>
    !isPlanned(final, date, today) || (asked !== undefined && overlaps(final.link.period, asked));
}

function ofFinal(
  templates: WhatIsCompared['templates'],
  { final }: CorrectionBase,
): WhatIsCompared['templates'] {
  return templates.filter(({ name }) => final.templates.includes(name));
}

/**
 * The differences from the recorded pay lines of finals. A day that several finals have is compared with the newest of
 * them, so that a line is found once.
 */
async function payLineDifferences(
  finals: readonly ComparedFinal[],
  templates: WhatIsCompared['templates'],
  isCompared: (base: CorrectionBase, date: LocalDate) => boolean,
): Promise<readonly PayLineDifference<CorrectionBase>[]> {
  const template = templates.find(({ name }) => name === PAY_LINES);
  if (template === undefined) return [];
  const newestOn = findNewestOn(
    finals.map(({ base }) => base.final),
    findPayrollFinals(finals.map(({ base }) => base)),
  );
  const found: PayLineDifference<CorrectionBase>[] = [];
  for (const final of finals) {
    const { base, linesOf } = final;
    for (const some of comparedAtOnce(final, template)) {
      refuseFullMemory();
      const { before, fresh } = await linesOf(template, some);
      for (const difference of findLineDifferences(before, fresh))
        if (
          newestOn(difference.key.date)?.link.runId === base.final.link.runId &&
          isCompared(base, difference.key.date)
        )
          found.push({ base, difference });
    }
  }
  return found;
}

/** @throws Error without a final */
export function spanOfFinals(bases: readonly CorrectionBase[]): Period {
  const span = spanOf(bases.map(({ final }) => final.link.period));
  if (span === undefined) throw new Error('corrections need a final');
  return span;
}
