import type { OutcomeFile, TemplateOutput } from '../../documents/outputFile.js';
import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import type { Exported } from '../../domain/corrections/exportedLine.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { englishText } from '../../i18n/formatMessage.js';
import { storedField } from '../../sources/records/foundFields.js';
import { parseStoredFacts } from '../../sources/staging/storedFacts.js';
import type { NewLink } from '../../store/ledgerChain.js';
import type { NewRun, RunHeader, Store, StoredRead } from '../../store/store.js';
import { buildFinalLink, fileFacts } from '../ledger/finalLink.js';
import {
  type ActiveFinal,
  finalityQuestion,
  findSuperseded,
  type WitnessQuestion,
  witnessFacts,
} from '../ledger/finals.js';
import type { ClosingRun } from './compareRun.js';
import { type FinalDays, outcomeJson, type RunOutcome } from './outcome.js';
import type { RunEffect } from './runRequest.js';
import type { WrittenFile } from './writeFiles.js';

/** A run that is about to be final. */
interface FinalRun extends ClosingRun {
  readonly supersedes: readonly string[];
  readonly exported: Exported;
}

/** The facts of a final that its run does not have. */
export interface FinalFacts extends WitnessQuestion {
  /** User name on the system. */
  readonly user: string;
  /** The reason for replacing earlier finals of the same days. */
  readonly supersede?: string | undefined;
}

/** A final's link in the chain; checks the ledger again at the time of recording. */
export function buildRunLink(
  { user, supersede, expected, ...witness }: FinalFacts & { readonly expected: object },
  { computed, prepared, fetched, supersedes, compared, exported }: FinalRun,
  outcome: RunOutcome,
  store: Store,
): NewLink {
  const supersedeReason = supersedes.length > 0 ? supersede : undefined;
  const link = buildFinalLink({
    input: computed,
    prepared,
    exported,
    outcome,
    user,
    supersedes,
    supersedeReason,
    compared,
    links: store.ledger.links(prepared.employer.employerId),
    paths: store.paths,
  });
  // Another final may have been made meanwhile.
  const question = finalityQuestion(store, supersede, prepared, fetched.period);
  const { employerId } = prepared.employer;
  const beside = witnessFacts(store, witness, { employerKey: prepared.employerKey, employerId });
  const facts = { ...link.facts, ...expected };
  return { ...link, ...beside, facts, check: (links) => void findSuperseded({ ...question, links }) };
}

/** Files with their templates. */
export function outcomeFiles(
  files: readonly (WrittenFile & Pick<OutcomeFile, 'replaces'>)[],
  outputs: readonly TemplateOutput[],
): OutcomeFile[] {
  return files.map(({ path, rows, bytes, sha256, replaces }, index) => {
    const template = outputs[index]?.template ?? '';
    const { controlSlip, account, isCompanion } = outputs[index]?.file ?? {};
    return {
      path,
      template,
      rows,
      bytes,
      sha256,
      ...(replaces ? { replaces } : {}),
      ...(isCompanion ? { isCompanion } : {}),
      ...(controlSlip ? { controlSlip } : {}),
      ...(account ? { left: account.left } : {}),
    };
  });
}

export function outcomeOf(run: ClosingRun, effect: RunEffect, files: readonly OutcomeFile[]): RunOutcome {
  const { runId, prepared, fetched, computed, finals, changed, openChanges, accepted, month } = run;
  const report = buildFindingReport(computed);
  const nameOf = createNameDirectory(computed.data, computed.mapping, fetched.period);
  return {
    runId,
    effect,
    employer: prepared.employerKey,
    state: computed.run.state,
    files,
    control: computed.control,
    people: computed.peopleWithRows.length,
    estimateFrom: prepared.config.estimateFrom,
    accepted,
    comparison: computed.comparison,
    finals: computed.run.state === 'final' ? undefined : finals.map(finalDays),
    changedLines: changed && changed.lines - run.changedBalances,
    changedBalances: run.changedBalances,
    standingChanges: openChanges,
    month,
    ...report,
    names: new Map([
      ...report.names,
      ...openChanges.map(({ employeeId }) => [employeeId, nameOf(employeeId)] as const),
    ]),
    hours: prepared.config.hours,
    requests: fetched.requests,
    tzdata: tzdataVersion,
  };
}

/** A final as results name it. */
export function finalDays({ link: { runId, period } }: Pick<ActiveFinal, 'link'>): FinalDays {
  return { runId, from: period.from, to: period.to };
}

/** Stores a run with a reference to its read, and the known people, places and fields. */
export function rememberRun(
  store: Store,
  header: RunHeader,
  read: StoredRead,
  outcome: RunOutcome,
  kept: Pick<NewRun, 'link' | 'inputs' | 'deliveries'>,
): void {
  const { employerId } = header;
  const { fields, employees, establishments } = parseStoredFacts(read);
  store.known.saveFieldEvidence(employerId, { fields: fields.map(storedField) });
  store.known.rememberEmployees(employerId, employees ?? []);
  store.known.rememberEstablishments(employerId, establishments);
  // Control slips contain names of people, which a purge could not remove from here.
  const files = fileFacts(outcome.files, store.paths);
  // Without the findings: they are computed again from the read, and for many people they would take most of the store.
  const found = fields.map((field) => ({ ...field, evidence: englishText(field.evidence) }));
  const manifest = { ...outcomeJson(outcome), people: outcome.people, files, fields: found };
  store.recordRun({ ...header, readId: read.readId, manifest, ...kept });
}
