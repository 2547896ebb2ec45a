import { configOf } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { Context } from '../../context.js';
import { extendToLimits } from '../../domain/pay/reachOfChange.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { type PreparedRun, prepareRun } from '../export/prepareRun.js';
import type { RunRequest } from '../export/runRequest.js';
import { type ChainOwner, findOlderStore, witnessPaths } from '../ledger/chainFile.js';
import { loadCorrectionTemplates, readCorrectionBase } from '../ledger/correctionBase.js';
import {
  type ActiveFinal,
  type IsOwn,
  overlaps,
  ownFinals,
  ownKeys,
  type WitnessQuestion,
} from '../ledger/finals.js';
import { unknownRun } from '../ledger/history.js';
import type { WhatIsCompared } from './comparedFinals.js';

/** The options of the command line for corrections. */
export interface CorrectionsRequest extends RunRequest {
  /** Line, template, or employee and pay code -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** The path of the workbook for manual entry; undefined for none. */
  readonly sheet: string | undefined;
  /** Only finals made by this run or later. */
  readonly since: string | undefined;
  /** Whether lines whose only cause is an edited mapping row need `--accept MAPPING_CHANGED`; of schedules. */
  readonly asksOfMapping?: boolean | undefined;
  /** The lines that the clerk was shown: corrections of any others are refused. */
  readonly shown?: readonly string[] | undefined;
}

/** The scope of a corrections run: the finals of its days, and the compared lines. */
export interface CorrectionScope extends WhatIsCompared {
  /** Without the templates of the finals. */
  readonly prepared: PreparedRun;
  readonly asked: Period;
  /** The ledger of the employer. */
  readonly links: readonly LedgerLink[];
  readonly finals: readonly ActiveFinal[];
  /** Whether a final is one of those since the named run. */
  readonly isAsked: (final: ActiveFinal) => boolean;
  /** Whether single templates are requested. */
  readonly isNamed: boolean;
  /** Those of the compared templates that are requested. */
  readonly listed: WhatIsCompared['templates'];
}

/**
 * Finds the finals of the days, and loads their inputs.
 * @throws PaytallyError STORE_OLDER, PERIOD_INVALID, NOTHING_FINAL, RUN_UNKNOWN
 */
export async function findCorrectionScope(
  effects: { readonly context: Context; readonly terminal: Pick<Terminal, 'alert'> },
  request: CorrectionsRequest,
  employerKey: string,
  store: Store,
): Promise<CorrectionScope> {
  const { employerId } = configOf(request.loaded, employerKey).employer;
  const links = store.ledger.links(employerId);
  refuseOlderStore(request, { employerKey, employerId }, store);
  const prepared = await prepareRun(effects, { ...request, templates: [] }, employerKey);
  const asked = prepared.period ?? noPeriod(request.periodText);
  // Planned shifts stand in on the asked days alone: those of the next final were worked.
  const { config } = prepared;
  const period =
    request.estimateFrom === undefined
      ? extendToLimits(asked, payRulesOf(config), config.attribution)
      : asked;
  const isOwn = ownKeys(request.loaded, employerKey);
  const { finals, isAsked } = findFinals(links, { asked, period, isOwn }, request.since);
  const bases = finals.map((final) => readCorrectionBase(store, links, final));
  const named = request.templates === 'configured' ? [] : request.templates;
  const templates = await loadCorrectionTemplates(bases, named, effects.context.packageFolder, store.paths);
  return {
    prepared,
    asked,
    period,
    links,
    finals,
    isAsked,
    bases,
    templates: templates.compared,
    listed: templates.compared.filter(({ name }) => templates.isListed(name)),
    isListed: (name, { final }) => templates.isListed(name) && isAsked(final),
    isNamed: named.length > 0,
  };
}

/** A store that was copied back lists and makes corrections only if the request says so. */
function refuseOlderStore({ storeOlder, ...places }: WitnessQuestion, owner: ChainOwner, store: Store): void {
  const older = findOlderStore(witnessPaths(places, owner), owner.employerKey, store);
  if (older !== undefined && storeOlder === undefined) throw older;
}

function noPeriod(text: string): never {
  throw new PaytallyError('PERIOD_INVALID', message('run.zoneMissing', { period: text }), { record: text });
}

/** @throws PaytallyError NOTHING_FINAL, RUN_UNKNOWN */
function findFinals(
  links: readonly LedgerLink[],
  { asked, period, isOwn }: Pick<CorrectionScope, 'asked' | 'period'> & { readonly isOwn: IsOwn },
  since: string | undefined,
): Pick<CorrectionScope, 'finals' | 'isAsked'> {
  const first = since === undefined ? undefined : links.find(({ runId }) => runId === since);
  if (since !== undefined && first === undefined) {
    throw unknownRun(
      since,
      links.map(({ runId }) => runId),
    );
  }
  const finals = ownFinals(links, isOwn).filter(({ link }) => overlaps(link.period, period));
  const isAsked = ({ link }: ActiveFinal) => link.position >= (first?.position ?? 0);
  if (finals.some((final) => isAsked(final) && overlaps(final.link.period, asked)))
    return { finals, isAsked };
  const { from, to, label } = asked;
  throw new PaytallyError('NOTHING_FINAL', message('corrections.nothingFinal', { from, to, period: label }), {
    record: label,
  });
}
