/** `TEMPLATE_INVALID`: the workbook that was drawn cannot be used. `RENDER_REFUSED`: values do not fit a workbook. */
export type WorkbookErrorCode = 'TEMPLATE_INVALID' | 'RENDER_REFUSED';

interface WorkbookErrorDetail {
  /** What it is about: the name of the file, a sheet, or `Hours!B4`. */
  readonly record?: string | undefined;
  readonly sheet?: string | undefined;
  /** `B4`. */
  readonly cell?: string | undefined;
  /** What would be right. */
  readonly remedy?: string | undefined;
  /** All that is wrong, each with its place, where several things are. */
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** Something about a workbook or its values that a person can mend. Anything else that is thrown is a bug. */
export class WorkbookError extends Error {
  readonly record: string | undefined;
  readonly sheet: string | undefined;
  readonly cell: string | undefined;
  readonly remedy: string | undefined;
  readonly problems: readonly Problem[];

  constructor(
    readonly code: WorkbookErrorCode,
    message: string,
    { record, sheet, cell, remedy, problems = [], cause }: WorkbookErrorDetail = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WorkbookError';
    this.record = record;
    this.sheet = sheet ?? problems[0]?.sheet;
    this.cell = cell ?? problems[0]?.cell;
    this.remedy = remedy;
    this.problems = problems;
  }
}

/** A file that cannot be used; its name begins the message. */
export function invalidTemplate(
  subject: string,
  problem: string,
  remedy?: string,
  cause?: unknown,
): WorkbookError {
  return new WorkbookError('TEMPLATE_INVALID', `${subject} ${problem}`, { record: subject, remedy, cause });
}

/** A sheet, or a cell of it, that cannot hold what it would have to. */
export function renderRefused(sheet: string, problem: string, remedy?: string, cell?: string): WorkbookError {
  const record = cell === undefined ? sheet : `${sheet}!${cell}`;
  return new WorkbookError('RENDER_REFUSED', problem, { record, sheet, cell, remedy });
}

/** Something in a user's workbook that cannot work, with what would. */
export interface Problem {
  /** Undefined where it is about the whole file. */
  readonly sheet: string | undefined;
  readonly cell: string | undefined;
  readonly problem: string;
  /** What would be right. */
  readonly remedy: string;
}

/** `Hours!B4: "{{employe.name}}" … Write …` */
export function problemText({ sheet, cell, problem, remedy }: Problem): string {
  const place = [sheet, cell].filter((part) => part !== undefined).join('!');
  return `${place === '' ? '' : `${place}: `}${problem}. ${remedy}`;
}

/** More is not read, and one mistake in a filled-down column is in every row of it. */
const MOST_TOLD = 200;
/** Looking for more than this is work for nothing. */
const MOST_LOOKED_FOR = 2_000;

/** Collects problems so that all are told at once; of very many the first, and how many more there are. */
export class Problems {
  readonly #known = new Set<string>();
  readonly #told: Problem[] = [];

  add(sheet: string | undefined, cell: string | undefined, problem: string, remedy: string): void {
    const told: Problem = {
      sheet: sheet === undefined ? undefined : shortQuote(sheet),
      cell: cell === undefined ? undefined : shortQuote(cell),
      problem: shortText(problem),
      remedy: shortText(remedy),
    };
    const key = JSON.stringify([told.sheet, told.cell, told.problem]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.#told.length < MOST_TOLD) this.#told.push(told);
  }

  /** There are so many that cells need no longer be looked at. */
  get isFull(): boolean {
    return this.#known.size >= MOST_LOOKED_FOR;
  }

  /** The first problems; if there are more, the last entry says how many. */
  get list(): readonly Problem[] {
    const left = this.#known.size - this.#told.length;
    if (left === 0) return this.#told;
    const problem = `and ${left} more${this.isFull ? ' at least' : ''}`;
    return [
      ...this.#told,
      { sheet: undefined, cell: undefined, problem, remedy: 'Mend these, and check again.' },
    ];
  }
}

/** Of a thing that a message quotes: a file from elsewhere may name things in a million characters. */
const LONGEST_QUOTE = 100;
/** Of a message as a whole, with all that it quotes. */
const LONGEST_TEXT = 480;

const QUOTED = /"[^"]{101,}"|\{\{[^{}]{101,}\}\}/g;

/** A thing to quote: of a long one its beginning and end. */
export function shortQuote(text: string): string {
  return cutMiddle(text, LONGEST_QUOTE);
}

/** A message in which whatever is quoted is short. */
export function shortText(text: string): string {
  return cutMiddle(text.replace(QUOTED, shortQuote), LONGEST_TEXT);
}

function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = Math.floor(longest / 3);
  const [head, tail] = [text.slice(0, longest - end), text.slice(-end)];
  // No character is cut in two.
  return `${head.replace(/[\ud800-\udbff]$/, '')}…${tail.replace(/^[\udc00-\udfff]/, '')}`;
}

/** Something in a placeholder or directive that cannot work, with what would. Becomes a Problem with its cell. */
export class TemplateError extends Error {
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
    this.name = 'TemplateError';
  }
}

/** What an action gives; undefined where it throws an error of this kind, which is told elsewhere. */
export function resultUnless<T>(
  kind: typeof TemplateError | typeof WorkbookError,
  action: () => T,
): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof kind) return undefined;
    throw error;
  }
}
