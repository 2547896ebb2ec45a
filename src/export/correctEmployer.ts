import { basename, dirname } from 'node:path';
import { type Config, configOf } from '../config/config.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import { payLineText } from '../domain/corrections/exportedLine.js';
import type { LineDifference } from '../domain/corrections/lineDifferences.js';
import { buildPostings } from '../domain/corrections/postings.js';
import { extendToReferencePeriod } from '../domain/pay/payWindow.js';
import { createPeopleDirectory, fullName } from '../domain/people/peopleDirectory.js';
import type { Period } from '../domain/period/period.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { findOlderStore, witnessPaths } from '../ledger/chainFile.js';
import { changesNotRecordedText, isPlanned, recordingChanges } from '../ledger/changedSince.js';
import { loadCorrectionTemplates, readCorrectionBase, withTemplates } from '../ledger/correctionBase.js';
import {
  type CorrectionLine,
  type CorrectionLineJson,
  correctionLineJson,
  type LineSurroundings,
  recordedLines,
  resolveSettlements,
} from '../ledger/correctionLines.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { type ActiveFinal, activeFinals, overlaps } from '../ledger/finals.js';
import { buildHandEntries, type HandEntry } from '../ledger/handEntries.js';
import { withStore } from '../read/staging/withStore.js';
import { buildModel } from '../render/model/buildModel.js';
import type { OutputFile } from '../render/outputFile.js';
import { renderHandSheet } from '../render/reports/handSheet.js';
import type { CorrectionsRequest, OutcomeFile, RunHost } from '../run.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { ChangedDays } from '../store/scheduleState.js';
import type { Store } from '../store/store.js';
import { type ComparedFinals, comparedFinals } from './comparedFinals.js';
import { finalCorrection, gateCorrection } from './finalCorrection.js';
import { prepareRun } from './prepareRun.js';
import { todayOf } from './runHost.js';
import { writeFiles } from './writeFiles.js';

/** The result of one employer's corrections, or of their preview. */
export interface CorrectionsOutcome {
  readonly employer: string;
  readonly period: Period;
  readonly lines: readonly CorrectionLineJson[];
  /** Those that are too old for their target, whether or not they stand among `lines`: for entering by hand. */
  readonly older: readonly CorrectionLineJson[];
  readonly config: Config;
  /** Of a final: what goes into no file and was not settled. Without --final it stands among the lines. */
  readonly byHand: readonly CorrectionLineJson[];
  /** A person's name, now or at the time of the run; the id if neither is known. */
  readonly nameOf: (employeeId: string) => string;
  /** Amounts that a user types into payroll systems that accept no corrections from a file, or none that old. */
  readonly sheet: readonly HandEntry[];
  /** Set where something was recorded. */
  readonly made: { readonly runId: string; readonly files: readonly OutcomeFile[] } | undefined;
}

/**
 * Compares a fresh read with everything that was exported for the days of a period; a final one writes and records.
 * @throws PaytallyError NOTHING_FINAL, STORE_OLDER, EXPORT_BLOCKED, CORRECTIONS_BY_HAND, USAGE for a line to settle
 * that is none
 */
export async function correctEmployer(
  host: RunHost,
  request: CorrectionsRequest,
  employerKey: string,
): Promise<CorrectionsOutcome> {
  const place = {
    loaded: request.loaded,
    storeFolder: request.storeFolder,
    mode: request.state === 'final' ? 'write' : 'read',
    nowMs: () => host.context.clock.nowMs(),
  } as const;
  const tell = () => host.terminal.message(changesNotRecordedText(request.loaded, employerKey));
  return recordingChanges(place, tell, (noted) =>
    withStore(place, (store) => correctedIn(store, host, request, employerKey, noted)),
  );
}

async function correctedIn(
  store: Store,
  host: RunHost,
  request: CorrectionsRequest,
  employerKey: string,
  noted: (changed: ChangedDays) => void,
): Promise<CorrectionsOutcome> {
  const { employer } = configOf(request.loaded, employerKey);
  const links = store.ledger.links(employer.employerId);
  const { employerId } = employer;
  const copiedBack = findOlderStore(witnessPaths(request, { employerKey, employerId }), employerKey, links);
  const goesOn = request.state === 'final' && request.storeOlder !== undefined;
  if (copiedBack !== undefined && !goesOn) throw copiedBack;
  const prepared = await prepareRun(host, { ...request, templates: [] }, employerKey);
  const period = prepared.period ?? (await noPeriod(request.periodText));
  const whole = extendToReferencePeriod(period, payRulesOf(prepared.config));
  const { finals, isAsked } = coveringFinals(links, { asked: period, whole }, request.since);
  const bases = finals.map((final) => readCorrectionBase(store, links, final));
  const named = request.templates === 'configured' ? [] : request.templates;
  const templates = await loadCorrectionTemplates(bases, named, host.context.packageFolder);
  const compared = await comparedFinals(host, request, withTemplates(prepared, templates.compared), store, {
    bases,
    period: whole,
    templates: templates.compared,
    isListed: (name, { final }) => templates.isListed(name) && isAsked(final),
  });
  const around = surroundings(host, store, links, finals, compared);
  const settle = resolveSettlements(compared.lines, request.settle, numbersIn(compared));
  const lines = applySettlements(compared.lines, settle);
  const sheet = buildHandEntries(
    lines.filter(({ disposition }) => disposition === 'by-hand' || disposition === 'beyond-horizon'),
    lines,
  );
  const older = shown(
    lines.filter(({ disposition }) => disposition === 'beyond-horizon'),
    around,
  );
  const about = {
    employer: employerKey,
    period,
    config: prepared.config,
    older,
    sheet,
    nameOf: namesIn(compared),
  };
  const asked = compared.finals.filter(({ base }) => isAsked(base.final));
  const open = (covered: readonly LineDifference[]): ChangedDays => ({
    ...{ employerId, from: whole.from, to: whole.to },
    lines: openPayLines(compared, covered, todayOf(host, employer.zone)),
    position: store.ledger.links(employerId).at(-1)?.position ?? 0,
  });
  noted(open([]));
  if (request.state === 'final') gateCorrection(asked, lines, request, named.length > 0);
  await writeSheet(host, request, compared, sheet);
  if (request.state === 'draft')
    return { ...about, lines: shown(lines, around), byHand: [], made: undefined };
  const recorded = recordedLines(lines);
  const outside = new Set(
    recorded.flatMap(({ disposition, difference }) => (disposition === 'settled' ? difference : [])),
  );
  const posted = buildPostings(
    recorded.map(({ difference }) => difference),
    (difference) => outside.has(difference),
  );
  const printed = printedLines(compared, lines);
  const made =
    recorded.length === 0 || request.effect !== 'write'
      ? undefined
      : await finalCorrection(host, { ...request, settle }, store, {
          compared,
          recorded,
          printed,
          posted,
          period,
          until: whole.to,
          templates: templates.compared.filter(({ name }) => templates.isListed(name)),
          sequence: around.sequence,
        });
  if (made !== undefined) noted(open([...recorded, ...printed].map(({ difference }) => difference)));
  const byHand = shown(
    lines.filter(({ disposition }) => disposition === 'by-hand'),
    around,
  );
  return { ...about, lines: shown(recorded, around), byHand, made };
}

async function noPeriod(text: string): Promise<never> {
  throw new PaytallyError('PERIOD_INVALID', `Without a time zone nobody can say which days "${text}" is.`, {
    record: text,
    remedy: 'Set "zone" for the employer in the configuration, or write the dates.',
  });
}

/** @throws PaytallyError NOTHING_FINAL, RUN_UNKNOWN */
function coveringFinals(
  links: readonly LedgerLink[],
  { asked, whole }: { readonly asked: Period; readonly whole: Period },
  since: string | undefined,
): { readonly finals: readonly ActiveFinal[]; readonly isAsked: (final: ActiveFinal) => boolean } {
  const first = since === undefined ? undefined : links.find(({ runId }) => runId === since);
  if (since !== undefined && first === undefined) {
    throw new PaytallyError('RUN_UNKNOWN', `The ledger has no run "${since}".`, { record: since });
  }
  const finals = activeFinals(links).filter(({ link }) => overlaps(link.period, whole));
  const isAsked = ({ link }: ActiveFinal) => link.position >= (first?.position ?? 0);
  if (finals.some((final) => isAsked(final) && overlaps(final.link.period, asked)))
    return { finals, isAsked };
  throw new PaytallyError('NOTHING_FINAL', `Nothing is final of ${asked.from} to ${asked.to}.`, {
    record: asked.label,
  });
}

function surroundings(
  host: RunHost,
  store: Store,
  links: readonly LedgerLink[],
  finals: readonly ActiveFinal[],
  { prepared: { employer }, finals: compared }: Pick<ComparedFinals, 'prepared' | 'finals'>,
): LineSurroundings {
  // Those of this read too: a draft leaves nothing in the store.
  const read = compared.flatMap(({ computed }) => computed.data.establishments);
  const places = [...store.knownEstablishments(employer.employerId), ...read];
  const labels = new Map(places.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]])));
  const runs = new Set(finals.map(({ link }) => link.runId));
  const earlier = links.filter(
    ({ kind, facts }) =>
      kind === 'correction' &&
      Array.isArray(facts.originals) &&
      facts.originals.some((runId) => runs.has(runId)),
  );
  return {
    labelOf: (id) => labels.get(id) ?? id,
    inPeriod: todayOf(host, employer.zone).slice(0, 'YYYY-MM'.length),
    sequence: earlier.length + 1,
  };
}

/** Pay lines of which nothing that a template prints is left to correct: they are recorded with the correction. */
function printedLines(
  { printed, unlisted }: ComparedFinals,
  lines: readonly CorrectionLine[],
): ComparedFinals['printed'] {
  const left = lines.filter(({ disposition }) => disposition !== 'file' && disposition !== 'settled');
  const open = new Set([...unlisted, ...left.map(({ difference }) => payLineText(difference.key))]);
  return printed.filter(({ difference }) => !open.has(payLineText(difference.key)));
}

/** How many pay lines differ that no correction covers, as far as their days are over. */
function openPayLines(
  { differing }: ComparedFinals,
  covered: readonly LineDifference[],
  today: LocalDate,
): number {
  const ownCovered = covered.filter(({ key: { template } }) => template === PAY_LINES);
  const keys = new Set(ownCovered.map(({ key }) => payLineText(key)));
  return differing.filter(
    ({ base, difference: { key } }) => !isPlanned(base.final, key.date, today) && !keys.has(payLineText(key)),
  ).length;
}

function applySettlements(
  lines: readonly CorrectionLine[],
  settle: ReadonlyMap<string, string>,
): readonly CorrectionLine[] {
  return lines.map((line) => (settle.has(line.id) ? { ...line, disposition: 'settled' } : line));
}

/** Writes the workbook that the user asked for, whatever the disposition of the lines. */
async function writeSheet(
  { context }: RunHost,
  { sheet: path, effect }: CorrectionsRequest,
  { finals, prepared }: ComparedFinals,
  entries: readonly HandEntry[],
): Promise<void> {
  const [first] = finals;
  if (path === undefined || effect !== 'write' || first === undefined) return;
  const file = await correctionSheet(first.computed, entries, prepared.config, basename(path));
  await writeFiles({ folder: dirname(path), files: [file], signal: context.signal });
}

function numbersIn({ finals }: Pick<ComparedFinals, 'finals'>): (employeeId: string) => string | null {
  const people = finals.map(({ computed }) => createPeopleDirectory(computed.data, computed.mapping));
  return (id) => people.map((person) => person(id).number).find((number) => number !== null) ?? null;
}

function namesIn({ finals }: Pick<ComparedFinals, 'finals'>): (employeeId: string) => string {
  const people = finals.map(({ computed }) => createPeopleDirectory(computed.data, computed.mapping));
  return (id) => {
    const names = people.map((person) => fullName(person(id)));
    return names.find((name) => name !== id) ?? id;
  };
}

function shown(lines: readonly CorrectionLine[], around: LineSurroundings): CorrectionLineJson[] {
  return lines.map((line) => correctionLineJson(line, around));
}

/** The workbook of what is typed by hand, a sheet for each template. */
async function correctionSheet(
  computed: ComputedPeriod,
  entries: readonly HandEntry[],
  { language }: Pick<Config, 'language'>,
  name: string,
): Promise<OutputFile> {
  const person = createPeopleDirectory(computed.data, computed.mapping);
  const typed = entries.map(({ lines: _, ...entry }) => entry);
  const personName = (employeeId: string) => fullName(person(employeeId));
  return renderHandSheet(buildModel(computed), typed, { language, name, personName });
}
