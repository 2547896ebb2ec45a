import { cpuUsage } from 'node:process';
import { Context, type Emitter, Liquid, type Template } from 'liquidjs';
import { PaytallyError } from '../../errors.js';
import { englishText } from '../../i18n/formatMessage.js';
import { type AnyMessage, message, verbatim } from '../../i18n/message.js';
import { dateWriter, hoursFormat, isDatePattern } from './printFormats.js';

/**
 * Tags that read files, and filters that use the clock or random numbers: a template is data, and always gives the same
 * text. Lists within lists, which some filters create, would pass by the limits: a list of a list of itself has no end.
 */
const REFUSED_TAGS = ['include', 'render', 'layout', 'block'];
const REFUSED_FILTERS = [
  'sum',
  'sample',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
  'push',
  'unshift',
  'group_by',
  'group_by_exp',
];
/** The limits for all texts of a template together. */
const MOST_RENDER_MS = 30_000;
const MOST_CHARACTERS = 200_000_000;
/**
 * The limits of one text: its own characters, the milliseconds that it takes, and the characters and list items that it
 * works with, its result included.
 */
const LIMITS = { parseLimit: 50_000, renderLimit: 2_000, memoryLimit: 100_000 };

/** Liquid that can read only own properties of plain data; an unknown name or filter is an error. */
function openEngine(): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    templates: {},
    ...LIMITS,
  });
  for (const name of REFUSED_TAGS) {
    engine.registerTag(name, {
      parse: () => refuse(message('template.liquid.tag', { name })),
      render: () => undefined,
    });
  }
  for (const name of REFUSED_FILTERS) {
    engine.registerFilter(name, () => refuse(message('template.liquid.filter', { name })));
  }
  for (const [name, of] of Object.entries(ARITHMETIC)) {
    engine.registerFilter(name, (...values) => of(...values.map((value) => parseNumber(name, value))));
  }
  engine.registerFilter('divided_by', (value: unknown, other: unknown, isWhole = false) => {
    const result = divide('divided_by', parseNumber('divided_by', value), parseNumber('divided_by', other));
    return isWhole === true ? Math.floor(result) : result;
  });
  engine.registerFilter('check_digit', (text, method) => checkDigit(String(text), String(method)));
  engine.registerFilter('date', writeDate);
  engine.registerFilter('hours', writeHours);
  engine.registerFilter('pad_start', function (text, width, sign = '0') {
    this.context.memoryLimit.use(Number(width));
    return String(text).padStart(Number(width), String(sign));
  });
  engine.registerFilter('pad_end', function (text, width, sign = ' ') {
    this.context.memoryLimit.use(Number(width));
    return String(text).padEnd(Number(width), String(sign));
  });
  const { renderer } = engine;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new LimitedEmitter(context)) =>
    renderTemplates(templates, context, emitter);
  return engine;
}

/** Written characters count too: Liquid's own limit counts those of filters alone, and a loop could fill the memory. */
class LimitedEmitter implements Emitter {
  buffer = '';
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  write(value: unknown): void {
    const text = Array.isArray(value) ? value.join('') : String(value ?? '');
    this.#context.memoryLimit.use(text.length);
    this.buffer += text;
  }
}

/** A text exceeds the limit for characters and list items. */
class TextTooLarge extends Error {}

/** The values of a text, whose limit fails with an error of its own. */
function limitedContext(engine: Liquid, scope: object, renderLimit: number): Context {
  const context = new Context(scope, engine.options, { sync: true, renderLimit }, { liquid: engine });
  const { memoryLimit } = context;
  const use = memoryLimit.use.bind(memoryLimit);
  memoryLimit.use = (count) => {
    try {
      use(count);
    } catch (cause) {
      throw new TextTooLarge('memory limit', { cause });
    }
  };
  return context;
}

/** The texts of one template. Most templates have none, so the engine is opened with the first. */
export class LiquidText {
  #opened: Liquid | undefined;
  readonly #name: string;
  readonly #processorMs: () => number;
  #elapsedMs = 0;
  #characters = 0;

  /**
   * @param name of the template, for messages
   * @param processorMs the processor time of the program
   */
  constructor(name: string, processorMs = processorTime()) {
    this.#name = name;
    this.#processorMs = processorMs;
  }

  get #engine(): Liquid {
    this.#opened ??= openEngine();
    return this.#opened;
  }

  /** Processor time of texts, because on a busy machine the elapsed time does not measure them. */
  #spentMs(): number {
    if (this.#elapsedMs < MOST_RENDER_MS) return this.#elapsedMs;
    return Math.min(this.#elapsedMs, this.#processorMs());
  }

  parse(text: string): Template[] {
    return this.#engine.parse(text);
  }

  /**
   * @throws PaytallyError RENDER_REFUSED for a text that exceeds its limits, or if all texts of a template exceed theirs;
   * errors of the text otherwise
   */
  render(template: Template[], scope: object): string {
    const beganMs = performance.now();
    if (this.#spentMs() >= MOST_RENDER_MS) throw tooSlow(this.#name, MOST_RENDER_MS);
    try {
      const context = limitedContext(this.#engine, scope, LIMITS.renderLimit);
      const text = String(this.#engine.renderSync(template, context));
      this.#characters += text.length;
      if (this.#characters > MOST_CHARACTERS) throw tooLong(this.#name);
      return text;
    } catch (cause) {
      if (isTooLarge(cause)) throw tooLarge(this.#name);
      if (performance.now() - beganMs >= LIMITS.renderLimit) throw tooSlow(this.#name, LIMITS.renderLimit);
      throw cause;
    } finally {
      this.#elapsedMs += performance.now() - beganMs;
    }
  }

  /** Full names of what the text reads: `employee.number`, `variables.client`. */
  variablesOf(text: string): string[] {
    return this.#engine.globalFullVariablesSync(text);
  }
}

/** Liquid would read text that is not a number, such as `15,50` or an empty text, as 0. */
const ARITHMETIC: Readonly<Record<string, (...values: number[]) => number>> = {
  plus: (value = 0, other = 0) => value + other,
  minus: (value = 0, other = 0) => value - other,
  times: (value = 0, other = 0) => value * other,
  modulo: (value = 0, other = 0) => value - other * Math.floor(divide('modulo', value, other)),
  abs: (value = 0) => Math.abs(value),
  ceil: (value = 0) => Math.ceil(value),
  floor: (value = 0) => Math.floor(value),
  round: roundHalfAway,
  at_least: (value = 0, least = 0) => Math.max(value, least),
  at_most: (value = 0, most = 0) => Math.min(value, most),
};

function parseNumber(filter: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return Number(value);
  return value === undefined
    ? refuse(message('template.liquid.noNumber', { filter }))
    : refuse(message('template.liquid.notNumber', { filter, value: JSON.stringify(value) }));
}

/** Half away from zero, by decimal digits: 1.255 to two places is 1.26, although its binary fraction is below. */
function roundHalfAway(value = 0, decimals = 0): number {
  const magnitude = Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e${-decimals}`);
  return value < 0 ? -magnitude : magnitude;
}

function divide(filter: string, value: number, other: number): number {
  return other === 0 ? refuse(message('template.liquid.byZero', { filter })) : value / other;
}

function processorTime(): () => number {
  const began = cpuUsage();
  return () => {
    const { user, system } = cpuUsage(began);
    return (user + system) / 1_000;
  };
}

function tooSlow(template: string, limitMs: number): PaytallyError {
  const text = message('template.textsTooSlow', { template, seconds: limitMs / 1000 });
  return new PaytallyError('RENDER_REFUSED', text, { record: template });
}

function tooLarge(template: string): PaytallyError {
  const text = message('template.textTooLarge', { template, most: LIMITS.memoryLimit });
  return new PaytallyError('RENDER_REFUSED', text, { record: template });
}

function tooLong(template: string): PaytallyError {
  const text = message('template.textsTooLong', { template, most: MOST_CHARACTERS });
  return new PaytallyError('RENDER_REFUSED', text, { record: template });
}

function isTooLarge(cause: unknown): boolean {
  if (cause instanceof TextTooLarge) return true;
  return cause instanceof Error && isTooLarge((cause as LiquidFailure).originalError);
}

/** An error of one of our tags or filters. */
class LiquidRefusal extends Error {
  constructor(readonly text: AnyMessage) {
    super(englishText(text));
  }
}

function refuse(text: AnyMessage): never {
  throw new LiquidRefusal(text);
}

/**
 * The problem of a text with its position; other errors of the library in its own words, without the source listing.
 */
export function liquidMessage(cause: unknown): AnyMessage {
  if (!(cause instanceof Error)) return verbatim(String(cause));
  const text = cause.message.split('\n')[0] ?? '';
  const [, line, column] = /, line:(\d+), col:(\d+)$/.exec(text) ?? [];
  const problem = refusalIn(cause);
  if (problem === undefined) return verbatim(text);
  return line === undefined || column === undefined
    ? problem
    : message('template.liquid.at', { problem, line, column });
}

function refusalIn(cause: Error): AnyMessage | undefined {
  const { originalError: inner, variableName: name } = cause as LiquidFailure;
  if (cause instanceof LiquidRefusal) return cause.text;
  if (name !== undefined) return message('template.liquid.unknownName', { name });
  return inner === undefined ? undefined : refusalIn(inner);
}

interface LiquidFailure extends Error {
  readonly originalError?: Error;
  readonly variableName?: string;
}

/** `{{ part.from | date: "DD.MM.YYYY" }}`. */
function writeDate(value: unknown, pattern: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value))
    refuse(message('template.liquid.notDate', { value: shown(value) }));
  if (typeof pattern !== 'string' || !isDatePattern(pattern))
    refuse(message('template.liquid.notPattern', { value: shown(pattern) }));
  return dateWriter(pattern)(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? '–';
}

/** `{{ workedMinutes | hours: 2, "," }}`. */
function writeHours(value: unknown, decimals: unknown = 2, sign: unknown = '.'): string {
  if (typeof value !== 'number') refuse(message('template.liquid.notMinutes', { value: shown(value) }));
  const format = hoursFormat(Number(decimals), Number(decimals), String(sign));
  return format.print(format.toUnits(value));
}

/** The method for a number's check digits. */
const METHODS: Readonly<Record<string, (digits: string) => string>> = {
  luhn,
  mod11,
  // Two digits: the difference to the next multiple of 97, as in Belgian national numbers.
  mod97: (digits) => String(97 - Number(BigInt(digits) % 97n)).padStart(2, '0'),
  // ISO 7064 MOD 97-10, as in IBAN.
  iso7064: (digits) => String(98 - Number((BigInt(digits) * 100n) % 97n)).padStart(2, '0'),
};

/**
 * The check digit, or digits, of a number.
 * @throws Error for an unknown method, and for text that is not only digits
 */
export function checkDigit(digits: string, method: string): string {
  const make = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (make === undefined) {
    const known = Object.keys(METHODS).join(', ');
    return refuse(message('template.liquid.method', { method: shown(method), known }));
  }
  if (!/^\d+$/.test(digits)) refuse(message('template.liquid.notDigits', { value: shown(digits) }));
  return make(digits);
}

/** Every second digit doubled, from the right; the sum with the check digit is a multiple of 10. */
function luhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 2 to 7 from the right, repeated; X represents 10. */
function mod11(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}
