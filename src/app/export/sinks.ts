import type { Config } from '../../config/config.js';
import { modelOfRows } from '../../documents/model/buildModel.js';
import { CollectedRows, EmployeeRows, isInEmployeeOrder } from '../../documents/model/collectedRows.js';
import { runRow } from '../../documents/model/runFields.js';
import { applyFileName } from '../../documents/template/fileNames.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import { wantedSets } from '../../documents/template/wantedSets.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import type { TextSink } from '../../documents/text/renderFile.js';
import type { PeriodFrame, PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { SpillTable } from '../../store/spillTable.js';
import type { EmployeeSink } from '../compute/computePeriod.js';
import type { WorkOfPerson } from '../compute/workOfPeople.js';

/** The outputs that a run needs of its employees. */
export interface SinkOptions {
  /** Templates that are rendered after all employees were computed, or written meanwhile. */
  readonly templates: readonly Template[];
  readonly config: Config;
  /** Further data sets that are requested. */
  readonly sets?: readonly string[];
  /** Templates whose rows are needed in any case. */
  readonly collected?: readonly Template[];
  /** Whether the pay lines of each employee are requested afterwards. */
  readonly keepsPay?: boolean;
}

/** A place or team where employees of a run worked or were planned, by ID. */
export interface WorkedPlaces {
  readonly establishmentId: ReadonlySet<string>;
  readonly teamId: ReadonlySet<string>;
}

/**
 * The outputs of a run's employees, one at a time: texts with rows by employee are written to spools; for other
 * templates, which need all employees first, the rows are collected.
 */
export class RunSinks implements EmployeeSink {
  /** Texts that are complete once all employees were written. */
  readonly texts: ReadonlyMap<Template, TextSink>;
  readonly #collected: CollectedRows;
  readonly #rows: EmployeeRows;
  readonly #pay: KeptPay | undefined;
  readonly #places = { establishmentId: new Set<string>(), teamId: new Set<string>() };

  private constructor(
    frame: PeriodFrame,
    collected: CollectedRows,
    texts: ReadonlyMap<Template, TextSink>,
    pay: KeptPay | undefined,
  ) {
    this.#rows = new EmployeeRows(frame);
    this.#collected = collected;
    this.texts = texts;
    this.#pay = pay;
  }

  static async open(frame: PeriodFrame, options: SinkOptions): Promise<RunSinks> {
    const { templates, config, sets = [], collected = [], keepsPay = false } = options;
    const texts = await openTexts(frame, templates, config);
    const others = templates.filter((template) => !texts.has(template));
    const wanted = new Set([...(await wantedSets([...others, ...collected])), ...sets]);
    const pay = keepsPay ? new KeptPay() : undefined;
    return new RunSinks(frame, new CollectedRows(frame, wanted), texts, pay);
  }

  write(id: string | null, employee: WorkOfPerson): void {
    for (const text of this.texts.values()) text.add(this.#rows.of(text.dataSet, employee));
    this.#collected.add(id, employee);
    if (id === null) return;
    this.#pay?.add(id, employee.pay.lines);
    for (const { entry } of employee.timesheet.exported) this.#addPlace(entry);
    for (const shift of employee.data.shifts ?? []) this.#addPlace(shift);
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

  /** Releases everything that was not written to files. */
  close(): void {
    for (const text of this.texts.values()) text.close();
    this.#collected.close();
    this.#pay?.close();
  }

  #addPlace(place: { readonly establishmentId: string | null; readonly teamId: string | null }): void {
    if (place.establishmentId !== null) this.#places.establishmentId.add(place.establishmentId);
    if (place.teamId !== null) this.#places.teamId.add(place.teamId);
  }
}

/** Only built-in texts: users' templates are rendered in a separate thread after all rows were collected. */
async function openTexts(
  frame: PeriodFrame,
  templates: readonly Template[],
  config: Config,
): Promise<ReadonlyMap<Template, TextSink>> {
  const { locale, language } = config;
  const none = new CollectedRows(frame, new Set());
  const model = { run: runRow(frame), dataSets: new Map(none.dataSets().map((set) => [set.name, set])) };
  const texts = new Map<Template, TextSink>();
  for (const template of templates) {
    if (template.kind !== 'text' || !template.builtIn) continue;
    const { makeReaders } = await import('../../documents/text/readBack.js');
    const { openTextSink } = await import('../../documents/text/renderText.js');
    await makeReaders(template);
    const variables = variablesOf(template.name, config);
    const named = applyFileName(template, config.fileNames[template.name]);
    const text = openTextSink(named, model, { variables, locale, language });
    if (text === undefined) continue;
    if (isInEmployeeOrder(text.dataSet)) texts.set(template, text);
    else text.close();
  }
  return texts;
}

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
