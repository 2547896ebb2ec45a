import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { isApiDelivery } from '../../config/schema/deliverySchema.js';
import { matchesTemplate } from '../../delivery/deliveries.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { NewDelivery } from '../../store/outbox.js';

type DeliveredFile = Pick<OutcomeFile, 'template' | 'isCompanion'>;

/**
 * The deliveries that a final or correction should have, as its link records them: those of the configuration of its
 * time that have one of its files. One that was asked for and has nothing to send is not expected.
 * @param asked names of the deliveries that were planned with it
 */
export function deliveryFacts(
  { deliveries }: Pick<Config, 'deliveries'>,
  files: readonly DeliveredFile[],
  asked: readonly string[],
  planned: readonly Pick<NewDelivery, 'name'>[],
): { readonly deliveries?: readonly string[] } {
  const names = Object.entries(deliveries).flatMap(([name, settings]) => {
    if (settings.when === 'draft') return [];
    if (asked.includes(name)) return planned.some((item) => item.name === name) ? name : [];
    const isTaken = ({ template, isCompanion }: DeliveredFile): boolean =>
      (settings.templates?.some((called) => matchesTemplate(template, called)) ?? true) &&
      !(isApiDelivery(settings) && isCompanion === true);
    return files.some(isTaken) ? name : [];
  });
  return names.length === 0 ? {} : { deliveries: names };
}

const expected = z.object({ deliveries: z.array(z.string()).default([]) });

/**
 * The deliveries of some runs that were never requested. One that the configuration no longer has is missed too, unless
 * the run has gone to one that came later: that is the same with another name.
 */
export function unrequestedDeliveries(
  links: readonly Pick<LedgerLink, 'runId' | 'facts'>[],
  configured: Config['deliveries'],
  items: readonly { readonly runId: string; readonly name: string }[],
): readonly { readonly runId: string; readonly name: string }[] {
  return links.flatMap(({ runId, facts }) => {
    const names = expected.parse(facts).deliveries;
    const requested = new Set(items.flatMap((item) => (item.runId === runId ? item.name : [])));
    const missing = names.filter((name) => !requested.has(name));
    const gone = missing.filter((name) => !Object.hasOwn(configured, name));
    const later = [...requested].filter((name) => !names.includes(name));
    const renamed = new Set(gone.slice(0, later.length));
    return missing.filter((name) => !renamed.has(name)).map((name) => ({ runId, name }));
  });
}
