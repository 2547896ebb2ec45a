import { type Random, randomFor } from '../../samples/generator/random.js';
import type { Employer, Who, Work } from './employer.js';
import { PEOPLE } from './employer.js';
import type { Takes } from './target.js';

/* A random template, and a random history of an employer: the same for the same seed. */

export interface TemplateShape {
  readonly yaml: string;
  readonly takes: Takes;
  /** Headings of the texts by which the target knows a row; of its amount, and of its sign. */
  readonly keys: readonly string[];
  readonly amounts: readonly string[];
  readonly sign: 'before' | 'after' | 'apart';
  readonly unit: 'hours' | 'minutes' | 'clock';
}

export interface Case {
  readonly template: TemplateShape;
  /** A later version of it, for some cases: what is then compared is coarser. */
  readonly later: TemplateShape | undefined;
  readonly finals: readonly string[];
  readonly isSuperseded: boolean;
  readonly states: readonly Employer[];
  /** The period of each correction; the last is of everything. */
  readonly corrected: readonly string[];
  /** Every so many-th line is paid outside; 0: none. */
  readonly settles: number;
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

const DAYS = ['2026-10-27', '2026-10-29', '2026-11-02', '2026-11-03'] as const;
const PERIODS: readonly (readonly string[])[] = [
  ['2026-10-26..2026-11-08'],
  ['2026-10-26..2026-11-01', '2026-11-02..2026-11-08'],
  ['2026-10-01..2026-10-31', '2026-11-01..2026-11-30'],
];
const ALL = '2026-10-01..2026-11-30';

export function caseOf(seed: number): Case {
  const random = randomFor(`correction ${seed}`);
  // Tenths of hours are exact in two decimals: amounts that are divided add up.
  const isExact = random.chance(0.4);
  const shape = shapeOf(random, isExact);
  const first = firstState(random, isExact);
  const states: Employer[] = [first];
  const steps = random.between(1, 3);
  for (let step = 0; step < steps; step++) states.push(changed(states.at(-1) ?? first, random, isExact));
  const finals = pick(random, shape.isSplit ? PERIODS.slice(0, 2) : PERIODS);
  const corrected = [...Array(steps).keys()].map((step) =>
    step < steps - 1 && random.chance(0.5) ? pick(random, finals) : ALL,
  );
  return {
    template: shape.template,
    later: shape.later,
    finals,
    isSuperseded: random.chance(0.2),
    states,
    corrected: [...corrected.slice(0, -1), ALL],
    settles: isExact && shape.later === undefined && random.chance(0.4) ? random.between(2, 4) : 0,
  };
}

interface Shape {
  readonly template: TemplateShape;
  readonly later: TemplateShape | undefined;
  readonly isSplit: boolean;
}

const TASK = ['task.id', 'task.name'] as const;
const FILTERS = [
  'field: entry.reviewed, is: true',
  'field: employee.department, is: "10"',
  'field: employee.active, is: true',
  'field: minutes, above: 0',
  'field: task.name, is: oven',
] as const;

function shapeOf(random: Random, isExact: boolean): Shape {
  const takes = pick(random, ['adds', 'adds', 'replaces-row', 'replaces-person', 'replaces-period'] as const);
  const data = pick(random, ['pay-lines', 'pay-lines', 'pay-lines', 'employee-days', 'entries'] as const);
  const isSplit = takes === 'adds' && random.chance(0.3);
  const split = isSplit
    ? pick(random, ['month', 'payroll-month', '{ field: employee.department }'])
    : undefined;
  const isReversal = takes === 'adds' && random.chance(0.3);
  const common = { takes, isReversal, split, unit: unitOf(random), sign: signOf(random), isExact };
  if (data !== 'pay-lines') return { template: wholeTemplate(data, common), later: undefined, isSplit };
  const extra = [
    ...(random.chance(0.4) ? ['date'] : []),
    ...(random.chance(0.3) ? [pick(random, TASK)] : []),
    ...(random.chance(0.3) ? ['establishment.id'] : []),
    ...(random.chance(0.3) ? ['employee.department'] : []),
  ];
  const filter = random.chance(0.5) ? pick(random, FILTERS) : undefined;
  const layout = pick(random, ['rows', 'rows', 'pivot'] as const);
  const reconcile = !isExact && layout === 'rows' && common.unit === 'hours' && random.chance(0.4);
  const fields = { extra, filter, layout, reconcile };
  const changes = isExact && takes === 'adds' && layout === 'rows' && !isReversal && filter === undefined;
  const later =
    changes && random.chance(0.4)
      ? linesTemplate({ ...fields, extra: extra.includes('date') ? [] : ['date'] }, common)
      : undefined;
  return { template: linesTemplate(fields, common), later, isSplit };
}

function unitOf(random: Random): TemplateShape['unit'] {
  return pick(random, ['hours', 'hours', 'minutes', 'clock']);
}

function signOf(random: Random): TemplateShape['sign'] {
  return pick(random, ['before', 'before', 'after', 'apart']);
}

interface Common {
  readonly takes: Takes;
  readonly isReversal: boolean;
  readonly split: string | undefined;
  readonly unit: TemplateShape['unit'];
  readonly sign: TemplateShape['sign'];
}

function headOf({ takes, isReversal, split }: Common): string {
  const corrections =
    takes === 'adds'
      ? `corrections: delta${isReversal ? '\nstyle: reversal' : ''}`
      : `corrections: restate\nrestateScope: ${takes === 'replaces-period' ? 'all' : 'employee'}`;
  const target = `target: { takes: ${takes}, source: test, confidence: VERIFIED }`;
  const columns = 'mappingColumns: { department: { description: d, samples: ["10"] } }';
  const splits = split === undefined ? '' : `\nsplit: ${split}`;
  return `kind: text\ndescription: Own\naudience: payroll\n${corrections}\n${target}\n${columns}${splits}\nrows:\n`;
}

const SIGNS = {
  before: '',
  after: ', sign: { place: after }',
  apart: ', sign: none',
} as const;

function amountColumns(field: string, { unit, sign }: Common, more: string): string[] {
  const amount = `{ header: amount, field: ${field}, format: { type: ${unit}${SIGNS[sign]} }${more} }`;
  const apart = `{ header: sign, field: ${field}, format: { type: sign, plus: P, minus: M } }`;
  return sign === 'apart' ? [apart, amount] : [amount];
}

interface LinesFields {
  readonly extra: readonly string[];
  readonly filter: string | undefined;
  readonly layout: 'rows' | 'pivot';
  readonly reconcile: boolean;
}

function linesTemplate({ extra, filter, layout, reconcile }: LinesFields, common: Common): TemplateShape {
  const isPivot = layout === 'pivot';
  const own = isPivot ? { ...common, sign: 'before' as const } : common;
  const group = ['employee.number', ...extra, ...(isPivot ? [] : ['external'])];
  const texts = group.map((name) => `{ header: ${name}, field: ${name} }`);
  const more = reconcile ? ', reconcile: [employee.number], zero: omit' : '';
  const amounts = isPivot
    ? [`{ pivot: {}, format: { type: ${own.unit} }, zero: blank }`]
    : amountColumns('minutes', own, more);
  const yaml = `${headOf(own)}  data: pay-lines
${filter === undefined ? '' : `  filter: [{ ${filter} }]\n`}  group: [${group.join(', ')}]
${isPivot ? '  codes: {}\n' : ''}  columns: [${[...texts, ...amounts].join(', ')}]\n`;
  return {
    yaml,
    takes: own.takes,
    keys: group,
    amounts: isPivot ? [] : ['amount'],
    sign: own.sign,
    unit: own.unit,
  };
}

function wholeTemplate(data: string, common: Common): TemplateShape {
  const keys = data === 'entries' ? ['employee.number', 'date', 'entry.id'] : ['employee.number', 'date'];
  const texts = keys.map((name) => `{ header: ${name}, field: ${name} }`);
  const declared = `, amount: ${common.unit === 'minutes' ? 'minutes' : 'hours'}`;
  const amounts = amountColumns('workedMinutes', common, declared);
  const yaml = `${headOf(common)}  data: ${data}\n  columns: [${[...texts, ...amounts].join(', ')}]\n`;
  return { yaml, takes: common.takes, keys, amounts: ['amount'], sign: common.sign, unit: common.unit };
}

function firstState(random: Random, isExact: boolean): Employer {
  const work: Work[] = [];
  for (const who of PEOPLE)
    for (const [index, date] of DAYS.entries())
      if (random.chance(0.7)) work.push(anyWork(`${who[0]}${index}`, who, date, random, isExact));
  return {
    people: {
      ann: { employeeNumber: '1001', department: '10' },
      bob: { employeeNumber: '1002', department: '20' },
      cem: { employeeNumber: '1003', department: '10' },
    },
    work: work.length > 0 ? work : [anyWork('a0', 'ann', DAYS[0], random, isExact)],
    settings: settings(480, '100'),
  };
}

function settings(overtimeAbove: number, external: string) {
  return {
    payRules: { base: [{ code: 'OT', over: { day: overtimeAbove } }, { code: 'NORMAL' }] },
    payCodes: { NORMAL: { external }, OT: { external: '200' }, LEAVE: { external: '400' } },
  };
}

function anyWork(id: string, who: Who, date: string, random: Random, isExact: boolean): Work {
  return {
    ...{ id, who, date },
    minutes: minutesOf(random, isExact),
    place: pick(random, ['North', 'South'] as const),
    task: pick(random, ['oven', 'shop'] as const),
    isReviewed: random.chance(0.7),
  };
}

function minutesOf(random: Random, isExact: boolean): number {
  return isExact ? 6 * random.between(10, 100) : random.between(60, 600);
}

/** The employer after some edits, one of each kind at most. */
function changed(employer: Employer, random: Random, isExact: boolean): Employer {
  let now = employer;
  const edits = random.between(1, 4);
  for (let edit = 0; edit < edits; edit++) now = pick(random, EDITS)(now, random, isExact);
  return now;
}

type Edit = (employer: Employer, random: Random, isExact: boolean) => Employer;

const EDITS: readonly Edit[] = [
  (employer, random, isExact) => editWork(employer, random, { minutes: minutesOf(random, isExact) }),
  (employer, random, isExact) => editWork(employer, random, { minutes: minutesOf(random, isExact) }),
  (employer, random) => editWork(employer, random, { task: pick(random, ['oven', 'shop'] as const) }),
  (employer, random) => editWork(employer, random, { place: pick(random, ['North', 'South'] as const) }),
  (employer, random) => editWork(employer, random, { isReviewed: random.chance(0.5) }),
  (employer, random) => {
    const at = random.between(0, employer.work.length - 1);
    const work = employer.work.filter((_, index) => index !== at);
    return work.length === 0 ? employer : { ...employer, work };
  },
  (employer, random, isExact) => {
    const [who, date] = [pick(random, PEOPLE), pick(random, DAYS)];
    const isFree = !employer.work.some((each) => each.who === who && each.date === date);
    const id = `n${random.between(0, 99_999)}`;
    return isFree
      ? { ...employer, work: [...employer.work, anyWork(id, who, date, random, isExact)] }
      : employer;
  },
  ({ people, ...employer }, random) => {
    const [one, other] = [pick(random, PEOPLE), pick(random, PEOPLE)];
    const numberOf = (who: Who) => people[who]?.employeeNumber ?? '';
    const swapped = {
      ...people,
      [one]: { ...people[one], employeeNumber: numberOf(other) },
      [other]: { ...people[other], employeeNumber: numberOf(one) },
    };
    return { ...employer, people: swapped };
  },
  ({ people, ...employer }, random) => {
    const who = pick(random, PEOPLE);
    return {
      ...employer,
      people: { ...people, [who]: { ...people[who], department: pick(random, ['10', '20']) } },
    };
  },
  (employer, random) => ({ ...employer, inactive: random.chance(0.5) ? [pick(random, PEOPLE)] : [] }),
  (employer, random) => ({
    ...employer,
    settings: settings(pick(random, [300, 420, 480]), pick(random, ['100', '150'])),
  }),
  (employer, random) => ({
    ...employer,
    absences: random.chance(0.5) ? [`${pick(random, PEOPLE)},2026-10-28,2026-10-28,LEAVE,480`] : [],
  }),
];

function editWork(employer: Employer, random: Random, change: Partial<Work>): Employer {
  const at = random.between(0, employer.work.length - 1);
  return {
    ...employer,
    work: employer.work.map((each, index) => (index === at ? { ...each, ...change } : each)),
  };
}
