import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sendRun } from '../export/sendRun.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { withLedger } from '../ledger/history.js';
import { type DeliveryStanding, standingJson } from '../run.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  repeated,
  requiredText,
} from './command.js';
import { openSession, withRunHost } from './commandSession.js';
import { failureJson, failureText } from './failure.js';
import { deliveryFailure, deliveryMessage } from './summary.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: requiredText('Id of a run, as "history" shows it'),
  to: repeated('Name of a delivery (repeatable)', 'all'),
  again: repeated('Name of a delivery to send once more, sent or not (repeatable)', 'none'),
  'dry-run': booleanOption('Show what stands open; send nothing'),
  ...OUTPUT_OPTIONS,
};

export const sendCommand = command({
  usage: 'send <run>',
  describe: 'Carry out the deliveries of a run: what is pending or failed',
  examples: [
    ['$0 send 20261103T060000-1a2b3c', 'All that has not been delivered'],
    ['$0 send 20261103T060000-1a2b3c --to office', 'One delivery'],
    ['$0 send 20261103T060000-1a2b3c --again managers', 'Once more, although it may have arrived'],
  ],
  json: '{ "runs": [{ "runId", "deliveries": [{ "name", "recipient", "state" }] }] }, with "error" beside it where something is not sent',
  parameters: PARAMETERS,
  run: send,
});

async function send(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, storeFolder, terminal } = session;
  const order = {
    loaded,
    storeFolder,
    runId: options.run,
    to: options.to.length > 0 ? options.to : undefined,
    again: options.again,
    isDryRun: options.dryRun,
  };
  const run = await withRunHost(context, session, options, (host) =>
    withLedger(context, session, (store) => sendRun(host, store, order)),
  );
  const failure = options.dryRun ? undefined : deliveryFailure(run.deliveries);
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  terminal.result(
    options.json
      ? JSON.stringify({ ...error, runs: [{ ...run, deliveries: run.deliveries.map(standingJson) }] })
      : deliveriesText(run.deliveries, loaded.language),
  );
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure, loaded.language));
  return failure.exitStatus;
}

function deliveriesText(deliveries: readonly DeliveryStanding[], language: Language): string {
  if (deliveries.length === 0) return sayIn(language)('terminal.delivery.nothing');
  return deliveries.map((each) => formatMessage(deliveryMessage(each, false), language)).join('\n');
}
