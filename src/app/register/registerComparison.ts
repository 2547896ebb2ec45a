import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { resolveEmployerPeriod } from '../../config/employerPeriod.js';
import { readSourceFile, type SourceFile } from '../../documents/like/sourceFile.js';
import { BY_HEADINGS } from '../../documents/register/headingsLayout.js';
import { readByHeadings, readInLayout } from '../../documents/register/readRegister.js';
import { type RegisterLayout, registerLayouts } from '../../documents/register/registerLayout.js';
import {
  findRegisterPeriod,
  isRegisterOf,
  periodName,
  type RegisterPeriod,
} from '../../documents/register/registerPeriod.js';
import type { RegisterReading } from '../../documents/register/registerReading.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import { compareRegister, type RegisterDifference } from '../../domain/corrections/compareRegister.js';
import { identifyLines, type KnownPerson } from '../../domain/corrections/identifyLines.js';
import { fullName } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';
import { openRead } from '../compute/computePeriod.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { overlaps, ownFinals, ownKeys } from '../ledger/finals.js';
import { loadStoredRun, type RecomputeContext } from '../ledger/storedRun.js';
import { payrollTemplatesOf, peopleOfBases, type RegisterBase, readRegisterBase } from './registerBase.js';

/** Layouts that are tried on a register, after those of the finals. */
const TRIED_LAYOUTS = ['datev-lodas', 'sdworx', 'nmbrs', 'silae', 'gusto'];

export interface RegisterRequest {
  readonly employerKey: string;
  readonly periodText: string;
  /** Absolute. */
  readonly path: string;
  /** A template by name or path, or `headings`; undefined: it is recognised. */
  readonly layout: string | undefined;
  /** Pay codes of the register that are not compared: salaries, expenses. */
  readonly ignored: readonly string[];
  /** The period of the register, if the user names it; undefined: it is found in the register. */
  readonly registerPeriod: string | undefined;
  /** Asks whether a register that does not say its period is for this one; undefined if there is no one to ask. */
  readonly confirmPeriod: ((period: Period) => Promise<boolean>) | undefined;
  readonly nowMs: number;
}

/** An entry behind exported hours. */
export interface EntryOfCode {
  readonly entryId: string;
  readonly date: LocalDate;
  readonly payCode: string;
  readonly minutes: number;
}

export interface ExplainedDifference extends RegisterDifference {
  /** `Peeters, Zoë`; the register's text if no employee matches. */
  readonly name: string;
  readonly employeeNumber: string | null;
  /** The run that `explain --run` shows; undefined if nothing was exported. */
  readonly runId: string | undefined;
  readonly entries: readonly EntryOfCode[];
}

export interface RegisterComparison {
  readonly employer: string;
  readonly config: Config;
  readonly period: Period;
  readonly layout: string;
  /** The template whose files the register is compared with; empty for the pay lines. */
  readonly template: string;
  /** The number of finals and corrections that were added up. */
  readonly finals: readonly string[];
  readonly corrections: number;
  readonly compared: { readonly people: number; readonly codes: number; readonly lines: number };
  readonly differences: readonly ExplainedDifference[];
  readonly unreadable: RegisterReading['unreadable'];
  /** Lines that add up others, which are not compared. */
  readonly totals: RegisterReading['totals'];
  /** As the register or the user says. */
  readonly registerPeriod: RegisterPeriod;
  /** Lines of ignored pay codes. */
  readonly ignoredLines: number;
}

/**
 * Compares a payroll register with the ledger's amounts of these days: finals, corrections and settlements.
 * @throws PaytallyError NOTHING_FINAL, REGISTER_INVALID, REGISTER_PERIOD, TEMPLATE_NOT_FOUND, PERIOD_INVALID, RUN_PURGED
 */
export async function comparePayrollRegister(
  store: Store,
  request: RegisterRequest,
  places: RecomputeContext,
): Promise<RegisterComparison> {
  const config = configOf(places.loaded, request.employerKey);
  const { employerId } = config.employer;
  const establishments = store.known.establishments(employerId);
  const period = resolveEmployerPeriod({ ...request, config }, establishments);
  const links = store.ledger.links(employerId);
  const isOwn = ownKeys(places.loaded, request.employerKey);
  const finals = ownFinals(links, isOwn).filter(({ link }) => overlaps(link.period, period));
  if (finals.length === 0) throw nothingFinal(period);
  const made = payrollTemplatesOf(store, finals);
  const people = peopleOfBases(
    store,
    employerId,
    readRegisterBase(store, links, finals, PAY_LINES, (code) => code).bases,
  );
  const file = await readSourceFile(request.path, 'REGISTER_INVALID');
  const { reading, layout } = await recognise(file, request, places, { config, made, people });
  const named = request.registerPeriod;
  const registerPeriod =
    named === undefined
      ? (findRegisterPeriod(reading.dates, reading.title, request.path, period) ??
        (await confirmedPeriod(period, request)))
      : statedPeriod(resolveEmployerPeriod({ ...request, periodText: named, config }, establishments));
  if (!isRegisterOf(registerPeriod, period)) throw otherPeriod(registerPeriod, period, request.path);
  const template = comparedTemplate(reading.layout, made);
  const base = readRegisterBase(store, links, finals, template, aliasesOf(layout));
  const ignored = new Set(request.ignored);
  const lines = reading.lines.filter(({ code }) => !ignored.has(code));
  const exported = base.exported.filter(({ code }) => !ignored.has(code));
  const paid = identifyLines(lines, people, exported);
  const differences = compareRegister(exported, paid);
  return {
    employer: request.employerKey,
    config,
    period,
    layout: reading.layout,
    template,
    finals: base.bases.map(({ final }) => final.link.runId),
    corrections: base.bases.reduce((sum, { corrections }) => sum + corrections, 0),
    compared: {
      people: new Set([...exported, ...paid].map(({ employeeId }) => employeeId)).size,
      codes: new Set([...exported, ...paid].map(({ code }) => code)).size,
      lines: lines.length,
    },
    differences: explainDifferences(store, differences, base, people, places),
    unreadable: reading.unreadable,
    totals: reading.totals,
    registerPeriod,
    ignoredLines: reading.lines.length - lines.length,
  };
}

function statedPeriod({ from, to, label }: Period): RegisterPeriod {
  return { from, to, isMonth: false, where: 'option', text: label };
}

/** A register that does not say its period may be of any month: only the user knows it. @throws PaytallyError REGISTER_PERIOD */
async function confirmedPeriod(
  period: Period,
  { confirmPeriod, path }: Pick<RegisterRequest, 'confirmPeriod' | 'path'>,
): Promise<RegisterPeriod> {
  if (await confirmPeriod?.(period)) return statedPeriod(period);
  const id = confirmPeriod === undefined ? 'register.noPeriod' : 'register.notThisPeriod';
  const text = message(id, { path, period: period.label });
  throw new PaytallyError('REGISTER_PERIOD', text, { record: path });
}

/** A register of another month would look like an employer whose employees all worked something else. */
function otherPeriod(found: RegisterPeriod, period: Period, path: string): PaytallyError {
  const { where, text } = found;
  const values = { path, found: periodName(found), period: period.label, where, text };
  return new PaytallyError('REGISTER_PERIOD', message('register.otherPeriod', values), { record: path });
}

function nothingFinal({ from, to, label }: Period): PaytallyError {
  const text = message('corrections.nothingFinal', { from, to, period: label });
  return new PaytallyError('NOTHING_FINAL', text, { record: label });
}

/** The template of the layout, if a final has it; else the only payroll template of the finals; else the pay lines. */
function comparedTemplate(layout: string, made: readonly Template[]): string {
  if (made.some(({ name }) => name === layout)) return layout;
  const [only, ...others] = made;
  return only !== undefined && others.length === 0 ? only.name : PAY_LINES;
}

/** Several pay codes can share a column: they are compared as the first of them. */
function aliasesOf(layout: RegisterLayout | undefined): (code: string) => string {
  const aliases = new Map(
    (layout?.columns ?? []).flatMap(({ role }) =>
      role.is === 'amount' ? (role.codes ?? []).map((code) => [code, role.codes?.[0] ?? code] as const) : [],
    ),
  );
  return (code) => aliases.get(code) ?? code;
}

interface Recognised {
  readonly reading: RegisterReading;
  readonly layout: RegisterLayout | undefined;
}

interface Known {
  readonly config: Config;
  readonly made: readonly Template[];
  readonly people: readonly KnownPerson[];
}

/** The reading that matches the most people and leaves the fewest lines. @throws PaytallyError REGISTER_INVALID */
async function recognise(
  file: SourceFile,
  { layout: asked, path }: Pick<RegisterRequest, 'layout' | 'path'>,
  { loaded, packageFolder }: Pick<RecomputeContext, 'loaded' | 'packageFolder'>,
  known: Known,
): Promise<Recognised> {
  const templates = await candidateTemplates(asked, loaded, packageFolder, known.made);
  const layouts = templates.flatMap((template) =>
    template.kind === 'text' ? registerLayouts(template, variablesOf(template.name, known.config)) : [],
  );
  if (asked !== undefined && asked !== BY_HEADINGS && layouts.length === 0)
    throw new PaytallyError('REGISTER_INVALID', message('register.layout', { layout: asked }), {
      record: asked,
    });
  const readings = layouts.flatMap((layout) =>
    readInLayout(file, layout).map((reading) => ({ reading, layout })),
  );
  const guessed = asked === undefined || asked === BY_HEADINGS ? readByHeadings(file) : [];
  const all: Recognised[] = [...readings, ...guessed.map((reading) => ({ reading, layout: undefined }))];
  const rated = all.map((each) => ({ ...each, people: knownLines(each.reading, known.people) }));
  const [best] = rated.sort(
    (a, b) => b.people - a.people || a.reading.unreadable.length - b.reading.unreadable.length,
  );
  if (best === undefined || (best.people === 0 && asked === undefined)) {
    const names = [...new Set([...known.made.map(({ name }) => name), ...TRIED_LAYOUTS, BY_HEADINGS])];
    const text = message('register.unknown', {
      path,
      layouts: listed(asked === undefined ? names : [asked]),
    });
    throw new PaytallyError('REGISTER_INVALID', text, { record: path });
  }
  return best;
}

function knownLines({ lines }: RegisterReading, people: readonly KnownPerson[]): number {
  return identifyLines(lines, people, []).filter(({ employeeId }) => employeeId !== undefined).length;
}

async function candidateTemplates(
  asked: string | undefined,
  { folder }: LoadedConfig,
  packageFolder: string,
  made: readonly Template[],
): Promise<readonly Template[]> {
  if (asked === BY_HEADINGS) return [];
  if (asked !== undefined)
    return [made.find(({ name }) => name === asked) ?? (await loadNamed(asked, packageFolder, folder))];
  const others = TRIED_LAYOUTS.filter((name) => made.every((template) => template.name !== name));
  return [...made, ...(await Promise.all(others.map((name) => loadNamed(name, packageFolder, folder))))];
}

/** Adds names, and the entries that gave the exported hours. */
function explainDifferences(
  store: Store,
  differences: readonly RegisterDifference[],
  { bases, finalOn }: RegisterBase,
  people: readonly KnownPerson[],
  places: RecomputeContext,
): ExplainedDifference[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const passes = (differences.length === 0 ? [] : bases).map(({ final, newest }) => {
    const entriesOf = entriesOfRun(store, newest.link.runId, places);
    return (employeeId: string) =>
      entriesOf(employeeId).filter(({ date }) => (finalOn(date) ?? final) === final);
  });
  return differences.map((difference) => {
    const { employeeId, exported } = difference;
    const person = employeeId === null ? undefined : byId.get(employeeId);
    const codes = new Set(exported?.payCodes ?? []);
    const dates = exported?.days.map(({ date }) => date) ?? [];
    const own = bases.find(({ final }) => dates.some((date) => finalOn(date) === final));
    return {
      ...difference,
      name: person === undefined ? difference.who : fullName(person),
      employeeNumber: person?.number ?? null,
      runId: own?.newest.link.runId,
      entries:
        employeeId === null
          ? []
          : passes.flatMap((entriesOf) => entriesOf(employeeId).filter(({ payCode }) => codes.has(payCode))),
    };
  });
}

/** The entries of a stored run by person; empty if its records were purged. */
function entriesOfRun(
  store: Store,
  runId: string,
  places: RecomputeContext,
): (employeeId: string) => EntryOfCode[] {
  try {
    const { prepared, period, readId, accepted, employerId } = loadStoredRun(store, runId, places);
    const earlier = earlierPayOfRun(store, { runId, employerId });
    const request = { state: 'final' as const, accepted };
    const { people } = openRead(store, {
      readId,
      period,
      earlier,
      prepared,
      request,
      version: places.version,
    });
    return (employeeId) =>
      people
        .of(employeeId)
        .pay.lines.flatMap(({ entryId, date, payCode, minutes, isWithoutMinutes }) =>
          entryId === undefined || entryId === null || isWithoutMinutes === true
            ? []
            : [{ entryId, date, payCode, minutes }],
        );
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'RUN_PURGED') return () => [];
    throw failure;
  }
}

/** The failure that says that a register differs; undefined if it does not. @param path of the register */
export function registerFailure(
  { differences, unreadable, period }: RegisterComparison,
  path: string,
): PaytallyError | undefined {
  if (differences.length === 0 && unreadable.length === 0) return undefined;
  const values = { count: differences.length, unreadable: unreadable.length, period: period.label };
  return new PaytallyError('REGISTER_DIFFERS', message('register.differs', values), { record: path });
}
