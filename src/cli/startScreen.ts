import { withLedger } from '../app/ledger/history.js';
import type { BoardLine } from '../app/schedule/board.js';
import { SAMPLE_MONTH } from '../app/setup/sampleExport.js';
import type { LoadedConfig } from '../config/config.js';
import { findConfigFolder } from '../config/findConfig.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { isLoopback } from '../runtime/loopback.js';
import { paint } from '../runtime/paint.js';
import { storeFolderOf } from '../sources/staging/withStore.js';
import { argumentLanguage, type CommandSource, configArgument, type HelpKey } from './command.js';
import { overviewText } from './helpText.js';
import { commandLine, localCommand, periodArgument } from './nextCommand.js';
import { mostUrgent } from './nextStep.js';
import { helpWidth, labelColumns } from './terminalText.js';

/** A command that is useful in this folder now, and what it does. */
type NextStep = readonly [command: string, explanation: HelpKey];

/** Prints the screen of `paytally` without arguments: the commands, and the next step for this folder. */
export async function printStart(commands: CommandSource, context: Context): Promise<ExitStatus> {
  const language = await argumentLanguage([], context);
  const say = sayIn(language);
  const terminal = context.openTerminal({ quiet: false, progress: false });
  const width = helpWidth(terminal.width);
  const steps = (await findNextSteps(context)).map(([command, explanation]): [string, string] => [
    localCommand(context, command),
    say(`help.${explanation}`),
  ]);
  const next = `${paint.heading(say('help.nextStep'))}\n${labelColumns(steps, width)}`;
  terminal.result(`${overviewText(commands.names, language, width)}\n\n${next}`);
  return ExitStatus.done;
}

async function findNextSteps(context: Context): Promise<readonly NextStep[]> {
  const { cwd, env } = context;
  const path = configArgument([], context);
  if (findConfigFolder({ path, cwd }) === undefined)
    return [
      ['paytally init --sandbox', 'next.initSandbox'],
      ['paytally init', 'next.init'],
    ];
  try {
    const loaded = await loadConfig({ path, cwd, env });
    const { baseUrl, sandbox: isPractice } = loaded.config;
    if (baseUrl === undefined || !isLoopback(new URL(baseUrl).hostname))
      return await stepsOfBoard(context, loaded, undefined);
    if (isPractice) return await stepsOfBoard(context, loaded, SAMPLE_MONTH);
    const { port } = new URL(baseUrl);
    const sandbox: NextStep = [`paytally sandbox --port ${port || '80'}`, 'next.sandbox'];
    return [sandbox, ...(await stepsOfBoard(context, loaded, SAMPLE_MONTH))];
  } catch (failure) {
    if (failure instanceof PaytallyError) return [['paytally doctor', 'next.doctor']];
    throw failure;
  }
}

/** @param periodText undefined for the period that is due */
async function stepsOfBoard(
  context: Context,
  loaded: LoadedConfig,
  periodText: string | undefined,
): Promise<readonly NextStep[]> {
  const storeFolder = storeFolderOf(loaded);
  const employers = Object.keys(loaded.config.employers);
  const question = { loaded, employers, periodText, nowMs: context.clock.nowMs() };
  // Loaded when needed: other commands do not need it.
  const { boardOf, daysOfBoard } = await import('../app/schedule/board.js');
  const board = await withLedger(context, { loaded, storeFolder }, (store) => boardOf(store, question), {
    lists: { days: (store) => daysOfBoard(store, question) },
  });
  const others: readonly NextStep[] = employers.length > 1 ? [['paytally status', 'next.status']] : [];
  const urgent = mostUrgent(board);
  if (urgent !== undefined) return [stepFor(urgent, employers.length > 1), ...others];
  const corrections = board.slice(0, 1).map((line) => stepFor(line, false));
  // The sample employer has no later month.
  return [...(periodText === undefined ? [CHECK_THIS_MONTH] : []), ...corrections, ...others];
}

const CHECK_THIS_MONTH: NextStep = ['paytally check this-month', 'next.check'];

function stepFor({ state, employer, period, step }: BoardLine, isOneOfSeveral: boolean): NextStep {
  const chosen = isOneOfSeveral ? { employer: [employer] } : {};
  const days = periodArgument(period);
  if (step.kind === 'send' && !isOneOfSeveral) return ['paytally send last', 'next.send'];
  if (state === 'ready') return [commandLine(['export', days, '--final'], chosen), 'next.final'];
  if (state === 'blocked' || state === 'unread') return [commandLine(['check', days], chosen), 'next.check'];
  return [commandLine(['corrections', days], chosen), 'next.corrections'];
}
