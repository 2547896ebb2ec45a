import { PaytallyError } from '../errors.js';
import { englishText } from '../i18n/formatMessage.js';
import { type AnyMessage, joined } from '../i18n/message.js';

/** Like `Promise.all`, but waits for all promises and throws all failures as one. @throws PaytallyError, or a bug */
export async function allOrFailures<Results extends readonly unknown[]>(
  steps: readonly [...{ [Step in keyof Results]: Promise<Results[Step]> }],
): Promise<Results> {
  const settled = await Promise.allSettled(steps);
  const failures = settled.flatMap((step) => (step.status === 'rejected' ? [step.reason as unknown] : []));
  if (failures.length > 0) throw joinedFailure(failures);
  return Promise.all(steps) as Promise<unknown> as Promise<Results>;
}

/**
 * Joins several failures into one that lists them all, so that users do not fix one only to meet the next. Code and
 * exit status are those of the first. A failure that is not the user's (a bug) or an interruption is returned
 * unchanged.
 */
export function joinedFailure(failures: readonly unknown[]): unknown {
  const known = failures.filter((failure) => failure instanceof PaytallyError);
  const other = failures.find((failure) => !(failure instanceof PaytallyError));
  const [first, ...rest] = known;
  if (first === undefined || other !== undefined) return other;
  const interrupted = known.find(({ code }) => code === 'INTERRUPTED');
  if (rest.length === 0 || interrupted !== undefined) return interrupted ?? first;
  const remedies = withoutRepeats(known.map(({ remedyText }) => remedyText));
  return new PaytallyError(first.code, joined(withoutRepeats(known.map(({ text }) => text))), {
    remedy: joined(remedies, ' '),
    cause: first,
    ...(first.record === undefined ? {} : { record: first.record }),
  });
}

function withoutRepeats(texts: readonly AnyMessage[]): AnyMessage[] {
  return [...new Map(texts.map((text) => [englishText(text), text])).values()];
}
