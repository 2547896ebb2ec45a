import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { matchesTemplate } from '../../delivery/deliveries.js';
import { isWhollyFinal } from '../../domain/month/monthStatus.js';
import type { Period } from '../../domain/period/period.js';
import { intersectDays } from '../../domain/period/repeatingPeriod.js';
import type { LedgerLink } from '../../store/ledgerChain.js';

/** The payroll templates that a final should have and was made without, as its link records them. */
export function templateFacts(names: readonly string[]): { readonly lackedTemplates?: readonly string[] } {
  return names.length === 0 ? {} : { lackedTemplates: names };
}

const facts = z.object({
  templates: z.array(z.string()).default([]),
  lackedTemplates: z.array(z.string()).default([]),
});

/**
 * The payroll templates that some finals of a period were made without, that no other of these finals has on the same
 * days, and that the configuration still has, as it calls them.
 */
export function templatesNotMade(
  finals: readonly Pick<LedgerLink, 'period' | 'facts'>[],
  period: Period,
  { templates, deliveries }: Pick<Config, 'templates' | 'deliveries'>,
): readonly string[] {
  const called = [...templates, ...Object.values(deliveries).flatMap((each) => each.templates ?? [])];
  const made = finals.map((final) => ({ period: final.period, ...facts.parse(final.facts) }));
  const lacked = new Set(made.flatMap(({ lackedTemplates }) => lackedTemplates));
  const isOpen = (name: string): boolean => {
    const having = made.filter(({ templates: some }) => some.includes(name)).map((final) => final.period);
    return made.some((final) => {
      const days = intersectDays(final.period, period);
      if (days === undefined || !final.lackedTemplates.includes(name)) return false;
      return !isWhollyFinal({ period: days, finals: having });
    });
  };
  return [...lacked]
    .filter(isOpen)
    .flatMap((name) => called.find((each) => matchesTemplate(name, each)) ?? []);
}
