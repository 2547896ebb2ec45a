import { basename } from 'node:path';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { hasPersonDay, matchesTemplate, type RecipientShare } from '../../delivery/deliveries.js';
import type { ShareOutputs } from '../../delivery/planDeliveries.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import type { ExportedLine } from '../../domain/corrections/exportedLine.js';
import { partOfExports } from '../../domain/corrections/postings.js';
import type { Store } from '../../store/store.js';
import { readCorrectionBase } from '../ledger/correctionBase.js';
import { keepsLines, PAY_LINES, PAY_LINES_FILE } from '../ledger/exportedLines.js';
import { activeFinals } from '../ledger/finals.js';
import { keptLinesOf } from '../ledger/keptRun.js';
import type { StoredInputs } from '../ledger/storedRun.js';
import { highestNumbers } from './correctionFiles.js';
import { type CorrectionContent, outputsOf } from './correctionOutputs.js';
import { openFinals } from './openFinals.js';
import type { WorkOfLines } from './workOfLines.js';

const comparedFacts = z.object({ compared: z.array(z.string()) });

/** The content of a recorded correction: what it posted, and the ledger before it. undefined for any other run */
export async function openStoredCorrection(
  store: Store,
  inputs: StoredInputs,
  { version, signal }: Pick<Context, 'version' | 'signal'>,
): Promise<CorrectionContent | undefined> {
  const { link, snapshot, prepared, readId, period, accepted } = inputs;
  if (link === undefined || snapshot === undefined) return undefined;
  const earlier = store.ledger.links(inputs.employerId).filter(({ position }) => position < link.position);
  const facts = comparedFacts.parse(link.facts);
  const covered = activeFinals(earlier).filter(({ link: final }) => facts.compared.includes(final.runId));
  const bases = covered.map((final) => readCorrectionBase(store, earlier, final));
  const given = { bases, accepted, version, links: earlier };
  const { made: finals } = await openFinals(store, readId, { ...prepared, signal }, given);
  const names = inputs.files.map(({ path }) => basename(path));
  return {
    finals,
    prepared,
    period,
    posted: keptLinesOf(snapshot),
    numberOf: highestNumbers(names),
    templates: snapshot.templates.filter(keepsLines),
  };
}

/** All files of a correction. */
export async function correctionOutputs(content: CorrectionContent): Promise<TemplateOutput[]> {
  const outputs: TemplateOutput[] = [];
  for (const template of content.templates) outputs.push(...(await outputsOf(template, content)));
  return outputs;
}

/**
 * Files with only the rows of a recipient's people or places. A row that sums up others too has the rounded amount of
 * its own lines. @param templates undefined for all
 */
export async function correctionShare(
  content: CorrectionContent,
  share: RecipientShare,
  templates: readonly string[] | undefined,
  work: WorkOfLines,
): Promise<ShareOutputs> {
  const isOwn = belongsToShare(share, work);
  const own: CorrectionContent = {
    ...content,
    posted: { exported: partOfExports(content.posted.exported, isOwn) },
    finals: content.finals.map((final) => ({
      ...final,
      linesBefore: async (template, people) => {
        const { before, settled, inFiles } = await final.linesBefore(template, people);
        const part = (some: typeof before) => partOfExports(some, isOwn);
        return { before: part(before), settled: part(settled), inFiles: part(inFiles) };
      },
    })),
    templates: content.templates.filter(({ name }) => {
      const called = name === PAY_LINES ? PAY_LINES_FILE : name;
      return templates?.some((wanted) => matchesTemplate(called, wanted)) ?? true;
    }),
  };
  return { outputs: await correctionOutputs(own), cover: () => [] };
}

/** Whether a line of the ledger is for the recipient of a share. */
export function belongsToShare(
  share: RecipientShare,
  { teamOf, placesOf }: WorkOfLines,
): (line: ExportedLine) => boolean {
  switch (share.kind) {
    case 'whole':
      return () => true;
    case 'people':
      return ({ employeeId, date }) => hasPersonDay(share, employeeId, date);
    case 'establishments':
      return (line) => placesOf(line).some((id) => share.ids.has(id));
    case 'teams':
      return (line) => share.ids.has(teamOf(line) ?? '');
  }
}
