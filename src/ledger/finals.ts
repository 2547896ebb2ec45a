import { z } from 'zod';
import type { Config } from '../config/config.js';
import { isInside, type Period } from '../domain/period/period.js';
import { toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import type { LedgerLink } from '../store/ledgerLink.js';

const finalFacts = z.object({
  templates: z.array(z.string()),
  supersedes: z.array(z.string()),
});
const correctionFacts = z.object({ originals: z.array(z.string()).default([]) });

/** A final that counts: nothing has taken it back. */
export interface ActiveFinal {
  readonly link: LedgerLink;
  readonly templates: readonly string[];
}

/** Finals of a chain that no other has taken back, in its order. */
export function activeFinals(links: readonly LedgerLink[]): ActiveFinal[] {
  const superseded = supersededRuns(links);
  return links.flatMap((link) => {
    if (link.kind !== 'final' || superseded.has(link.runId)) return [];
    const { templates } = finalFacts.parse(link.facts);
    return [{ link, templates }];
  });
}

export function supersededRuns(links: readonly LedgerLink[]): ReadonlySet<string> {
  return new Set(
    links.flatMap(({ kind, facts }) => (kind === 'final' ? finalFacts.parse(facts).supersedes : [])),
  );
}

/** Finals that a correction has built on. */
export function correctedRuns(links: readonly LedgerLink[]): ReadonlySet<string> {
  return new Set(links.flatMap((link) => (link.kind === 'correction' ? originalsOf(link) : [])));
}

/** The finals that a correction is about. */
export function originalsOf({ facts }: LedgerLink): readonly string[] {
  return correctionFacts.parse(facts).originals;
}

/** First and last day, as `YYYY-MM-DD`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Whether two spans have a day in common. */
export function overlaps(a: Days, b: Days): boolean {
  return a.from <= b.to && b.from <= a.to;
}

export interface FinalQuestion {
  readonly links: readonly LedgerLink[];
  readonly period: Period;
  readonly templates: readonly string[];
  /** Runs whose files went to somebody, or may have. */
  readonly isSent: (runId: string) => boolean;
  /** The reason for taking earlier finals back; undefined where none may be. */
  readonly supersede: string | undefined;
}

/**
 * The runs that a new final takes back; none where it stands alone.
 * @throws PaytallyError ALREADY_FINAL where a day and a template are final already and may not be taken back
 */
export function supersededBy(question: FinalQuestion): readonly string[] {
  const { links, templates, supersede } = question;
  const covered = finalAlready(question);
  const [first] = covered;
  if (first === undefined) return [];
  if (supersede === undefined) throw alreadyFinal(first, templates);
  const corrected = correctedRuns(links);
  for (const final of covered) {
    const why = whyNot(final, question, corrected);
    if (why !== undefined) throw notTakenBack(final, why);
  }
  return covered.map(({ link }) => link.runId);
}

/** Finals that have a day and a template of the new one. */
export function finalAlready({
  links,
  period,
  templates,
}: Pick<FinalQuestion, 'links' | 'period' | 'templates'>): readonly ActiveFinal[] {
  return activeFinals(links).filter(
    (final) =>
      overlaps(final.link.period, period) && final.templates.some((name) => templates.includes(name)),
  );
}

function whyNot(
  { link, templates }: ActiveFinal,
  question: FinalQuestion,
  corrected: ReadonlySet<string>,
): string | undefined {
  if (question.isSent(link.runId)) return 'it was sent, or may have been';
  if (corrected.has(link.runId)) return 'corrections were built on it';
  const lacking = templates.filter((name) => !question.templates.includes(name));
  if (lacking.length > 0) return `the new run lacks ${lacking.join(', ')}`;
  if (isInside(link.period.from, question.period) && isInside(link.period.to, question.period))
    return undefined;
  return `the new run has not all of its days, ${link.period.from} to ${link.period.to}`;
}

function alreadyFinal({ link, templates: made }: ActiveFinal, templates: readonly string[]): PaytallyError {
  const both = made.filter((name) => templates.includes(name)).join(', ');
  const { from, to, label } = link.period;
  return new PaytallyError(
    'ALREADY_FINAL',
    `${both} of ${from} to ${to} is final already: run ${link.runId}. A day is paid once.`,
    {
      record: link.runId,
      remedy: `What changed since is exported by "paytally corrections ${label}"; a final that nobody has been sent can be taken back with --supersede REASON.`,
    },
  );
}

function notTakenBack({ link }: ActiveFinal, why: string): PaytallyError {
  return new PaytallyError('ALREADY_FINAL', `The final run ${link.runId} cannot be taken back: ${why}.`, {
    record: link.runId,
    remedy: `Export what changed since with "paytally corrections ${link.period.label}".`,
  });
}

const estimateFacts = z.object({ estimateFrom: z.string().transform(toLocalDate).optional() });

/** How a run was estimated, by what is kept of it. */
export function estimatesIn(manifest: unknown): Pick<Config, 'estimateFrom'> {
  const { estimateFrom } = estimateFacts.parse(manifest);
  return estimateFrom === undefined ? {} : { estimateFrom };
}
