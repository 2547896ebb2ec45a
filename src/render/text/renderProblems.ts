import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';

/** One thing that keeps a file from being written. */
export interface RenderProblem {
  readonly template: string;
  readonly message: string;
  readonly column?: string;
  readonly employee?: string;
  readonly value?: string;
}

const LINES_LISTED = 100;
const EMPLOYEES_LISTED = 20;
/** More than anybody reads: a template that fails in every row must not fill the memory. */
const PROBLEMS_KEPT = 10_000;

/** Thrown instead of writing: all problems of a template at once. */
export class RenderRefused extends PaytallyError {
  readonly problems: readonly RenderProblem[];

  constructor(problems: readonly RenderProblem[]) {
    const template = problems[0]?.template ?? '';
    super('RENDER_REFUSED', `The template ${template} cannot be written:\n${problemText(problems)}`, {
      record: `template ${template}`,
    });
    this.problems = problems;
  }
}

function problemText(problems: readonly RenderProblem[]): string {
  return problemLines(problems).join('\n');
}

/** A line for each thing to put right; employees with the same trouble share one. */
export function problemLines(problems: readonly RenderProblem[]): string[] {
  const groups = groupBy(problems, ({ column, value, message }) => JSON.stringify([column, value, message]));
  const lines = [...groups.values()].map((same) => {
    const [first] = same;
    const employees = same.map(({ employee }) => employee).filter((employee) => employee !== undefined);
    return first === undefined ? '' : problemLine(first, employees);
  });
  const more = lines.length - LINES_LISTED;
  return [...lines.slice(0, LINES_LISTED), ...(more > 0 ? [`… and ${more} more`] : [])];
}

/** `datev-lodas, column pnr#bwd, employee Nolte, Jan (e1), value "123456": at most 5 characters are allowed`. */
export function problemLine(
  problem: RenderProblem,
  employees: readonly string[] = problem.employee === undefined ? [] : [problem.employee],
): string {
  const place = [problem.template];
  if (problem.column !== undefined) place.push(`column ${problem.column}`);
  if (employees.length === 1) place.push(`employee ${employees[0]}`);
  if (problem.value !== undefined) place.push(`value ${JSON.stringify(problem.value)}`);
  const line = `${place.join(', ')}: ${problem.message}`;
  return employees.length > 1 ? `${line} (${employees.length} employees: ${listed(employees)})` : line;
}

function listed(employees: readonly string[]): string {
  const more = employees.length - EMPLOYEES_LISTED;
  return [...employees.slice(0, EMPLOYEES_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Collects problems; the same one is kept once however many rows show it. */
export class RenderProblems {
  readonly #byLine = new Map<string, RenderProblem>();

  constructor(readonly template: string) {}

  add(message: string, place: Omit<RenderProblem, 'template' | 'message'> = {}): void {
    if (this.#byLine.size >= PROBLEMS_KEPT) return;
    const problem = { template: this.template, message, ...place };
    this.#byLine.set(problemLine(problem), problem);
  }

  get list(): readonly RenderProblem[] {
    return [...this.#byLine.values()];
  }

  throwIfAny(): void {
    if (this.#byLine.size > 0) throw new RenderRefused(this.list);
  }
}
