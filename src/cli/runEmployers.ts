import type { RunRequest } from '../app/export/runRequest.js';
import { openSession, withRunHost } from '../app/session/openSession.js';
import { appendRunLog, type EmployerResult, requestsOf, runPeriod } from '../app/session/runPeriod.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { Terminal } from '../runtime/terminal.js';
import { numberWithin } from './command.js';
import { exitStatusOf, failureText } from './failure.js';
import { localCommand, type NextCommand, suggestNextCommand } from './nextCommand.js';
import { checkCommandLine, nextAfterRuns, replacementCommand } from './nextStep.js';
import type { RunOptions } from './runOptions.js';
import { deliveriesOf, printRuns } from './runResults.js';
import { deliveryFailure } from './summary.js';

/**
 * Runs every chosen employer, several at a time. A failed one is listed in the order of the configuration, and the
 * status is that of the first failure.
 * @param onResults receives the results, in that order, once they are printed, and the terminal of the session
 */
export async function runEmployers(
  options: RunOptions,
  context: Context,
  effect: RunRequest['effect'],
  onResults?: (results: readonly EmployerResult[], terminal: Terminal) => void,
): Promise<ExitStatus> {
  const jobs = numberWithin(options.jobs, JOBS);
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const requests = await requestsOf(options, context, session, effect);
  const writesTo = effect === 'write' ? (options.store ?? session.storeFolder) : undefined;
  return withRunHost(context, session, { ...options, writesTo }, async (host) => {
    const results = await runPeriod(host, session, requests, { templates: options.template, jobs });
    terminal.progress(undefined);
    const next = nextAfterRuns(results, options, effect, loaded);
    const { language } = loaded;
    const listAll = options.hint ?? listAllText(next, options, context, language);
    const forChanges = replacementCommand(options)?.command;
    printRuns(results, { options, listAll, forChanges, effect, cwd: context.cwd, terminal, language });
    suggestNextCommand(next, { terminal, context, options });
    await appendRunLog(session, results, context.clock.nowMs());
    onResults?.(results, terminal);
    const failed = results.find((result) => 'failure' in result);
    if (failed !== undefined) return exitStatusOf(failed.failure);
    const undelivered = effect === 'write' ? deliveryFailure(deliveriesOf(results)) : undefined;
    if (undelivered !== undefined) terminal.alert(failureText(undelivered, language));
    return undelivered?.exitStatus ?? ExitStatus.done;
  });
}

/** The command that lists the findings; undefined if it is the next command. */
function listAllText(
  next: NextCommand | undefined,
  options: RunOptions,
  context: Context,
  language: Language,
): string | undefined {
  const command = checkCommandLine(options);
  if (next?.command === command) return undefined;
  return sayIn(language)('terminal.listAll', { command: localCommand(context, command) });
}

const JOBS = { option: '--jobs', min: 1, max: 64 };
