import { newestRunId } from '../app/ledger/history.js';
import { type ActionSession, openSession, withRunHistory, withRunHost } from '../app/session/openSession.js';
import { sendStored } from '../app/session/runPeriod.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { formerAddresses } from '../delivery/currentAddresses.js';
import { type DeliveryStatus, deliveryStatusJson } from '../delivery/deliveryStatus.js';
import { ExitStatus } from '../errors.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  repeated,
  requiredText,
} from './command.js';
import { failureJson, failureText } from './failure.js';
import { commandLine, periodArgument, suggestNextCommand } from './nextCommand.js';
import { deliveryFailure, deliveryMessage } from './summary.js';

/** The word for the newest final or correction. */
const NEWEST = 'last';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: requiredText('option.run', 'run'),
  to: repeated('send.option.to', 'delivery', 'allOf'),
  again: repeated('send.option.again', 'delivery'),
  'to-current': booleanOption('send.option.toCurrent'),
  'dry-run': booleanOption('send.option.dryRun'),
  ...OUTPUT_OPTIONS,
};

export const sendCommand = command({
  usage: 'send <run>',
  examples: [
    ['$0 send 20261103T060000-1a2b3c', 'send.example.all'],
    ['$0 send last', 'send.example.last'],
    ['$0 send 20261103T060000-1a2b3c --to office', 'send.example.one'],
    ['$0 send 20261103T060000-1a2b3c --again managers', 'send.example.again'],
    ['$0 send last --to-current', 'send.example.toCurrent'],
  ],
  json: '{ "runs": [{ "runId", "deliveries": [{ "name", "recipient", "state", "receipt"? }] }], "error"? }',
  parameters: PARAMETERS,
  run: send,
});

async function send(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const order = {
    runId: options.run === NEWEST ? await newestRun(context, session) : options.run,
    to: options.to.length > 0 ? options.to : undefined,
    again: options.again,
    toCurrent: options.toCurrent,
    isDryRun: options.dryRun,
  };
  const run = await withRunHost(context, session, options, (host) => sendStored(host, session, order));
  const failure = options.dryRun ? undefined : deliveryFailure(run.deliveries);
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  terminal.result(
    options.json
      ? JSON.stringify({ ...error, runs: [{ ...run, deliveries: run.deliveries.map(deliveryStatusJson) }] })
      : deliveriesText(run.deliveries, loaded.language),
  );
  if (failure === undefined) {
    const command = commandLine(['corrections', periodArgument(run.period)], {
      config: options.config,
      employer: session.employers.length > 1 ? [run.employer] : [],
    });
    const isOver = !options.dryRun && run.state !== 'draft' && run.deliveries.length > 0;
    const next = isOver ? ({ when: 'once changed', command } as const) : undefined;
    suggestNextCommand(next, { terminal, context, options });
    return ExitStatus.done;
  }
  terminal.alert(failureText(failure, loaded.language));
  const open = run.deliveries.filter(({ state }) => state !== 'sent');
  for (const { name, recipient, today } of formerAddresses(
    configOf(loaded, run.employer),
    loaded.folder,
    open,
  ))
    terminal.alert(
      formatMessage(
        message('terminal.delivery.formerAddress', {
          name,
          recipient,
          today: today.join(', '),
          runId: run.runId,
        }),
        loaded.language,
      ),
    );
  return failure.exitStatus;
}

function newestRun(context: Context, session: ActionSession): Promise<string> {
  return withRunHistory(context, session, async (store) => newestRunId(store, NEWEST), { lists: {} });
}

function deliveriesText(deliveries: readonly DeliveryStatus[], language: Language): string {
  if (deliveries.length === 0) return sayIn(language)('terminal.delivery.nothing');
  return deliveries.map((each) => formatMessage(deliveryMessage(each, false), language)).join('\n');
}
