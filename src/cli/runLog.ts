import { appendFile } from 'node:fs/promises';
import { PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { countByCode } from '../run.js';
import type { EmployerResult } from './boardText.js';
import { failureJson } from './failureText.js';

/**
 * Adds a line for each run to the log of those who keep one: when, whose, which days, how it ended. Nothing about
 * people.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function logRuns(
  path: string,
  results: readonly EmployerResult[],
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  const lines = results.map((result) => `${JSON.stringify({ at, ...entryOf(result) })}\n`);
  try {
    await appendFile(path, lines.join(''), { mode: 0o600 });
  } catch (cause) {
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', `The log of runs ${path} cannot be written.`, {
      record: 'logFile',
      remedy: 'The files of the run are in place. Correct "logFile" in the configuration, or its rights.',
      cause,
    });
  }
}

function entryOf(result: EmployerResult): object {
  if ('outcome' in result) {
    const { runId, employer, effect, state, period, files, findings, requests } = result.outcome;
    const days = { from: period.from, to: period.to };
    const names = files.map(({ path, sha256 }) => ({ path, sha256 }));
    return {
      runId,
      employer,
      effect,
      state,
      period: days,
      files: names,
      exceptions: countByCode(findings),
      requests,
    };
  }
  const { employer, period, failure } = result;
  const exceptions =
    failure instanceof ExportBlocked ? { exceptions: countByCode(failure.found.findings) } : {};
  const days = period === undefined ? null : { from: period.from, to: period.to };
  return { employer, state: 'failed', period: days, code: failureJson(failure).code, ...exceptions };
}
