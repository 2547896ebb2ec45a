import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../servers/mailServer.js';
import { type AddressOf, startDeliveredService } from './deliveredService.js';
import type { SampleService } from './sampleService.js';

export const OFFICE = '{ office: { to: mail, recipients: clerk@example.com } }';
/** All exceptions of the sample, so that finals can still be made. */
export const ACCEPTED = [
  'UNREVIEWED',
  'DST_SUSPECT',
  'OPEN_ENTRY',
  'SHIFT_NO_ENTRY',
  'ENTRY_NO_SHIFT',
  'INVALID_RECORD',
  'OVERLAP',
  'LONG_ENTRY',
];
export const ACCEPT = `accept: { ${ACCEPTED.map((code) => `${code}: r`).join(', ')} }`;
export const RUN = ['schedule', 'run', '--due', '--json'] as const;

export interface ScheduleBench {
  readonly server: MailServer;
  readonly service: SampleService;
  /** Runs a command at a given instant. */
  readonly at: (instant: string, ...argv: string[]) => ReturnType<SampleService['run']>;
  /** How the mail server behaves from now on. */
  readonly behave: (mood: Misbehaviour) => void;
  readonly close: () => Promise<void>;
}

/** The sample (two days, unless others are given) with a schedule, and a mail server. */
export async function startScheduleBench(
  schedule: string,
  deliveries = OFFICE,
  addressOf?: AddressOf,
  employers?: readonly EmployerData[],
): Promise<ScheduleBench> {
  let mood: Misbehaviour = 'takes';
  const server = await startMailServer(() => mood);
  const more = `schedule: ${schedule}`;
  const service = await startDeliveredService(server.port, deliveries, addressOf, more, undefined, employers);
  return {
    server,
    service,
    at: (instant, ...argv) => service.run(argv, { nowMs: Date.parse(instant) }),
    behave: (next) => {
      mood = next;
    },
    close: async () => {
      await service.stop();
      await server.close();
    },
  };
}
