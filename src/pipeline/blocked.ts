import { blockingFindings } from '../domain/exceptions/findExceptions.js';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { messageOf } from '../domain/exceptions/wording.js';
import { groupBy } from '../domain/groupBy.js';
import { PaytallyError } from '../errors.js';
import type { RunState } from './outcome.js';

/** Everything that a run found, and whom it is about. */
export interface Found {
  readonly findings: readonly RatedFinding[];
  readonly names: ReadonlyMap<string, string>;
}

/** The data stops the run. Holds everything that was found, so that all of it can be shown at once. */
export class ExportBlocked extends PaytallyError {
  readonly findings: readonly RatedFinding[];
  /** Names of the people that findings are about, by employee id. */
  readonly names: ReadonlyMap<string, string>;

  constructor(blocking: readonly RatedFinding[], { findings, names }: Found, state: RunState) {
    const byCode = [...groupBy(blocking, ({ code }) => code)];
    const lines = byCode.map(([code, some]) => `  ${code}, ${some.length}: ${example(some)}`);
    const codes = byCode.map(([code]) => code);
    super('EXPORT_BLOCKED', `The data stops this ${state} run. Nothing was written.\n${lines.join('\n')}`, {
      record: codes.join(', '),
      remedy: `Correct the records ("paytally check" lists all of them), or accept them: ${codes
        .map((code) => `--accept ${code}=REASON`)
        .join(' ')}`,
    });
    this.findings = findings;
    this.names = names;
  }
}

/** @throws ExportBlocked */
export function refuseBlocked(found: Found, state: RunState): void {
  const blocking = blockingFindings(found.findings, state);
  if (blocking.length > 0) throw new ExportBlocked(blocking, found, state);
}

function example([first, ...rest]: readonly RatedFinding[]): string {
  if (first === undefined) return '';
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  return `${first.record}: ${messageOf(first)}${more}`;
}
