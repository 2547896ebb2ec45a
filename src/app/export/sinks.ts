import { modelOfRows } from '../../documents/buildModel.js';
import { CollectedRows } from '../../documents/model/collectedRows.js';
import type { Template } from '../../documents/template/template.js';
import { wantedSets } from '../../documents/template/wantedSets.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import type { PeriodFrame, PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { SpillTable } from '../../store/spillTable.js';
import type { EmployeeSink } from '../compute/computePeriod.js';
import type { WorkOfPerson } from '../compute/workOfPeople.js';

/** What a run needs of its employees. */
export interface SinkOptions {
  /** Templates that are rendered after all employees were computed. */
  readonly templates: readonly Template[];
  /** Further data sets that are requested. */
  readonly sets?: readonly string[];
  /** Whether the pay lines of each employee are requested afterwards. */
  readonly keepsPay?: boolean;
}

/** A place or team where employees of a run worked or were planned, by ID. */
export interface WorkedPlaces {
  readonly establishmentId: ReadonlySet<string>;
  readonly teamId: ReadonlySet<string>;
}

/** Hours of an employee that no place or team has: nothing says which recipient they are for. */
export interface UnplacedHours {
  readonly employeeId: string;
  readonly minutes: number;
}

interface UnplacedWork extends UnplacedHours {
  /** Where the employee was, also just before and after the period: files of these places have the hours. */
  readonly known: readonly string[];
}

/** Collects what a run needs of its employees, one at a time: the rows of its templates, pay lines and places. */
export class RunSinks implements EmployeeSink {
  readonly #collected: CollectedRows;
  readonly #pay: KeptPay | undefined;
  readonly #places = { establishmentId: new Set<string>(), teamId: new Set<string>() };
  readonly #unplaced = { establishmentId: [] as UnplacedWork[], teamId: [] as UnplacedWork[] };

  private constructor(collected: CollectedRows, pay: KeptPay | undefined) {
    this.#collected = collected;
    this.#pay = pay;
  }

  static async open(frame: PeriodFrame, options: SinkOptions): Promise<RunSinks> {
    const { templates, sets = [], keepsPay = false } = options;
    const wanted = new Set([...(await wantedSets(templates)), ...sets]);
    return new RunSinks(new CollectedRows(frame, wanted), keepsPay ? new KeptPay() : undefined);
  }

  write(id: string | null, employee: WorkOfPerson): void {
    this.#collected.add(id, employee);
    if (id === null) return;
    this.#pay?.add(id, employee.pay.lines);
    for (const { entry } of employee.timesheet.exported) this.#addPlace(entry);
    for (const shift of employee.data.shifts ?? []) this.#addPlace(shift);
    this.#unplaced.establishmentId.push(...unplacedWork(id, employee, 'establishmentId'));
    this.#unplaced.teamId.push(...unplacedWork(id, employee, 'teamId'));
  }

  /** The data sets of the run, of all employees or of some. */
  model(summary: PeriodSummary, only?: ReadonlySet<string>): TemplateModel {
    return modelOfRows(summary, this.#collected, only);
  }

  /** The pay lines of an employee, if they are kept. */
  readonly payOf = (id: string): { readonly pay: { readonly lines: readonly PayLine[] } } => {
    if (this.#pay === undefined) throw new Error('the pay lines of employees were not kept');
    return { pay: { lines: this.#pay.of(id) } };
  };

  get places(): WorkedPlaces {
    return this.#places;
  }

  /** What the files of all places, or of all teams, lack. */
  unplaced(key: keyof WorkedPlaces): readonly UnplacedHours[] {
    const isSent = ({ known }: UnplacedWork) => known.some((place) => this.#places[key].has(place));
    return this.#unplaced[key].filter((work) => !isSent(work));
  }

  /** Releases everything that was collected. */
  close(): void {
    this.#collected.close();
    this.#pay?.close();
  }

  #addPlace(place: { readonly establishmentId: string | null; readonly teamId: string | null }): void {
    if (place.establishmentId !== null) this.#places.establishmentId.add(place.establishmentId);
    if (place.teamId !== null) this.#places.teamId.add(place.teamId);
  }
}

/**
 * An employee's hours without a place: of entries without one, and hours that are not worked, such as leave, of an
 * employee without any. The second are in the files of all places of the employee, so they may have one after all.
 */
function unplacedWork(
  employeeId: string,
  { pay, timesheet, data: { entries, shifts } }: WorkOfPerson,
  key: keyof WorkedPlaces,
): UnplacedWork[] {
  const lines = pay.lines.filter((line) => line[key] === null && !EXTRA_KINDS.has(line.kind));
  if (lines.length === 0) return [];
  const work = { entries: timesheet.exported.map(({ entry }) => entry), shifts: shifts ?? [] };
  const isPlaced = [...work.entries, ...work.shifts].some((each) => each[key] !== null);
  const ofEntries = lines.filter(({ entryId }) => entryId !== null);
  const others = isPlaced ? [] : lines.filter(({ entryId }) => entryId === null);
  const known = [...entries, ...work.shifts].flatMap((each) => each[key] ?? []);
  const unplaced = [
    { lines: ofEntries, known: [] },
    { lines: others, known },
  ];
  return unplaced.flatMap(({ lines: own, ...rest }) =>
    own.length === 0
      ? []
      : { employeeId, minutes: own.reduce((sum, { minutes }) => sum + minutes, 0), ...rest },
  );
}

/** Paid in addition to other lines of the same time, or no time. */
const EXTRA_KINDS: ReadonlySet<string> = new Set(['loading', 'count', 'credit']);

class KeptPay {
  readonly #kept = new SpillTable();
  readonly #places = new Map<string, number>();

  add(id: string, lines: readonly PayLine[]): void {
    this.#kept.put('pay', this.#places.size, JSON.stringify(lines));
    this.#places.set(id, this.#places.size);
  }

  of(id: string): readonly PayLine[] {
    const place = this.#places.get(id);
    const kept = place === undefined ? undefined : this.#kept.get('pay', place);
    return kept === undefined ? [] : JSON.parse(kept);
  }

  close(): void {
    this.#kept.close();
  }
}
