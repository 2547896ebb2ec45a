import { type Difference, NO_TEMPLATE, toldName } from './books.js';
import type { Death } from './killableProcess.js';
import { Broken, expectSame, type Outcome, periodText, type Simulation, type ToldRun } from './simulation.js';
import { pathOf, TEMPLATE_SETS, TEMPLATES } from './templates.js';
import {
  type Code,
  DAYS,
  dateOf,
  type Entry,
  newId,
  PEOPLE,
  PLACES,
  personId,
  SLOT_MINUTES,
  SLOTS,
  type Span,
  type World,
} from './world.js';

/*
 * The events of a history. A step is plain data: its name, and numbers that select among the current records, so that
 * it can be done in any history, even one from which other steps were removed.
 */

export interface Step {
  readonly do: StepName;
  readonly picks: readonly number[];
  /** The point at which its process ends: a share of the disk operations of the last such command, in thousandths. */
  readonly kill?: { readonly at: number; readonly when: Death['when'] };
}

/** Selects by the numbers of a step, one after the other. */
class Picks {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 up to `below`. */
  number(below: number): number {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    return number % below;
  }

  of<Some>(some: readonly Some[]): Some | undefined {
    return some.length === 0 ? undefined : some[this.number(some.length)];
  }
}

interface StepKind {
  /** How often it occurs, relative to the others. */
  readonly weight: number;
  readonly run: (simulation: Simulation, picks: Picks, kill: Step['kill']) => Promise<void> | void;
}

type Edit = (world: World, picks: Picks, simulation: Simulation) => void;

function edit(weight: number, change: Edit): StepKind {
  return {
    weight,
    run: (simulation, picks) => {
      change(simulation.world, picks, simulation);
      simulation.isChanged = true;
    },
  };
}

/** Changes an entry that the service lists. */
function entryEdit(
  weight: number,
  change: (
    entry: Entry,
    picks: Picks,
    world: World,
  ) => { readonly [Key in keyof Entry]?: Entry[Key] } | undefined,
): StepKind {
  return edit(weight, (world, picks) => {
    const entry = picks.of([...world.entries.values()].filter(({ place }) => !world.gone.has(place)));
    if (entry !== undefined) world.entries.set(entry.id, { ...entry, ...change(entry, picks, world) });
  });
}

interface Spot {
  readonly who: Entry['who'];
  readonly day: number;
  readonly slot: number;
}

/** An employee's slot without any work yet. */
function freeSpots(works: Iterable<Spot>, isWanted: (spot: Spot) => boolean): Spot[] {
  const nameOf = ({ who, day, slot }: Spot): string => `${who} ${day} ${slot}`;
  const taken = new Set([...works].map(nameOf));
  const spots = PEOPLE.flatMap((who) =>
    [...Array(DAYS).keys()].flatMap((day) => [...Array(SLOTS).keys()].map((slot) => ({ who, day, slot }))),
  );
  return spots.filter((spot) => isWanted(spot) && !taken.has(nameOf(spot)));
}

function workAt(world: World, picks: Picks, works: Iterable<Spot>) {
  const spot = picks.of(freeSpots(works, () => true));
  const place = picks.of(PLACES.filter((each) => !world.gone.has(each)));
  if (spot === undefined || place === undefined) return undefined;
  return { id: newId(world), ...spot, place, minutes: 1 + picks.number(SLOT_MINUTES) };
}

const EDITS = {
  add: edit(10, (world, picks) => {
    const work = workAt(world, picks, world.entries.values());
    if (work !== undefined) world.entries.set(work.id, { ...work, status: 'Completed', isReviewed: true });
  }),
  delete: edit(4, (world, picks) => {
    const entry = picks.of([...world.entries.values()]);
    if (entry !== undefined) world.entries.delete(entry.id);
  }),
  minutes: entryEdit(5, (_, picks) => ({ minutes: 1 + picks.number(SLOT_MINUTES) })),
  cancel: entryEdit(3, ({ status }) => ({ status: status === 'Cancelled' ? 'Completed' : 'Cancelled' })),
  open: entryEdit(2, ({ status }) => ({ status: status === 'Working' ? 'Completed' : 'Working' })),
  review: entryEdit(2, ({ isReviewed }) => ({ isReviewed: !isReviewed })),
  reassign: entryEdit(3, ({ day, slot }, picks, { entries }) =>
    picks.of(freeSpots(entries.values(), (spot) => spot.day === day && spot.slot === slot)),
  ),
  moveDay: entryEdit(3, ({ who }, picks, { entries }) =>
    picks.of(freeSpots(entries.values(), (spot) => spot.who === who)),
  ),
  movePlace: entryEdit(2, (_, picks, { gone }) => {
    const place = picks.of(PLACES.filter((each) => !gone.has(each)));
    return place && { place };
  }),
  /** The last place is never removed. */
  placeGone: edit(2, ({ gone }) => {
    if (!gone.delete('South')) gone.add('South');
  }),
  plan: edit(3, (world, picks) => {
    const work = workAt(world, picks, world.shifts.values());
    if (work !== undefined) world.shifts.set(work.id, work);
  }),
  unplan: edit(1, (world, picks) => {
    const shift = picks.of([...world.shifts.keys()]);
    if (shift !== undefined) world.shifts.delete(shift);
  }),
  leave: edit(3, (world, picks, { setup }) => {
    if (setup.isMinutesOnly) return;
    const [who = 'ann', day] = [picks.of(PEOPLE), picks.number(DAYS)];
    const key = `${who} ${day}`;
    // Without a plan, leave applies from Monday to Friday only.
    if (day % 7 < 5 && !world.leave.delete(key))
      world.leave.set(key, { who, day, days: picks.number(2) === 0 ? 0.5 : 1 });
  }),
  overtime: edit(2, (world, picks) => {
    world.overtimeAbove = picks.of([240, 300, 420, 480]) ?? world.overtimeAbove;
  }),
  meals: edit(2, (world, picks, { setup }) => {
    if (!setup.isMinutesOnly) world.mealFrom = picks.of([undefined, 120, 180, 240]);
  }),
  /** A number belongs to one employee: a new one that was never used. */
  number: edit(1, (world, picks) => {
    const who = picks.of(PEOPLE);
    world.made += 1;
    if (who !== undefined) world.numbers[who] = String(2000 + world.made);
  }),
  /** Base and overtime may share a code; a premium on top of them has its own. */
  code: edit(1, (world, picks) => {
    const code = picks.of<Code>(['NORMAL', 'OT', 'SUN']);
    if (code === undefined) return;
    const own = code === 'SUN' ? ['300', '350'] : ['100', '150', '200'];
    world.codes[code] = picks.of(own) ?? world.codes[code];
  }),
  time: {
    weight: 3,
    run: ({ project }: Simulation, picks: Picks) => {
      project.nowMs += (1 + picks.number(4)) * 12 * 3_600_000;
    },
  },
} satisfies Record<string, StepKind>;

const SPANS: readonly Span[] = [
  { from: 0, to: 6 },
  { from: 7, to: 13 },
  { from: 0, to: 2 },
  { from: 3, to: 6 },
  { from: 5, to: 8 },
  { from: 0, to: 13 },
];
const FALLBACK: Span = { from: 0, to: 6 };

const ACCEPT = ['OPEN_ENTRY', 'UNREVIEWED', 'PERIOD_NOT_OVER', 'NO_ENTRIES', 'ESTABLISHMENT_GONE'].flatMap(
  (code) => ['--accept', `${code}=known`],
);

/** The next process of a kind ends at some point of the last one's operations. */
function deathOf({ effects }: Simulation, command: string, kill: Step['kill']): Death | undefined {
  if (kill === undefined) return undefined;
  const among = effects.get(command) ?? 130;
  return { effect: 1 + Math.floor((kill.at * among) / 1000), when: kill.when };
}

/** The only link that a command added; it added none if it was refused, or killed early enough. */
function newRun({ newRuns, answer }: Outcome, state: string, details: unknown): ToldRun | undefined {
  const [run, ...others] = newRuns;
  if (others.length > 0 || (run !== undefined && run.state !== state))
    throw new Broken(`one ${state} is expected`, { newRuns, details });
  if (run === undefined && answer?.status === 0)
    throw new Broken('a command that went well is not in the chain', details);
  return run;
}

async function final(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const { world, books, setup } = simulation;
  const span = picks.of(SPANS) ?? FALLBACK;
  const sets = TEMPLATE_SETS.filter(
    (set) => setup.isMinutesOnly || set.every((name) => TEMPLATES[name]?.hasQuantity),
  );
  const templates = picks.of(sets) ?? [];
  const isAccepted = picks.number(3) > 0;
  const isSuperseding = picks.number(6) === 0;
  const estimateFrom = picks.number(4) === 0 ? span.from + picks.number(span.to - span.from + 1) : undefined;
  const delivers = setup.hasInbox && picks.number(2) === 0;
  const argv = [
    ...['export', periodText(span), '--final', ...templates.flatMap((name) => ['--template', pathOf(name)])],
    ...(isAccepted ? ACCEPT : []),
    ...(isSuperseding ? ['--supersede', 'a better one'] : []),
    ...(estimateFrom === undefined ? [] : ['--estimate-from', dateOf(estimateFrom)]),
    ...(delivers ? ['--deliver'] : []),
  ];
  const taken = books
    .covering(span)
    .filter((each) => each.templates.some((name) => templates.includes(name)));
  const mayTakeBack = taken.map((each) => {
    if (each.isCorrected || each.delivery === 'arrived') return 'no';
    const hasAll = each.templates.every((name) => templates.includes(name));
    if (!hasAll || each.span.from < span.from || each.span.to > span.to) return 'no';
    return each.delivery === 'none' ? 'yes' : 'perhaps';
  });
  const lost = simulation.lostPlaces();
  const { codes, entries } = simulation.questions(span, estimateFrom);
  if (lost.length > 0) codes.add('ESTABLISHMENT_GONE');
  // Whether planned shifts are sufficient work is not documented.
  const isUnclear = estimateFrom !== undefined && codes.size === 1 && codes.has('NO_ENTRIES');
  const details = { argv, codes: [...codes], taken: taken.map(({ runId }) => runId), mayTakeBack };
  const outcome = await simulation.command(argv, deathOf(simulation, 'export', kill));
  const isRefused = taken.length > 0 && (!isSuperseding || mayTakeBack.includes('no'));
  const isGated = codes.size > 0 && !isAccepted && !isUnclear;
  const { answer } = outcome;
  if (isRefused || isGated) {
    simulation.expectNothingDone(outcome, details);
    const code = answer?.json.error?.code;
    if (answer !== undefined && !['ALREADY_FINAL', 'EXPORT_BLOCKED'].includes(code))
      throw new Broken('a gate was not asked', { ...details, status: answer.status, code });
    return;
  }
  const mayBeRefused = mayTakeBack.includes('perhaps') || isUnclear;
  if (
    answer !== undefined &&
    answer.status !== 0 &&
    !(mayBeRefused && answer.status === 5) &&
    !(delivers && answer.status === 7)
  )
    throw new Broken('a final was refused without a reason', {
      ...details,
      status: answer.status,
      error: answer.json.error,
    });
  const run = newRun(outcome, 'final', details);
  if (run === undefined) return;
  books.finals = books.finals.filter((each) => !taken.includes(each));
  const booked = books.add(world, { runId: run.runId, span, templates }, estimateFrom);
  // Templates without rows may have no file.
  if (delivers && run.files.length > 0) booked.delivery = answer?.status === 0 ? 'arrived' : 'perhaps';
  for (const place of isAccepted ? lost : []) books.acceptedPlaces.add(place);
  for (const id of entries) simulation.excused.add(id);
  simulation.book(run, true);
  simulation.expectTargets();
}

interface ToldLine {
  readonly line: string;
  readonly template: string | null;
  readonly employeeId: string;
  readonly date: string;
  readonly payCode: string;
  readonly establishment: string | null;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
}

function nameOfTold(told: ToldLine): string {
  const { template, employeeId, date, payCode, establishment, unit, before, after } = told;
  return [template ?? NO_TEMPLATE, employeeId, date, payCode, establishment ?? '-', unit, before, after].join(
    ' ',
  );
}

/** Lines in the program's output, compared with those that the books expect. */
function expectLines(told: readonly ToldLine[], expected: readonly Difference[], details: unknown): void {
  const is = told.map(nameOfTold);
  const should = expected.map(({ template, line, before, after }) =>
    [template, toldName(line), before, after].join(' '),
  );
  expectSame('corrections list what changed, and nothing else', is.sort(), should.sort(), details);
}

/** Days of finals, with some days added or removed. */
function correctedSpan({ books }: Simulation, picks: Picks): Span {
  const ofFinal = picks.of(books.finals)?.span;
  return picks.number(3) > 0 && ofFinal !== undefined ? ofFinal : (picks.of(SPANS) ?? FALLBACK);
}

async function draftCorrections(simulation: Simulation, picks: Picks): Promise<void> {
  const span = correctedSpan(simulation, picks);
  const answer = await simulation.look(['corrections', periodText(span)]);
  if (isWithoutFinals(simulation, span, answer)) return;
  if (answer.status !== 0) throw new Broken('corrections cannot be listed', answer);
  expectLines(answer.json.runs[0].lines, simulation.books.differences(simulation.world, span), { span });
}

/** Whether corrections have no final to compare with, and say so. */
function isWithoutFinals(
  { books }: Simulation,
  span: Span,
  answer: { status: number; json: { error?: { code: string } } },
): boolean {
  const finals = books.covering(span);
  const expected =
    finals.length === 0
      ? 'NOTHING_FINAL'
      : finals.some(({ isPurged }) => isPurged)
        ? 'RUN_PURGED'
        : undefined;
  if (expected !== undefined)
    expectSame('corrections need finals', answer.json.error?.code, expected, { span });
  return expected !== undefined;
}

async function finalCorrections(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const { world, books, setup } = simulation;
  const span = correctedSpan(simulation, picks);
  const isAccepted = picks.number(3) > 0;
  const share = picks.of([0, 0, 3, 1]) ?? 0;
  const delivers = setup.hasInbox && picks.number(2) === 0;
  const drafted = await simulation.look(['corrections', periodText(span)]);
  if (isWithoutFinals(simulation, span, drafted)) return;
  const lines: readonly ToldLine[] = drafted.json.runs?.[0]?.lines ?? [];
  const settled = lines.filter(() => share > 0 && picks.number(share) === 0);
  const expected = books.differences(world, span);
  expectLines(lines, expected, { span });
  const argv = [
    ...[
      'corrections',
      periodText(span),
      '--final',
      ...(isAccepted ? ACCEPT : []),
      ...(delivers ? ['--deliver'] : []),
    ],
    ...settled.flatMap(({ line }) => ['--settle', `${line}=paid in cash`]),
  ];
  const isSettled = settledBy(settled);
  const { byHand, inFiles } = fates(expected, isSettled);
  const gates = correctionGates(simulation, span, inFiles);
  const isByHandOnly = byHand.length > 0 && !areCarried(byHand, expected);
  const details = { argv, gates, isByHandOnly, lines: lines.length, settled: settled.length };
  const outcome = await simulation.command(argv, deathOf(simulation, 'corrections', kill));
  const { answer } = outcome;
  if ((gates.surely.length > 0 && !isAccepted) || isByHandOnly) {
    simulation.expectNothingDone(outcome, details);
    const code = answer?.json.error?.code;
    if (answer !== undefined && !['EXPORT_BLOCKED', 'CORRECTIONS_BY_HAND'].includes(code))
      throw new Broken('a gate was not asked', { ...details, status: answer.status, code });
    return;
  }
  const mayBeRefused = !isAccepted && gates.perhaps.length > 0;
  if (
    answer !== undefined &&
    answer.status !== 0 &&
    !(mayBeRefused && answer.status === 5) &&
    !(delivers && answer.status === 7)
  )
    throw new Broken('corrections were refused without a reason', {
      ...details,
      status: answer.status,
      error: answer.json.error,
    });
  if (answer?.status === 5) return simulation.expectNothingDone(outcome, details);
  const recorded = expected.filter((difference) => !byHand.includes(difference));
  if (recorded.length === 0) return simulation.expectNothingDone(outcome, details);
  const run = newRun(outcome, 'correction', details);
  if (run === undefined) return;
  books.correct(recorded, isSettled);
  for (const final of books.covering(span)) if (delivers) final.delivery = 'arrived';
  for (const id of gates.entries) simulation.excused.add(id);
  simulation.book(run, false);
  simulation.expectTargets();
}

/** Which differences are settled: the same as the named lines. */
function settledBy(settled: readonly ToldLine[]): (difference: Difference) => boolean {
  const names = new Set(settled.map(nameOfTold));
  return ({ template, line, before, after }) =>
    names.has([template, toldName(line), before, after].join(' '));
}

function fates(expected: readonly Difference[], isSettled: (difference: Difference) => boolean) {
  const open = expected.filter((difference) => !isSettled(difference));
  const isByHand = ({ template }: Difference): boolean => TEMPLATES[template]?.corrections === 'none';
  return { byHand: open.filter(isByHand), inFiles: open.filter((difference) => !isByHand(difference)) };
}

/** Whether other templates carry all lines that have to be entered by hand in one. */
function areCarried(byHand: readonly Difference[], expected: readonly Difference[]): boolean {
  // Lines that no template carries go into a separate file, which never replaces one that accepts none.
  const others = expected.filter(
    ({ template }) => template !== NO_TEMPLATE && TEMPLATES[template]?.corrections !== 'none',
  );
  const carried = new Set(others.map(({ line }) => toldName(line)));
  return byHand.every(({ line }) => carried.has(toldName(line)));
}

/** What blocks corrections without --accept, certainly or possibly, given what earlier runs accepted. */
function correctionGates(simulation: Simulation, span: Span, inFiles: readonly Difference[]) {
  const { world, books, excused } = simulation;
  const found = books.covering(span).map((final) => simulation.questions(final.span, undefined));
  const entries = found.flatMap((each) => each.entries);
  const perhaps = new Set(found.flatMap(({ codes }) => [...codes]));
  const surely = entries.some((id) => !excused.has(id)) ? ['OPEN_ENTRY or UNREVIEWED'] : [];
  if (world.gone.size > 0) perhaps.add('ESTABLISHMENT_GONE');
  const isLost = ({ line, before, after }: Difference): boolean =>
    line.place !== null && world.gone.has(line.place) && after < before;
  if (inFiles.some(isLost)) surely.push('ESTABLISHMENT_GONE');
  return { surely, perhaps: [...perhaps], entries };
}

async function draft(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const span = picks.of(SPANS) ?? FALLBACK;
  const argv = ['export', periodText(span), '--template', 'pay-lines', '--template', 'employee-days'];
  const outcome = await simulation.command(argv, deathOf(simulation, 'export', kill));
  simulation.expectNothingDone(outcome, { argv });
  if (outcome.answer !== undefined)
    expectSame('a draft is made', outcome.answer.status, 0, outcome.answer.json.error);
}

/** The same bytes again, offline. */
async function rerun(simulation: Simulation, picks: Picks): Promise<void> {
  const { books, project } = simulation;
  const run = picks.of(simulation.chain.filter(({ state }) => state === 'final' || state === 'correction'));
  if (run === undefined || books.finals.some(({ isPurged, purged }) => isPurged || purged.size > 0)) return;
  const out = `${project.folder}-again`;
  const answer = await project.run(['rerun', run.runId, '--out', out]);
  const digests = (files: ToldRun['files'] | undefined) => files?.map(({ sha256 }) => sha256).sort();
  expectSame(
    'a run that is made again is the same',
    digests(answer?.json.runs[0].files),
    digests(run.files),
    {
      run,
      error: answer?.json.error,
    },
  );
}

async function purgePerson(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const who = picks.of(PEOPLE);
  if (who === undefined || simulation.books.finals.length === 0) return;
  const argv = ['purge', '--person', personId(who)];
  const outcome = await simulation.command(argv, deathOf(simulation, 'purge', kill));
  const run = newRuns(outcome, 'purge');
  if (run === undefined) return;
  for (const final of simulation.books.finals) final.purged.add(who);
}

async function purgeBefore(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const day = picks.number(DAYS + 1);
  const argv = ['purge', '--before', dateOf(day)];
  const outcome = await simulation.command(argv, deathOf(simulation, 'purge', kill));
  if (newRuns(outcome, 'purge') === undefined) return;
  for (const final of simulation.books.finals) if (final.span.to < day) final.isPurged = true;
}

/** A purge adds a link only if there was an employee to purge. */
function newRuns({ newRuns: runs }: Outcome, state: string): ToldRun | undefined {
  const [run, ...others] = runs;
  if (others.length > 0 || (run !== undefined && run.state !== state))
    throw new Broken(`one ${state} is expected`, runs);
  return run;
}

async function send(simulation: Simulation, picks: Picks, kill: Step['kill']): Promise<void> {
  const run = picks.of(simulation.chain.filter(({ state }) => state === 'final' || state === 'correction'));
  if (run === undefined || !simulation.setup.hasInbox) return;
  const outcome = await simulation.command(['send', run.runId], deathOf(simulation, 'send', kill));
  simulation.expectNothingDone(outcome, { run });
  for (const final of simulation.books.finals)
    if (final.runId === run.runId && final.delivery === 'none') final.delivery = 'perhaps';
}

const COMMANDS = {
  final: { weight: 12, run: final },
  draft: { weight: 2, run: draft },
  corrections: { weight: 8, run: draftCorrections },
  finalCorrections: { weight: 12, run: finalCorrections },
  rerun: { weight: 2, run: rerun },
  send: { weight: 2, run: send },
  receive: { weight: 2, run: (simulation: Simulation) => simulation.emptyInbox() },
  purgePerson: { weight: 0.3, run: purgePerson },
  purgeBefore: { weight: 0.2, run: purgeBefore },
} satisfies Record<string, StepKind>;

export const STEPS = { ...EDITS, ...COMMANDS };
export type StepName = keyof typeof STEPS;
/** Steps that run a command which changes the disk. */
export const KILLABLE: readonly string[] = [
  'final',
  'draft',
  'finalCorrections',
  'purgePerson',
  'purgeBefore',
  'send',
];

export async function carryOut(simulation: Simulation, { do: name, picks, kill }: Step): Promise<void> {
  const kind: StepKind = STEPS[name];
  await kind.run(simulation, new Picks(picks), kill);
  for (const final of simulation.books.finals)
    if (final.delivery === 'perhaps' && simulation.hasArrived(final)) final.delivery = 'arrived';
}
