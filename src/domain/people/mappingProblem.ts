import { PaytallyError } from '../../errors.js';

/**
 * What is wrong in a mapping file. `file`: it cannot be used at all. `row`: a line cannot be read.
 * `duplicate-id`, `duplicate-number`: two lines contradict each other. `damaged`: Excel has changed the number.
 */
export interface MappingProblem {
  readonly kind: 'file' | 'row' | 'duplicate-id' | 'duplicate-number' | 'damaged';
  readonly line: number;
  readonly employeeId?: string;
  readonly message: string;
}

/** One error that lists all problems. */
export function mappingError(problems: readonly MappingProblem[], path: string): PaytallyError {
  const lines = problems.map((problem) => `${path}:${problem.line}: ${problem.message}`);
  return new PaytallyError('MAPPING_INVALID', lines.join('\n'), { record: path });
}
