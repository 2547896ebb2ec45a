import { PaytallyError } from '../../errors.js';

/** One thing that keeps a file from being written. */
export interface RenderProblem {
  readonly template: string;
  readonly message: string;
  readonly column?: string;
  readonly employee?: string;
  readonly value?: string;
}

const LISTED = 100;

/** Thrown instead of writing: all problems of a template at once. */
export class RenderRefused extends PaytallyError {
  readonly problems: readonly RenderProblem[];

  constructor(problems: readonly RenderProblem[]) {
    const lines = problems.slice(0, LISTED).map(problemLine);
    if (problems.length > LISTED) lines.push(`… and ${problems.length - LISTED} more of this kind`);
    const template = problems[0]?.template ?? '';
    super(
      'RENDER_REFUSED',
      `Template ${template} cannot be written (${problems.length}):\n${lines.join('\n')}`,
      {
        record: `template ${template}`,
      },
    );
    this.problems = problems;
  }
}

/** `datev-lodas, column pnr#bwd, employee Nolte, Jan (e1), value "123456": at most 5 characters are allowed`. */
export function problemLine(problem: RenderProblem): string {
  const place = [problem.template];
  if (problem.column !== undefined) place.push(`column ${problem.column}`);
  if (problem.employee !== undefined) place.push(`employee ${problem.employee}`);
  if (problem.value !== undefined) place.push(`value ${JSON.stringify(problem.value)}`);
  return `${place.join(', ')}: ${problem.message}`;
}

/** Collects problems; the same one is kept once however many rows show it. */
export class RenderProblems {
  readonly #byLine = new Map<string, RenderProblem>();

  constructor(readonly template: string) {}

  add(message: string, place: Omit<RenderProblem, 'template' | 'message'> = {}): void {
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
