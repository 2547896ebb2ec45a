import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Books, type Final, type Held, heldBy, NOTHING } from './books.js';
import type { Death } from './killableProcess.js';
import { type Answer, Project } from './project.js';
import { ownTemplates, TEMPLATES } from './templates.js';
import {
  dateOf,
  filesOf,
  newWorld,
  noonOf,
  PLACES,
  type Place,
  recordsOf,
  type Span,
  visible,
  type World,
} from './world.js';

/** Settings of a whole history. */
export interface Setup {
  /** No employee has meals or leave, so templates that cannot print them can be used. */
  readonly isMinutesOnly: boolean;
  /** Finals and corrections go into a folder that a recipient empties. */
  readonly hasInbox: boolean;
}

/** A draft's files are replaced by those of the next one. */
const OF_DRAFTS = /^out\/draft\/[^./][^/]*$/;

/** A required condition is not met. */
export class Broken extends Error {
  constructor(
    readonly invariant: string,
    details: unknown,
  ) {
    super(`${invariant}\n${JSON.stringify(details, undefined, 2)}`);
  }
}

/** One link of the chain, as in the output of `history`. */
export interface ToldRun {
  readonly runId: string;
  readonly state: string;
  readonly files: readonly { readonly path: string; readonly template: string; readonly sha256: string }[];
}

/** The outcome of a command that may have been killed, and the new links of the chain. */
export interface Outcome {
  /** undefined if it was killed. */
  readonly answer: Answer | undefined;
  readonly newRuns: readonly ToldRun[];
}

/** One history in progress: the world, the program's project, and the independent books. */
export class Simulation {
  readonly world: World = newWorld();
  readonly books = new Books();
  readonly project: Project;
  readonly setup: Setup;
  /** Links of the chain, the oldest first. */
  chain: readonly ToldRun[] = [];
  /** Places that any read has listed. */
  readonly seenPlaces = new Set<Place>();
  /** Entries that were open or unreviewed when a run succeeded with them. */
  readonly excused = new Set<string>();
  /** What the receiver has removed from the inbox: name -> how often. */
  readonly received = new Map<string, number>();
  isChanged = true;
  /** Disk operations of the commands so far, by first word: the next one may be killed at any of them. */
  readonly effects = new Map<string, number>();

  constructor(setup: Setup) {
    this.setup = setup;
    this.project = new Project(noonOf(8));
    for (const [name, content] of Object.entries(ownTemplates())) this.project.write(name, content);
    if (setup.hasInbox) mkdirSync(this.inbox);
  }

  get inbox(): string {
    return join(this.project.folder, 'inbox');
  }

  /** Every command that reads uses the current state of the world. */
  #serve(): void {
    if (!this.isChanged) return;
    const deliveries = this.setup.hasInbox ? 'deliveries: { inbox: { to: folder, path: inbox } }\n' : '';
    for (const [name, content] of Object.entries(filesOf(this.world, ['pay-lines'], deliveries)))
      this.project.write(name, content);
    this.project.serve(recordsOf(this.world));
    this.isChanged = false;
  }

  /** A command that reads the service; its changes appear in the chain, whether it was killed or not. */
  async command(argv: readonly string[], death: Death | undefined): Promise<Outcome> {
    this.#serve();
    const answer = await this.project.run(argv, death);
    if (answer !== undefined) this.effects.set(argv[0] ?? '', answer.effects);
    if (answer?.status === 0)
      for (const place of PLACES) if (!this.world.gone.has(place)) this.seenPlaces.add(place);
    const known = new Set(this.chain.map(({ runId }) => runId));
    await this.start();
    return { answer, newRuns: this.chain.filter(({ runId }) => !known.has(runId)) };
  }

  /** A command that writes nothing, whatever its result. */
  async look(argv: readonly string[]): Promise<Answer> {
    this.#serve();
    const before = this.#listing();
    const answer = await this.project.run(argv);
    if (answer === undefined) throw new Error('nobody killed it');
    expectSame('a command that writes nothing left files', this.#listing(), before);
    return answer;
  }

  /** What any next start finds: a complete chain, complete files, and no others. */
  async start(): Promise<void> {
    const history = await this.project.run(['history']);
    if (history?.status !== 0) throw new Broken('history cannot be told', history);
    const told: readonly (ToldRun & { readonly digest?: string })[] = history.json.runs;
    const links = told.filter(({ digest }) => digest !== undefined).reverse();
    const isLonger = links.length !== this.chain.length;
    this.chain = links;
    this.#expectNothingBesides(told);
    if (isLonger) await this.verify();
  }

  async verify(): Promise<void> {
    const verified = await this.project.run(['verify']);
    if (verified?.status !== 0) throw new Broken('the chain does not verify', verified?.json);
  }

  /** No temporary file, and of finals and corrections only those of the chain. */
  #expectNothingBesides(told: readonly ToldRun[]): void {
    const { folder } = this.project;
    const named = new Set(told.flatMap(({ files }) => files.map(({ path }) => path)));
    const kept =
      /^(?:[\w-]+\.(?:yaml|csv)|\.paytally\/(?:(?:store|requests)\.sqlite(?:-wal|-shm)?|deliver\.lock)|out\/bakery\.chain|\.paytally\.witness\/[0-9a-f-]{36}\.chain|inbox\/[^./][^/]*)$/;
    const besides = filesIn(folder).filter((name) => !kept.test(name) && !named.has(join(folder, name)));
    const left = besides.filter((name) => !OF_DRAFTS.test(name));
    if (left.length > 0) throw new Broken('files are left that nobody knows', left);
  }

  /** Files and their content, except for the store, which records reads. */
  #listing(): string[] {
    return filesIn(this.project.folder)
      .filter((name) => !name.startsWith('.paytally/'))
      .map((name) => {
        const { size, mtimeMs } = statSync(join(this.project.folder, name));
        return `${name} ${size} ${mtimeMs}`;
      });
  }

  /** A refused command wrote nothing. */
  expectNothingDone({ newRuns }: Outcome, details: unknown): void {
    if (newRuns.length > 0) throw new Broken('a refused command is in the chain', { newRuns, details });
  }

  /** Final and corrections plus settlements equal the amount owed: target by target. */
  expectTargets(): void {
    for (const template of Object.keys(TEMPLATES)) {
      if (TEMPLATES[template]?.corrections === 'people') continue;
      const current = new Set(
        this.chain.filter(({ state }) => state !== 'superseded').map(({ runId }) => runId),
      );
      const files = this.books.files.filter((file) => file.template === template && current.has(file.runId));
      this.#expectTarget(template, heldBy(template, files));
    }
  }

  #expectTarget(template: string, held: ReturnType<typeof heldBy>): void {
    const owed = this.books.owedIn(template);
    for (const row of new Set([...owed.keys(), ...held.keys()])) {
      const [is, should] = [held.get(row) ?? NOTHING, owed.get(row) ?? NOTHING];
      const wrong = wrongAmounts(template, is, should);
      if (wrong.length > 0)
        throw new Broken('final and corrections are not what is owed', { template, row, wrong, is, should });
    }
  }

  /** All open items on some days that block a final, by code. */
  questions(
    span: Span,
    estimateFrom: number | undefined,
  ): { readonly codes: Set<string>; readonly entries: string[] } {
    const codes = new Set<string>();
    const entries = visible(this.world, this.world.entries).filter(
      ({ day }) => day >= span.from && day <= span.to && day < (estimateFrom ?? Number.POSITIVE_INFINITY),
    );
    const open = entries.filter(({ status }) => status === 'Working');
    const unreviewed = entries.filter(({ status, isReviewed }) => status === 'Completed' && !isReviewed);
    if (open.length > 0) codes.add('OPEN_ENTRY');
    if (unreviewed.length > 0) codes.add('UNREVIEWED');
    if (!entries.some(({ status }) => status === 'Completed')) codes.add('NO_ENTRIES');
    if (estimateFrom === undefined && this.project.nowMs < noonOf(span.to + 1) - 12 * 3_600_000)
      codes.add('PERIOD_NOT_OVER');
    return { codes, entries: [...open, ...unreviewed].map(({ id }) => id) };
  }

  /** Removed places that block a final until one has accepted them. */
  lostPlaces(): Place[] {
    return [...this.world.gone].filter(
      (place) => this.seenPlaces.has(place) && !this.books.acceptedPlaces.has(place),
    );
  }

  book(run: ToldRun, isFinal: boolean): void {
    for (const { path, template } of run.files)
      this.books.files.push({ runId: run.runId, path, template, isFinal });
  }

  /** The receiver takes the content of the inbox; the same file twice would be paid twice. */
  emptyInbox(): void {
    if (!existsSync(this.inbox)) return;
    for (const name of readdirSync(this.inbox)) {
      if (name.startsWith('.')) continue;
      const times = (this.received.get(name) ?? 0) + 1;
      this.received.set(name, times);
      rmSync(join(this.inbox, name));
      if (times > 1) throw new Broken('a file was delivered twice', name);
    }
  }

  remove(): void {
    this.project.remove();
    rmSync(`${this.project.folder}-again`, { recursive: true, force: true });
  }

  hasArrived(final: Pick<Final, 'runId'>): boolean {
    const names = this.books.files
      .filter(({ runId }) => runId === final.runId)
      .map(({ path }) => basename(path));
    return names.some((name) => this.received.has(name) || existsSync(join(this.inbox, name)));
  }
}

/** Names of a row's amounts that are wrong. */
function wrongAmounts(template: string, is: Held, should: Held): string[] {
  const isByHours = TEMPLATES[template]?.rows === 'numbers';
  const wrong = {
    minutes: is.minutes !== should.minutes,
    hundredths: is.hundredths !== should.hundredths && isByHours,
    quantity: is.quantity !== should.quantity,
  };
  return Object.entries(wrong).flatMap(([name, isWrong]) => (isWrong ? [name] : []));
}

export function periodText({ from, to }: Span): string {
  return `${dateOf(from)}..${dateOf(to)}`;
}

export function expectSame(invariant: string, is: unknown, should: unknown, details?: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Broken(invariant, { is, should, details });
}

/** Paths within a folder, without the folders. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => !each.isDirectory())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    .sort();
}
