import { type Random, randomFor } from '../../../samples/generator/random.js';
import { type Columns, type Employer, PEOPLE, type Who, type Work } from './employer.js';
import { pick, type RandomTemplate, randomTemplate } from './randomTemplate.js';

/* A random template, and a random history of an employer: the same for the same seed. */

export interface Case {
  readonly template: RandomTemplate;
  readonly finals: readonly string[];
  readonly isSuperseded: boolean;
  readonly states: readonly Employer[];
  /** The period of each correction; the last is of everything. */
  readonly corrected: readonly string[];
  /** Every so many-th line is paid outside; 0: none. */
  readonly settles: number;
}

const DAYS = ['2026-10-27', '2026-10-29', '2026-11-02', '2026-11-03'] as const;
const PERIODS: readonly (readonly string[])[] = [
  ['2026-10-26..2026-11-08'],
  ['2026-10-26..2026-11-01', '2026-11-02..2026-11-08'],
  ['2026-10-01..2026-10-31', '2026-11-01..2026-11-30'],
];
export const ALL = '2026-10-01..2026-11-30';

export function caseOf(seed: number): Case {
  const random = randomFor(`correction ${seed}`);
  // Tenths of hours are exact in two decimals: amounts that are divided add up.
  const isExact = random.chance(0.5);
  const settles = isExact && random.chance(0.4) ? random.between(2, 4) : 0;
  // A settled line names its row in the file only if nothing but days, codes and places is in it.
  const isByLine = settles > 0;
  const template = randomTemplate(random, { isExact, isByLine });
  // A template with a row a person refuses a person with two payroll IDs in the period.
  const isByPerson = [template.first, template.later].some((shape) => shape?.data === 'employees');
  const mappingEdits = isByPerson ? MAPPING_EDITS : [...MAPPING_EDITS, fromDay];
  const edits = [...WORK_EDITS, ...RULE_EDITS, ...(isByLine ? [] : mappingEdits)];
  const isDated = !isByLine && !isByPerson && random.chance(0.3);
  const first = firstState(random, isExact, isDated);
  const states: Employer[] = [first];
  const steps = random.between(1, 3);
  for (let step = 0; step < steps; step++)
    states.push(changed(states.at(-1) ?? first, random, edits, isExact));
  const finals = pick(random, template.isSplit ? PERIODS.slice(0, 2) : PERIODS);
  const corrected = [...Array(steps).keys()].map((step) =>
    step < steps - 1 && random.chance(0.5) ? pick(random, finals) : ALL,
  );
  return {
    template,
    finals,
    isSuperseded: random.chance(0.2),
    states,
    corrected: [...corrected.slice(0, -1), ALL],
    settles: template.later === undefined ? settles : 0,
  };
}

function firstState(random: Random, isExact: boolean, isDated: boolean): Employer {
  const work: Work[] = [];
  for (const who of PEOPLE)
    for (const [index, date] of DAYS.entries())
      if (random.chance(0.7)) work.push(anyWork(`${who[0]}${index}`, who, date, random, isExact));
  const employer: Employer = {
    people: {
      ann: { employeeNumber: '1001', department: '10', ...CONTRACT },
      bob: { employeeNumber: '1002', department: '20', ...CONTRACT },
      cem: { employeeNumber: '1003', department: '10', ...CONTRACT },
    },
    work: work.length > 0 ? work : [anyWork('a0', 'ann', DAYS[0], random, isExact)],
    settings: settings(480, '100'),
    ...(random.chance(0.3) ? { holidays: anyHolidays(random) } : {}),
  };
  return isDated ? fromDay(employer, random) : employer;
}

/** Hours of a holiday without work: a whole number of tenths of hours. */
const CONTRACT = {
  contractMinutesPerDay: '456',
  contractWeekdays: '12345',
  contractFrom: '2020-01-01',
  contractTo: '2027-12-31',
};

/** Each of our codes has one code of the payroll system. */
export const EXTERNAL = { NORMAL: '100', OT: '200', HOL: '300', LEAVE: '400', FEAST: '500' } as const;

function settings(overtimeAbove: number, normal: string) {
  return {
    payRules: {
      base: [
        { code: 'HOL', on: ['holiday'] },
        { code: 'OT', over: { day: overtimeAbove } },
        { code: 'NORMAL' },
      ],
      notWorked: [{ code: 'FEAST', by: 'contract' }],
    },
    payCodes: Object.fromEntries(
      Object.entries({ ...EXTERNAL, NORMAL: normal }).map(([code, external]) => [code, { external }]),
    ),
  };
}

function anyHolidays(random: Random): string[] {
  const part = pick(random, ['', '', 'pm', '08:00-13:00']);
  const where = pick(random, ['', '', 'North', 'department=10']);
  return [`${pick(random, DAYS)};Feast;${part};${where};add`];
}

function anyWork(id: string, who: Who, date: string, random: Random, isExact: boolean): Work {
  return {
    id,
    who,
    date,
    minutes: minutesOf(random, isExact),
    place: pick(random, ['North', 'South'] as const),
    task: pick(random, ['oven', 'shop'] as const),
    isReviewed: random.chance(0.7),
  };
}

function minutesOf(random: Random, isExact: boolean): number {
  return isExact ? 6 * random.between(10, 100) : random.between(60, 600);
}

type Edit = (employer: Employer, random: Random, isExact: boolean) => Employer;

/** The employer after some edits. */
function changed(employer: Employer, random: Random, edits: readonly Edit[], isExact: boolean): Employer {
  let now = employer;
  const count = random.between(1, 4);
  for (let edit = 0; edit < count; edit++) now = pick(random, edits)(now, random, isExact);
  return now;
}

const WORK_EDITS: readonly Edit[] = [
  (employer, random, isExact) => editWork(employer, random, { minutes: minutesOf(random, isExact) }),
  (employer, random, isExact) => editWork(employer, random, { minutes: minutesOf(random, isExact) }),
  (employer, random) => editWork(employer, random, { task: pick(random, ['oven', 'shop'] as const) }),
  (employer, random) => editWork(employer, random, { place: pick(random, ['North', 'South'] as const) }),
  (employer, random) => editWork(employer, random, { isReviewed: random.chance(0.5) }),
  (employer, random) => editWork(employer, random, { date: pick(random, DAYS) }),
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
  (employer, random) => ({ ...employer, inactive: random.chance(0.5) ? [pick(random, PEOPLE)] : [] }),
];

const RULE_EDITS: readonly Edit[] = [
  (employer, random) => ({ ...employer, settings: settings(pick(random, [300, 420, 480]), '100') }),
  (employer, random) => ({
    ...employer,
    absences: random.chance(0.6) ? [`${pick(random, PEOPLE)},2026-10-28,2026-10-28,LEAVE,480`] : [],
  }),
  (employer, random) => ({ ...employer, holidays: random.chance(0.6) ? anyHolidays(random) : [] }),
];

const MAPPING_EDITS: readonly Edit[] = [
  ({ people, ...employer }, random) => {
    const [one, other] = [pick(random, PEOPLE), pick(random, PEOPLE)];
    // Both keep their other columns, and the days of their rows.
    const numberOf = (who: Who) => rowsFor(people[who])[0]?.employeeNumber ?? '';
    const renamed = (who: Who, employeeNumber: string) =>
      rowsFor(people[who]).map((row, index) => (index === 0 ? { ...row, employeeNumber } : row));
    const [first, second] = [numberOf(one), numberOf(other)];
    return {
      ...employer,
      people: { ...people, [one]: renamed(one, second), [other]: renamed(other, first) },
    };
  },
  ({ people, ...employer }, random) => {
    const who = pick(random, PEOPLE);
    const department = pick(random, ['10', '20']);
    const [first, ...rest] = rowsFor(people[who]);
    return { ...employer, people: { ...people, [who]: [{ ...first, department }, ...rest] } };
  },
  (employer, random) => ({
    ...employer,
    settings: settings(pick(random, [300, 420, 480]), pick(random, ['100', '150'])),
  }),
];

/** A person's payroll ID and department from a day on; or the person has one row again. */
function fromDay({ people, ...employer }: Employer, random: Random): Employer {
  const who = pick(random, PEOPLE);
  const [first = {}] = rowsFor(people[who]);
  const { to: _, ...open } = first;
  const from = pick(random, ['2026-10-29', '2026-11-02', '2026-11-03']);
  const number = `20${PEOPLE.indexOf(who)}${random.between(1, 2)}`;
  const later = { ...open, employeeNumber: number, department: pick(random, ['10', '20']), from };
  const rows = random.chance(0.7) ? [{ ...open, to: dayBefore(from) }, later] : [open];
  return { ...employer, people: { ...people, [who]: rows } };
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function rowsFor(columns: Columns | readonly Columns[] | undefined): readonly Columns[] {
  return columns === undefined ? [] : Array.isArray(columns) ? columns : [columns as Columns];
}

function editWork(employer: Employer, random: Random, change: Partial<Work>): Employer {
  const at = random.between(0, employer.work.length - 1);
  const chosen = employer.work[at];
  // A person has one entry a day, so that nothing overlaps.
  const isTaken = employer.work.some(
    ({ who, date }) => change.date !== undefined && who === chosen?.who && date === change.date,
  );
  if (isTaken) return employer;
  return {
    ...employer,
    work: employer.work.map((each, index) => (index === at ? { ...each, ...change } : each)),
  };
}
