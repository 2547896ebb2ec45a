import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, message, type Text } from '../../i18n/message.js';

/** A problem that prevents a file from being written. */
export interface RenderProblem {
  readonly template: string;
  readonly message: AnyMessage;
  readonly column?: string | undefined;
  readonly employee?: string | undefined;
  readonly value?: string | undefined;
}

const LINES_LISTED = 100;
const EMPLOYEES_LISTED = 20;
/** The maximum number of problems: a template that fails in every row must not fill the memory. */
const PROBLEMS_KEPT = 10_000;

/** Thrown instead of writing: all problems of a template at once. */
export class RenderRefused extends PaytallyError {
  readonly problems: readonly RenderProblem[];

  constructor(problems: readonly RenderProblem[]) {
    const template = problems[0]?.template ?? '';
    super(
      'RENDER_REFUSED',
      message('template.refused', { template, problems: joined(problemLines(problems)) }),
      {
        record: `template ${template}`,
      },
    );
    this.problems = problems;
  }
}

/** A line for each problem; employees with the same problem share one. */
export function problemLines(problems: readonly RenderProblem[]): AnyMessage[] {
  const groups = groupBy(problems, ({ column, value, message }) => JSON.stringify([column, value, message]));
  const lines = [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : problemLine(
          first,
          same.flatMap(({ employee }) => employee ?? []),
        );
  });
  return [...firstOf(lines, LINES_LISTED)];
}

/** The first texts of a list, and the number of the rest. */
export function firstOf<Item extends Text>(items: readonly Item[], shown: number): (Item | AnyMessage)[] {
  const count = items.length - shown;
  return [...items.slice(0, shown), ...(count > 0 ? [message('template.more', { count })] : [])];
}

/** `datev-lodas, column pnr#bwd, employee Nolte, Jan (e1), value "123456": at most 5 characters are allowed`. */
export function problemLine(
  problem: RenderProblem,
  employees: readonly string[] = problem.employee === undefined ? [] : [problem.employee],
): AnyMessage {
  const { template, column, value } = problem;
  const [employee] = employees;
  const place: Text[] = [template];
  if (column !== undefined) place.push(message('template.place.column', { column }));
  if (employees.length === 1) place.push(message('template.place.employee', { employee: employee ?? '' }));
  if (value !== undefined) place.push(message('template.place.value', { value: JSON.stringify(value) }));
  const line = message('template.at', { place: joined(place, ', '), problem: problem.message });
  if (employees.length < 2) return line;
  const listed = joined(firstOf(employees, EMPLOYEES_LISTED), '; ');
  return message('template.ofEmployees', { problem: line, count: employees.length, employees: listed });
}

/** Collects problems; the same one is kept once, for any number of rows. */
export class RenderProblems {
  readonly #byLine = new Map<string, RenderProblem>();

  constructor(readonly template: string) {}

  add(message: AnyMessage, place: Omit<RenderProblem, 'template' | 'message'> = {}): void {
    if (this.#byLine.size >= PROBLEMS_KEPT) return;
    const problem = { template: this.template, message, ...place };
    this.#byLine.set(JSON.stringify(problem), problem);
  }

  get list(): readonly RenderProblem[] {
    return [...this.#byLine.values()];
  }

  throwIfAny(): void {
    if (this.#byLine.size > 0) throw new RenderRefused(this.list);
  }
}
