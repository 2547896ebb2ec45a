import type { ComputedPeriod, ComputedWork } from '../../domain/computed/computedPeriod.js';
import { parseStamp } from '../../domain/time/stamp.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { heldPile, inOrderOf, type OpenPile } from '../pile.js';
import type { RowsByPerson } from '../templateModel.js';
import type { Lookups } from './modelLookups.js';

/** What a data set about people is made from: a period, and the work of one person. */
export interface SetInput
  extends ComputedWork,
    Omit<
      ComputedPeriod,
      | 'data'
      | 'people'
      | 'workedIds'
      | 'control'
      | 'paid'
      | 'absences'
      | 'findings'
      | 'works'
      | 'figures'
      | 'comparison'
    > {}

type MakeSet = (input: SetInput, find: Lookups) => DataSet;

/** The rows of all employees as the data sets lay them out for one. */
export class PeopleSets implements RowsByPerson {
  readonly people: RowsByPerson['people'];
  readonly #input: ComputedPeriod;
  readonly #find: Lookups;
  readonly #openPile: OpenPile;
  readonly #made = new Map<string, { readonly make: MakeSet; readonly isByStart: boolean }>();

  constructor(input: ComputedPeriod, find: Lookups, openPile: OpenPile) {
    this.#input = input;
    this.#find = find;
    this.#openPile = openPile;
    this.people = [...input.people.ids, null].map((id) => {
      const { lastName = '', firstName = '' } = find.person(id) ?? {};
      return { id, lastName: lastName ?? '', firstName: firstName ?? '' };
    });
  }

  /** A data set with the rows of all employees, person by person: computed while iterated, never held. */
  add(make: MakeSet): DataSet {
    const set = this.#add(make, false);
    return { ...set, rows: { [Symbol.iterator]: () => this.#rows(make) } };
  }

  /** The same, with the entries of all employees by start. */
  addByStart(make: MakeSet): DataSet {
    const set = this.#add(make, true);
    const rows = () => inOrderOf({ [Symbol.iterator]: () => this.#rows(make) }, startKey, this.#openPile);
    return { ...set, rows: { [Symbol.iterator]: rows } };
  }

  readonly rowsOf: RowsByPerson['rowsOf'] = (id) => {
    const input = new PersonInput(this.#input, this.#input.people.of(id));
    return (dataSet) => {
      const made = this.#made.get(dataSet);
      if (made === undefined) return [];
      const { rows } = made.make(input, this.#find);
      return made.isByStart ? inOrderOf(rows, startKey, heldPile) : rows;
    };
  };

  #add(make: MakeSet, isByStart: boolean): DataSet {
    const set = make(new PersonInput(this.#input, noWork(this.#input)), this.#find);
    this.#made.set(set.name, { make, isByStart });
    return set;
  }

  *#rows(make: MakeSet): Generator<DataRow> {
    for (const { id } of this.people)
      yield* make(new PersonInput(this.#input, this.#input.people.of(id)), this.#find).rows;
  }
}

/** Sorts like the instant, then like the id; seconds since the year 1 stay below 12 digits. */
function startKey(row: DataRow): string {
  const stamp = parseStamp(String(row['entry.startsAt']));
  const seconds = typeof stamp === 'string' ? 0 : stamp.epochSeconds;
  return `${String(seconds + 100_000_000_000).padStart(13, '0')} ${row['entry.id']}`;
}

/**
 * Pay is computed only for the sets that have something of it. A class: an object literal with an accessor would keep
 * each person's work in memory (see `PersonWork`).
 */
class PersonInput implements SetInput {
  readonly run: SetInput['run'];
  readonly period: SetInput['period'];
  readonly policy: SetInput['policy'];
  readonly payCodes: SetInput['payCodes'];
  readonly costCenters: SetInput['costCenters'];
  readonly mapping: SetInput['mapping'];
  readonly data: SetInput['data'];
  readonly relatedShifts: SetInput['relatedShifts'];
  readonly timesheet: SetInput['timesheet'];
  readonly #work: ComputedWork;

  constructor(input: ComputedPeriod, work: ComputedWork) {
    this.run = input.run;
    this.period = input.period;
    this.policy = input.policy;
    this.payCodes = input.payCodes;
    this.costCenters = input.costCenters;
    this.mapping = input.mapping;
    this.data = work.data;
    this.relatedShifts = work.relatedShifts;
    this.timesheet = work.timesheet;
    this.#work = work;
  }

  get pay(): SetInput['pay'] {
    return this.#work.pay;
  }
}

/** For the fields alone. */
function noWork({ data, period, policy }: ComputedPeriod): ComputedWork {
  const { hasPlanning, ...facts } = data;
  const none = { exported: [], outside: [], agency: [], excluded: [], days: [], agencyDays: [] };
  return {
    data: { ...facts, entries: [], shifts: hasPlanning ? [] : null },
    relatedShifts: [],
    timesheet: { period, policy, ...none },
    pay: { lines: [], outsideLines: [], entries: [] },
  };
}
