import { Liquid, type Template } from 'liquidjs';
import { dateWriter, isDatePattern } from './datePattern.js';
import { hoursFormat } from './numberFormat.js';

/** Tags that read files, and filters that read the clock or roll dice: a template is data, and gives the same text each time. */
const REFUSED_TAGS = ['include', 'render', 'layout', 'block'];
const REFUSED_FILTERS = [
  'sample',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
];
const LIMITS = { parseLimit: 200_000, renderLimit: 10_000, memoryLimit: 50_000_000 };

/** Liquid that sees own properties of plain data only; an unknown name or filter is an error. */
export class LiquidText {
  readonly #engine = new Liquid({
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    templates: {},
    ...LIMITS,
  });

  constructor() {
    for (const name of REFUSED_TAGS) {
      this.#engine.registerTag(name, {
        parse: () => refuse(`the tag ${name} is not available here`),
        render: () => undefined,
      });
    }
    for (const name of REFUSED_FILTERS) {
      this.#engine.registerFilter(name, () => refuse(`the filter ${name} is not available here`));
    }
    this.#engine.registerFilter('date', writeDate);
    this.#engine.registerFilter('hours', writeHours);
    this.#engine.registerFilter('pad_start', (text, width, sign = '0') =>
      String(text).padStart(Number(width), String(sign)),
    );
    this.#engine.registerFilter('pad_end', (text, width, sign = ' ') =>
      String(text).padEnd(Number(width), String(sign)),
    );
  }

  parse(text: string): Template[] {
    return this.#engine.parse(text);
  }

  render(template: Template[], scope: object): string {
    return String(this.#engine.renderSync(template, scope));
  }

  /** Full names of what the text reads: `employee.number`, `variables.client`. */
  variablesOf(text: string): string[] {
    return this.#engine.globalFullVariablesSync(text);
  }
}

function refuse(message: string): never {
  throw new Error(message);
}

/** `{{ part.from | date: "DD.MM.YYYY" }}`. */
function writeDate(value: unknown, pattern: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value))
    refuse(`date: ${JSON.stringify(value)} is not a date`);
  if (typeof pattern !== 'string' || !isDatePattern(pattern))
    refuse(`date: ${JSON.stringify(pattern)} is not a date pattern`);
  return dateWriter(pattern)(value);
}

/** `{{ workedMinutes | hours: 2, "," }}`. */
function writeHours(value: unknown, decimals: unknown = 2, sign: unknown = '.'): string {
  if (typeof value !== 'number') refuse(`hours: ${JSON.stringify(value)} is not a number of minutes`);
  const format = hoursFormat(Number(decimals), Number(decimals), String(sign));
  return format.print(format.toUnits(value));
}
