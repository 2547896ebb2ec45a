import {
  type AnyMessage,
  joined,
  type Message,
  message,
  plainText,
  remedyFor,
  type Text,
} from './messages.js';

/** `TEMPLATE_INVALID`: the drawn workbook cannot be used. `RENDER_REFUSED`: values do not fit a workbook. */
export type WorkbookErrorCode = 'TEMPLATE_INVALID' | 'RENDER_REFUSED';

interface WorkbookErrorDetail {
  /** Its subject: the name of the file, a sheet, or `Hours!B4`. */
  readonly record?: string | undefined;
  readonly sheet?: string | undefined;
  readonly cell?: string | undefined;
  /** All problems, each with its place, if there are several. */
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** A workbook or its values cannot be used, and the user can correct that. Other errors are bugs. */
export class WorkbookError extends Error {
  readonly record: string | undefined;
  readonly sheet: string | undefined;
  readonly cell: string | undefined;
  readonly problems: readonly Problem[];

  constructor(
    readonly code: WorkbookErrorCode,
    readonly text: AnyMessage,
    { record, sheet, cell, problems = [], cause }: WorkbookErrorDetail = {},
  ) {
    super(plainText(text), cause === undefined ? undefined : { cause });
    this.name = 'WorkbookError';
    this.record = record;
    this.sheet = sheet ?? problems[0]?.sheet;
    this.cell = cell;
    this.problems = problems;
  }
}

/** A file that cannot be used. @param text its value `file` names the file */
export function invalidTemplate(text: Message, cause?: unknown): WorkbookError {
  return new WorkbookError('TEMPLATE_INVALID', text, {
    record: typeof text.values.file === 'string' ? text.values.file : undefined,
    cause,
  });
}

/** A sheet or cell that cannot contain its value. */
export function renderRefused(sheet: string, text: AnyMessage, cell?: string): WorkbookError {
  const record = cell === undefined ? sheet : `${sheet}!${cell}`;
  return new WorkbookError('RENDER_REFUSED', text, { record, sheet, cell });
}

/** A mistake in a user's workbook. */
export interface Problem {
  /** Undefined if it concerns the whole file. */
  readonly sheet: string | undefined;
  /** A cell such as `B4`, or a name for another place. */
  readonly place: Text | undefined;
  readonly text: AnyMessage;
  readonly remedy: AnyMessage;
}

/** `Hours!B4: There is no field "employe.name". Did you mean employee.name?` */
export function problemMessage({ sheet, place, text, remedy }: Problem): AnyMessage {
  const at = [sheet, place].filter((part) => part !== undefined);
  if (at.length === 0) return message('noPlace', { problem: text, remedy });
  return message('at', { place: joined(at, '!'), problem: text, remedy });
}

/** The maximum number of reported problems: a mistake in a filled-down column is in each of its rows. */
const MOST_LISTED = 200;
const MOST_LOOKED_FOR = 2_000;

/** Collects problems so that all are reported at once; of a long list, the first ones and the number of the rest. */
export class Problems {
  readonly #known = new Set<string>();
  readonly #listed: Problem[] = [];

  /** @param remedy default: the remedy of the problem's text */
  add(sheet: string | undefined, place: Text | undefined, text: Message, remedy?: AnyMessage): void {
    const problem: Problem = {
      sheet: sheet === undefined ? undefined : shortQuote(sheet),
      place: place === undefined ? undefined : shortValue(place),
      text: shortValues(text),
      remedy: shortValues(remedy ?? remedyFor(text)),
    };
    const key = JSON.stringify([problem.sheet, problem.place, problem.text]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.#listed.length < MOST_LISTED) this.#listed.push(problem);
  }

  /** Whether there are so many problems that no more cells need to be examined. */
  get isFull(): boolean {
    return this.#known.size >= MOST_LOOKED_FOR;
  }

  /** The first problems; if there are more, the last entry says how many. */
  get list(): readonly Problem[] {
    const left = this.#known.size - this.#listed.length;
    if (left === 0) return this.#listed;
    const text = message(this.isFull ? 'atLeastMore' : 'more', { count: left });
    return [...this.#listed, { sheet: undefined, place: undefined, text, remedy: remedyFor(text) }];
  }
}

/** The maximum length of a quoted text: a file from elsewhere may contain names of a million characters. */
const LONGEST_QUOTE = 100;
/** The maximum length of an example to paste: shown whole, because no expression is longer. */
const LONGEST_EXAMPLE = 1_200;

export function shortQuote(text: string): string {
  return cutMiddle(text, LONGEST_QUOTE);
}

function shortValues<Kind extends AnyMessage>(text: Kind): Kind {
  if ('parts' in text) return { ...text, parts: text.parts.map(shortValue) };
  if ('remedyOf' in text) {
    const { remedyOf, otherwise } = text;
    return { ...text, ...remedyFor(shortValues(remedyOf), otherwise && shortValues(otherwise)) };
  }
  const values = Object.entries(text.values).map(([name, value]) => {
    const isExample = name === 'example' || text.id === 'write';
    return [
      name,
      isExample && typeof value === 'string' ? cutMiddle(value, LONGEST_EXAMPLE) : shortValue(value),
    ];
  });
  return { ...text, values: Object.fromEntries(values) };
}

function shortValue(value: Text): Text {
  if (typeof value === 'object') return 'ofCaller' in value ? value : shortValues(value);
  return typeof value === 'string' ? shortQuote(value) : value;
}

function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = Math.floor(longest / 3);
  const [head, tail] = [text.slice(0, longest - end), text.slice(-end)];
  // Splits no character.
  return `${head.replace(/[\ud800-\udbff]$/, '')}…${tail.replace(/^[\udc00-\udfff]/, '')}`;
}
