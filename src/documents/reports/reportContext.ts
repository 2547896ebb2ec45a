import { type Verdict, verdictOf } from '../../domain/month/verdict.js';
import { type Say, sayIn } from '../../i18n/formatMessage.js';
import type { HourNotation } from '../../i18n/hoursText.js';
import { type Language, languageOf } from '../../i18n/language.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { periodInWords } from '../model/runFields.js';
import type { FileDigest, FileDigests } from '../outputFile.js';
import { nameSortKey } from '../sortKey.js';
import type { PersonOfModel, RowsByPerson, TemplateModel } from '../templateModel.js';
import { textField } from './rowAccess.js';

export interface ReportOptions {
  /** @default the run's language (`run.language`), otherwise English */
  readonly language?: Language;
  /** @default those of the run (`run.hours`), otherwise clock */
  readonly hours?: HourNotation;
  /** Digests of the other files of a final. */
  readonly digests?: FileDigests | undefined;
  /** The number of such files. @default 0 */
  readonly otherFiles?: number;
}

/** The input of every sheet of a report. */
export interface ReportContext {
  /** With people in the order of their names. */
  readonly model: TemplateModel;
  /** All employees by name, with their rows of several sets: each person's work is computed once. */
  readonly people: Iterable<RowsOfPerson>;
  readonly language: Language;
  readonly hours: HourNotation;
  /** Writes texts in the report's language. */
  readonly say: Say;
  /** A run field as text. */
  readonly run: (field: string) => string;
  readonly draft: boolean;
  /** `2026-10-01 – 2026-10-31`, preceded by the name of the period if it does not follow from the dates. */
  readonly period: string;
  /** `Bakery · 2026-10-01 – 2026-10-31`. */
  readonly subtitle: string;
  /** The run's other files, after they were written; only for a final. */
  readonly files: { readonly count: number; readonly list: () => readonly FileDigest[] };
}

export function reportContext(model: TemplateModel, options: ReportOptions): ReportContext {
  const run = (field: string) => textField(model.run, `run.${field}`);
  const language = options.language ?? languageOf(run('language'));
  const hours = options.hours ?? (run('hours') === 'decimal' ? 'decimal' : 'clock');
  const period = periodInWords(language, { label: run('periodLabel'), from: run('from'), to: run('to') });
  const people = new SortedPeople(model);
  return {
    model: sortModelByPerson(model, people),
    people,
    language,
    hours,
    say: sayIn({ language, hours }),
    run,
    draft: run('state') !== 'final',
    period,
    files: {
      count: options.digests === undefined ? 0 : (options.otherFiles ?? 0),
      list: () => options.digests?.list() ?? [],
    },
    subtitle: `${run('employerName')} · ${period}`,
  };
}

/** Whether the period of the run can be paid. */
export function verdictOfRun({ model: { status }, language, draft }: ReportContext): Verdict {
  if (status === undefined) throw new Error('the model of a document has the state of its period');
  return verdictOf(language, { ...status, about: draft ? 'a read' : 'the final' });
}

/** `<employer>_<period label>_<template>.<extension>`, without characters that file systems refuse. */
export function outputName({ run }: ReportContext, template: string, extension = 'xlsx'): string {
  const name = `${run('employer')}_${run('periodLabel')}_${template}`;
  return `${oneLine(name).replace(/[\\/:*?"<>|]/g, '-')}.${extension}`;
}

/** Data sets about people, in which readers search by name. */
const BY_PERSON = [
  'employee-days',
  'calendar',
  'planned-worked',
  'clock-changes',
  'period-edges',
  'employees',
  'weeks',
] as const;

/** Further sets whose rows each belong to one person. */
const OF_PERSONS = [...BY_PERSON, 'entries', 'pay-lines', 'accounts'] as const;

/** The rows of one person, by data set. */
export interface RowsOfPerson {
  /** null for rows without an employee. */
  readonly id: string | null;
  readonly rowsOf: (dataSet: (typeof OF_PERSONS)[number]) => Iterable<DataRow>;
}

/** All employees in the order of their last and first names; those without a name come last, by id. */
export class SortedPeople {
  readonly #byPerson: RowsByPerson;
  #ids: readonly (string | null)[] | undefined;

  constructor(model: TemplateModel) {
    this.#byPerson = model.byPerson ?? groupRowsByPerson(model);
  }

  /** Computes each person's work once for all data sets, and releases it before the next person. */
  *[Symbol.iterator](): Generator<RowsOfPerson> {
    this.#ids ??= sortPeople(this.#byPerson.people);
    for (const id of this.#ids) yield { id, rowsOf: this.#byPerson.rowsOf(id) };
  }
}

/** The model with the rows of sets about people in the order of names; the rows of a person stay in their order. */
export function sortModelByPerson(model: TemplateModel, people = new SortedPeople(model)): TemplateModel {
  const dataSets = new Map<string, DataSet>(model.dataSets);
  for (const name of BY_PERSON) {
    const dataSet = dataSets.get(name);
    if (dataSet === undefined) continue;
    function* rows(): Generator<DataRow> {
      for (const person of people) yield* person.rowsOf(name);
    }
    dataSets.set(name, { ...dataSet, rows: { [Symbol.iterator]: rows } });
  }
  return { ...model, dataSets };
}

function sortPeople(people: readonly PersonOfModel[]): (string | null)[] {
  const keyed = people.map((person) => ({ id: person.id, key: personSortKey(person) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ id }) => id);
}

/** Last name, first name; if these are equal, by their exact characters, then by ID. */
function personSortKey({ id, lastName, firstName }: PersonOfModel): string {
  const names = [lastName, firstName];
  return [...names.map(nameSortKey), ...names, id ?? ''].join('\u0000');
}

/** For a model with all rows in memory. */
function groupRowsByPerson({ dataSets }: TemplateModel): RowsByPerson {
  const rows = new Map<string | null, Map<string, DataRow[]>>();
  const people = new Map<string | null, PersonOfModel>();
  for (const name of OF_PERSONS) {
    for (const row of dataSets.get(name)?.rows ?? []) {
      const id = textField(row, 'employee.id') || null;
      const sets = rows.get(id) ?? new Map<string, DataRow[]>();
      rows.set(id, sets.set(name, [...(sets.get(name) ?? []), row]));
      const [lastName, firstName] = [
        textField(row, 'employee.lastName'),
        textField(row, 'employee.firstName'),
      ];
      if (!people.has(id) || name === 'employees') people.set(id, { id, lastName, firstName });
    }
  }
  return {
    people: [...people.values()],
    rowsOf: (id) => (dataSet) => rows.get(id)?.get(dataSet) ?? [],
  };
}
