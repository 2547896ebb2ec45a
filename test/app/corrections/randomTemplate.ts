import type { Random } from '../../../samples/generator/random.js';
import type { Takes } from './target.js';

/* A random template: what it prints of which rows in which layout, and by what its payroll system knows an amount. */

export type Layout = 'rows' | 'companion' | 'pivot' | 'slots' | 'days' | 'blocks' | 'tree';

export interface TemplateShape {
  readonly yaml: string;
  readonly takes: Takes;
  readonly layout: Layout;
  /** Fields of the texts by which the target knows a row, besides the code or day of a column. */
  readonly keys: readonly string[];
  readonly sign: 'before' | 'after' | 'apart';
  readonly unit: 'hours' | 'minutes' | 'clock';
  /** The data set, of which only pay lines have a pay code. */
  readonly data: 'pay-lines' | 'entries' | 'employee-days' | 'employees';
}

export interface RandomTemplate {
  readonly first: TemplateShape;
  /** A later version of it, for some cases: what is then compared is coarser. */
  readonly later: TemplateShape | undefined;
  readonly isSplit: boolean;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

interface Wanted {
  /** Amounts are tenths of hours, and add up in two decimals however they are divided. */
  readonly isExact: boolean;
  /** Each row can be told from a line of the correction alone. */
  readonly isByLine: boolean;
}

const TASK = ['task.id', 'task.name'] as const;
const FILTERS = [
  'entry.reviewed',
  'employee.department = "10"',
  'employee.active',
  'minutes > 0',
  'task.name = "oven"',
] as const;
const LAYOUTS = ['rows', 'rows', 'rows', 'companion', 'pivot', 'slots', 'days', 'blocks', 'tree'] as const;
/** Rows of employees have no date. */
const SPLITS = ['month', 'payroll-month', '{ field: employee.department }'] as const;
const TAKES = ['adds', 'adds', 'replaces-row', 'replaces-person', 'replaces-period'] as const;
const DATA = [
  'pay-lines',
  'pay-lines',
  'pay-lines',
  'pay-lines',
  'employee-days',
  'entries',
  'employees',
] as const;

export function randomTemplate(random: Random, { isExact, isByLine }: Wanted): RandomTemplate {
  const takes = pick(random, TAKES);
  const data = isByLine ? 'pay-lines' : pick(random, DATA);
  const layout = data === 'pay-lines' ? pick(random, LAYOUTS) : 'rows';
  const isSplit = takes === 'adds' && layout !== 'companion' && random.chance(0.3);
  const split = isSplit ? pick(random, data === 'employees' ? SPLITS.slice(-1) : SPLITS) : undefined;
  const adding = pick(random, ['delta', 'delta', 'both', 'reversal'] as const);
  const unit = pick(random, ['hours', 'hours', 'minutes', 'clock'] as const);
  const sign = pick(random, ['before', 'before', 'after', 'apart'] as const);
  const head = headOf(takes, adding, split);
  const common = { takes, unit, head, layout, sign: hasOneAmount(layout) ? sign : ('before' as const) };
  if (data !== 'pay-lines') {
    const field = data === 'employee-days' ? 'workedMinutes' : pick(random, ['workedMinutes', 'paidMinutes']);
    const first = wholeTemplate(data, field, common);
    return { first, later: undefined, isSplit };
  }
  const extra = [
    ...(layout !== 'days' && random.chance(0.4) ? ['date'] : []),
    ...(!isByLine && random.chance(0.3) ? [pick(random, TASK)] : []),
    ...(random.chance(0.3) ? ['establishment.id'] : []),
    ...(!isByLine && random.chance(0.3) ? ['employee.department'] : []),
  ];
  const filter = random.chance(0.5) ? pick(random, FILTERS) : undefined;
  const reconcile = !isExact && layout === 'rows' && unit === 'hours' && random.chance(0.4);
  const lines = { extra, filter, reconcile };
  const mayChange =
    isExact && takes === 'adds' && layout === 'rows' && adding !== 'reversal' && filter === undefined;
  const later =
    mayChange && random.chance(0.9)
      ? linesTemplate({ ...lines, extra: extra.includes('date') ? [] : ['date'] }, common)
      : undefined;
  return { first: linesTemplate(lines, common), later, isSplit };
}

/** Columns of several amounts have their own place for a sign. */
function hasOneAmount(layout: Layout): boolean {
  return layout === 'rows' || layout === 'companion' || layout === 'blocks';
}

interface Common {
  readonly takes: Takes;
  readonly unit: TemplateShape['unit'];
  readonly sign: TemplateShape['sign'];
  readonly layout: Layout;
  readonly head: string;
}

function headOf(takes: Takes, adding: 'delta' | 'both' | 'reversal', split: string | undefined): string {
  const added = adding === 'reversal' ? 'corrections: delta\nstyle: reversal' : `corrections: ${adding}`;
  const scope = takes === 'replaces-period' ? 'all' : 'employee';
  const corrections = takes === 'adds' ? added : `corrections: restate\nrestateScope: ${scope}`;
  // A system that accepts either form also replaces, so that no single way of importing describes it.
  const target =
    takes === 'adds' && adding === 'both'
      ? ''
      : `target: { takes: ${takes}, source: test, confidence: VERIFIED }\n`;
  const columns = 'mappingColumns: { department: { description: d, samples: ["10"] } }';
  const splits = split === undefined ? '' : `split: ${split}\n`;
  return `kind: text\ndescription: Own\naudience: payroll\n${corrections}\n${target}${columns}\n${splits}`;
}

const SIGNS = { before: '', after: ' | sign-after', apart: ' | unsigned' } as const;

function amountColumns(field: string, { unit, sign }: Common, more = ''): string[] {
  const amount = `{ header: amount, value: "{{${field} | ${unit}${SIGNS[sign]}}}"${more} }`;
  const apart = `{ header: sign, value: "{{${field} | sign:'P','M'}}" }`;
  return sign === 'apart' ? [apart, amount] : [amount];
}

interface LinesFields {
  readonly extra: readonly string[];
  readonly filter: string | undefined;
  readonly reconcile: boolean;
}

function linesTemplate(fields: LinesFields, common: Common): TemplateShape {
  const { takes, layout, unit, sign, head } = common;
  const isByCode = layout === 'pivot' || layout === 'slots';
  const keys = ['employee.number', ...fields.extra, ...(isByCode ? [] : ['external'])];
  const yaml = `${head}${bodyOf(fields, keys, common)}`;
  return { yaml, takes, layout, keys, sign, unit, data: 'pay-lines' };
}

function bodyOf({ filter, reconcile }: LinesFields, keys: readonly string[], common: Common): string {
  const { layout, unit } = common;
  const texts = (some: readonly string[]) => some.map((name) => `{ header: ${name}, value: "{{${name}}}" }`);
  const conditions = filter === undefined ? [] : [filter];
  const rows = (columns: readonly string[], more: readonly string[] = [], group = keys) =>
    [
      `each: '${eachOf([...conditions, ...more], group)}'`,
      ...(layout === 'pivot' || layout === 'slots' ? ['codes: {}'] : []),
      `columns: [${columns.join(', ')}]`,
    ].join(', ');
  const format = `value: "{{minutes | ${unit}}}", zero: blank`;
  switch (layout) {
    case 'pivot':
      return `rows: { ${rows([...texts(keys), `{ pivot: {}, ${format} }`])} }\n`;
    case 'slots': {
      const slots = 'slots: { count: 2, codeHeader: "code {n}", amountHeader: "amount {n}" }';
      return `rows: { ${rows([...texts(keys), `{ ${slots}, ${format} }`])} }\n`;
    }
    case 'days':
      return `rows: { ${rows([...texts(keys), `{ days: { header: YYYY-MM-DD }, ${format} }`])} }\n`;
    case 'companion': {
      const columns = [...texts(keys), ...amountColumns('minutes', common)];
      const name = 'fileName: "bakery_{{ run.periodLabel }}_more.csv"';
      const [one, other] = ['=', '!='].map((how) => rows(columns, [`external ${how} "100"`]));
      return `rows: { ${one} }\ncompanions: [{ ${name}, rows: { ${other} } }]\n`;
    }
    case 'blocks': {
      const inner = keys.filter((name) => name !== 'employee.number');
      const number = '{ value: "{{employee.number}}", key: text, hidden: true }';
      const columns = [...texts(inner), ...amountColumns('minutes', common), number];
      const each = `each: '${eachOf(conditions, ['employee.number'])}'`;
      return `blocks: [{ ${each}, preamble: "P {{ employee.number }}\\n", sections: [{ ${rows(columns)}, header: false }] }]\n`;
    }
    case 'tree': {
      const inner = keys.filter((name) => name !== 'employee.number');
      const attributes = inner.map((name) => `${name}: { value: "{{${name}}}" }`).join(', ');
      const amount = `value: "{{minutes | ${unit}}}"`;
      const hours = `{ element: amount, each: 'group by ${inner.join(', ')}', attributes: { ${attributes} }, ${amount} }`;
      const people = `each: '${eachOf(conditions, ['employee.number'])}'`;
      const person = `{ element: person, ${people}, attributes: { number: { value: "{{employee.number}}" } }, children: [${hours}] }`;
      return `extension: xml\ndialect: xml\ntree: { element: pay, children: [${person}] }\n`;
    }
    case 'rows': {
      const more = reconcile ? ', reconcile: [employee.number], zero: omit' : '';
      return `rows: { ${rows([...texts(keys), ...amountColumns('minutes', common, more)])} }\n`;
    }
  }
}

/** `pay-lines where entry.reviewed group by employee.number`. */
function eachOf(conditions: readonly string[], group: readonly string[]): string {
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `pay-lines${where} group by ${group.join(', ')}`;
}

function wholeTemplate(
  data: 'entries' | 'employee-days' | 'employees',
  field: string,
  common: Common,
): TemplateShape {
  const { takes, unit, sign, layout, head } = common;
  const of = { entries: ['date', 'entry.id'], 'employee-days': ['date'], employees: [] } as const;
  const keys = ['employee.number', ...of[data]];
  const texts = keys.map((name) => `{ header: ${name}, value: "{{${name}}}" }`);
  const amounts = amountColumns(field, common, `, amount: ${unit === 'minutes' ? 'minutes' : 'hours'}`);
  const yaml = `${head}rows: { each: ${data}, columns: [${[...texts, ...amounts].join(', ')}] }\n`;
  return { yaml, takes, layout, keys, sign, unit, data };
}
