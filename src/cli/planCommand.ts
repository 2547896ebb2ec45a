import { capacityFor } from '../app/schedule/worker/capacity.js';
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

/** @throws PaytallyError USAGE */
function minutesOf(text: string, option: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  throw new PaytallyError('USAGE', message('worker.planTime', { option, value: text }), { record: option });
}
