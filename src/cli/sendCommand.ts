import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { openRunHost } from '../export/runHost.js';
import { sendRun } from '../export/sendRun.js';
import { withLedger } from '../ledger/storeOf.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { deliveryFailure, deliveryLines } from './deliveryText.js';
import { failureJson, failureText } from './failureText.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { spokenTerminal } from './spokenTerminal.js';

interface SendOptions extends OutputOptions, ConfigOption {
  readonly run: string;
  readonly to: readonly string[];
  readonly again: readonly string[];
  readonly dryRun: boolean;
}

export const sendCommand = command<SendOptions>({
  usage: 'send <run>',
  describe: 'Carry out the deliveries of a run: what is pending or failed',
  examples: [
    ['$0 send 20261103T060000-1a2b3c', 'All that has not been delivered'],
    ['$0 send 20261103T060000-1a2b3c --to office', 'One delivery'],
    ['$0 send 20261103T060000-1a2b3c --again managers', 'Once more, although it may have arrived'],
  ],
  json: '{ "runs": [{ "runId", "deliveries": [{ "name", "recipient", "state" }] }] }, with "error" beside it where something is not sent',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('run', {
          type: 'string',
          demandOption: true,
          describe: 'Id of a run, as "history" shows it',
        })
        .option('to', many('Name of a delivery (repeatable)', 'all'))
        .option('again', many('Name of a delivery to send once more, sent or not (repeatable)', 'none'))
        .option('dry-run', {
          type: 'boolean',
          default: false,
          describe: 'Show what stands open; send nothing',
        }),
    ),
  run: send,
});

async function send(options: SendOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const terminal = spokenTerminal(context, options, loaded);
  const host = await openRunHost(context, loaded, terminal, options);
  try {
    const run = await withLedger(context, { loaded, storeFolder }, (store) =>
      sendRun(host, store, {
        loaded,
        storeFolder,
        runId: options.run,
        to: options.to.length > 0 ? options.to : undefined,
        again: options.again,
        isDryRun: options.dryRun,
      }),
    );
    const failure = deliveryFailure(run.deliveries);
    if (options.json)
      terminal.result(
        JSON.stringify({
          ...(failure === undefined || options.dryRun ? {} : { error: failureJson(failure) }),
          runs: [run],
        }),
      );
    else terminal.result(textOf(run.deliveries));
    if (failure === undefined || options.dryRun) return ExitStatus.done;
    terminal.alert(failureText(failure));
    return failure.exitStatus;
  } finally {
    await host.close();
  }
}

function textOf(deliveries: Parameters<typeof deliveryLines>[0]): string {
  if (deliveries.length === 0) return 'The configuration delivers nothing of this run.';
  return deliveryLines(deliveries, false).join('\n');
}
