import { type CellResult, FormulaError } from '../cellResult.js';

/** Which cells a SUMIF counts. */
export interface Criterion {
  readonly test: (value: CellResult) => boolean;
  /** What all counted cells hold, where it is one value: these are found without looking at every cell. */
  readonly equals: string | number | undefined;
}

const OPERATOR = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/;
const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?\s*$/i;
/** Text that a program may take for a date, a time, a share or a price. */
const MAY_BE_NUMBER = /^\s*[-+(€$£]?\s*\d[\d\s.,:/%-]*[%)€$£]?\s*$/;

/**
 * Reads a criterion such as `">=5"`, `"<>"`, `"North*"` or 7. Undefined where programs differ: dates as text, numbers
 * that stand as text in cells, order of text.
 * @param values the cells that are tested
 */
export function criterionOf(criterion: CellResult, values: readonly CellResult[]): Criterion | undefined {
  if (criterion === undefined || criterion instanceof FormulaError || typeof criterion === 'boolean')
    return undefined;
  if (criterion === null) return ofNumber('=', 0, values);
  if (typeof criterion === 'number') return ofNumber('=', criterion, values);
  const [, operator = '=', operand = ''] = OPERATOR.exec(criterion) ?? [];
  if (NUMBER.test(operand)) return ofNumber(operator, Number(operand), values);
  if (MAY_BE_NUMBER.test(operand)) return undefined;
  return ofText(operator, operand, criterion);
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function ofNumber(operator: string, number: number, values: readonly CellResult[]): Criterion | undefined {
  const compare = COMPARISONS[operator];
  const isAmbiguous = values.some((value) => typeof value === 'string' && MAY_BE_NUMBER.test(value));
  if (!compare || isAmbiguous) return undefined;
  const test = (value: CellResult): boolean =>
    typeof value === 'number' ? compare(value, number) : operator === '<>';
  return { test, equals: operator === '=' ? number : undefined };
}

function ofText(operator: string, operand: string, whole: string): Criterion | undefined {
  if (operator !== '=' && operator !== '<>') return undefined;
  const isNot = operator === '<>';
  if (operand === '') {
    // `""` counts blank cells and empty text; `"="` blank cells alone; `"<>"` cells with anything in them.
    const isBlank = (value: CellResult): boolean => value === null || (whole === '' && value === '');
    return { test: (value) => isBlank(value) !== isNot, equals: undefined };
  }
  const wanted = operand.toLowerCase();
  const hasWildcards = /[*?~]/.test(wanted);
  const pattern = hasWildcards ? wildcardPattern(wanted) : undefined;
  const matches = (value: CellResult): boolean =>
    typeof value === 'string' &&
    (pattern ? pattern.test(value.toLowerCase()) : value.toLowerCase() === wanted);
  return { test: (value) => matches(value) !== isNot, equals: isNot || hasWildcards ? undefined : operand };
}

/** `*` stands for any text, `?` for a character; `~` makes the next one plain. */
function wildcardPattern(text: string): RegExp {
  const parts = text.match(/~[*?~]|\*+|\?|[^*?~]+|~/g) ?? [];
  const source = parts.map((part) => {
    if (part.startsWith('*')) return '[\\s\\S]*';
    if (part === '?') return '[\\s\\S]';
    const plain = part.length === 2 && part.startsWith('~') ? part.slice(1) : part;
    return plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}
