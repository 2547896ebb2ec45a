import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import {
  argumentLanguage,
  command,
  numberWithin,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  requiredText,
  textWithDefault,
} from './command.js';

const PARAMETERS = {
  employers: requiredText('plan.option.employers', 'number'),
  people: textWithDefault('plan.option.people', '30', 'number'),
  from: textWithDefault('plan.option.from', '00:00', 'time'),
  by: textWithDefault('plan.option.by', '06:00', 'time'),
  ...OUTPUT_OPTIONS,
};

export const planCommand = command({
  usage: 'plan',
  examples: [['$0 plan --employers 20000 --by 06:00', 'plan.example.many']],
  json: '{ "employers", "minutes", "requests", "addresses", "takesMinutes", "cores", "bytesPerPeriod" }',
  parameters: PARAMETERS,
  run: plan,
});

const DAY_MINUTES = 24 * 60;

/** The addresses and time for the finals of many employers; needs neither the service nor the store. */
async function plan(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const employers = numberWithin(options.employers, { option: '--employers', min: 1, max: 999_999 });
  const people = numberWithin(options.people, { option: '--people', min: 1, max: 100_000 });
  const from = minutesOf(options.from, '--from');
  const minutes = (minutesOf(options.by, '--by') - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const capacity = capacityFor(employers, people, minutes);
  const { takesMinutes: takes, bytesPerPeriod, ...values } = capacity;
  const megabytes = Math.ceil(bytesPerPeriod / 1e6);
  context
    .openTerminal(options)
    .result(
      options.json
        ? JSON.stringify(capacity)
        : sayIn(await argumentLanguage([], context))('worker.plan', { ...values, takes, megabytes }),
    );
  return ExitStatus.done;
}

/** Measured with finals of 30 people: 31 requests, 0.64 seconds of a processor core, 224 kB in the store. */
const FINAL_OF_30 = { people: 30, requests: 31, processorSeconds: 0.64, bytes: 224_000 };
/** Of the 500 requests that the service allows per address: four processes that share it use 95 % at least. */
const REQUESTS_PER_MINUTE = 475;
/** A worker waits most of the time; above this share of a core there is no reserve. */
const CORE_SHARE = 0.7;

/**
 * The resources for finals of this many employers within this many minutes. An employer needs one request per person,
 * and one more.
 */
export function capacityFor(employers: number, people: number, minutes: number) {
  const share = people / FINAL_OF_30.people;
  const requests = employers * Math.ceil(1 + (FINAL_OF_30.requests - 1) * share);
  const addresses = Math.max(1, Math.ceil(requests / (REQUESTS_PER_MINUTE * minutes)));
  const processorMinutes = (employers * FINAL_OF_30.processorSeconds * share) / 60;
  return {
    employers,
    /** The time from the start to the deadline. */
    minutes,
    requests,
    addresses,
    /** The time that it takes with this number of addresses. */
    takesMinutes: Math.ceil(requests / (REQUESTS_PER_MINUTE * addresses)),
    cores: Math.max(1, Math.ceil(processorMinutes / (minutes * CORE_SHARE))),
    bytesPerPeriod: Math.round(employers * FINAL_OF_30.bytes * share),
  };
}

/** @throws PaytallyError USAGE */
function minutesOf(text: string, option: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  throw new PaytallyError('USAGE', message('worker.planTime', { option, value: text }), { record: option });
}
