import { PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import { translatedSentences } from '../language/messages/messages.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { withLabel } from '../language/text.js';
import type { DeliveryStanding } from '../run.js';
import { printable } from './terminalText.js';

/** The failure that stands for all deliveries that did not succeed; undefined where all did. */
export function deliveryFailure(deliveries: readonly DeliveryStanding[]): PaytallyError | undefined {
  const open = deliveries.filter(({ state }) => state !== 'sent');
  if (open.length === 0) return undefined;
  const many = `${open.length} of ${deliveries.length} deliveries did not succeed.`;
  const [first] = open;
  return new PaytallyError('DELIVERY_FAILED', [many, ...deliveryLines(open, false)].join('\n  '), {
    ...(first === undefined ? {} : { record: first.name }),
  });
}

/** A line for each recipient, with what went wrong and what to do; of a plan, who would get something. */
export function deliveryLines(
  deliveries: readonly DeliveryStanding[],
  isPlan: boolean,
  language: Language = 'en',
): string[] {
  const say = terminalTexts(language);
  return deliveries.map(({ name, recipient, state, problem }) => {
    const line = say('delivery', { name: printable(name), recipient: printable(recipient) });
    if (isPlan) return line;
    const stood = withLabel(language, say(state), line);
    return problem === undefined
      ? stood
      : withLabel(language, stood, printable(translatedSentences(problem, language)));
  });
}
