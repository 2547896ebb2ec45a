import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from '../../context.js';
import type { OutcomeFile, TemplateOutput } from '../../documents/outputFile.js';
import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { lineKeyText, payLineText } from '../../domain/corrections/exportedLine.js';
import { mappingChanged, mappingChanges } from '../../domain/corrections/mappingChanges.js';
import { toExportedLine } from '../../domain/corrections/postings.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { blockingFindings, rateFindings } from '../../domain/exceptions/ratedFindings.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { refuseTakenNames, refuseUnknownFiles } from '../export/refuseExisting.js';
import { fileMode, type WrittenFile, writeFiles } from '../export/writeFiles.js';
import { writeWitnesses } from '../ledger/chainFile.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { accountFacts, balanceFacts, balancesAtEnds, fileFacts, inputPaths } from '../ledger/finalLink.js';
import { type WitnessQuestion, witnessFacts } from '../ledger/finals.js';
import { recordedFiles } from '../ledger/history.js';
import { newRunId } from '../ledger/runFolder.js';
import { splitByPerson, toSnapshotLines } from '../ledger/runSnapshot.js';
import type { ComparedFinals } from './comparedFinals.js';
import { type FileNumber, highestNumbers } from './correctionFiles.js';
import type { CorrectionLine } from './correctionLines.js';
import { type CorrectionToMake, outputsOf } from './correctionOutputs.js';
import type { CorrectionScope } from './correctionScope.js';

interface CorrectionEffects {
  readonly context: Context;
  readonly terminal: Pick<Terminal, 'alert'>;
  /** Output path -> the employer that the file is for, in all runs of this command. */
  readonly takenPaths: Map<string, string>;
}

/** The facts of a correction that its lines do not have. */
interface CorrectionFacts extends WitnessQuestion {
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Line -> reason. */
  readonly settle: ReadonlyMap<string, string>;
}

interface CorrectionAcceptance {
  readonly accepted: CorrectionFacts['accepted'];
  /** Whether lines whose only cause is an edited mapping row must be accepted. */
  readonly asksOfMapping?: boolean | undefined;
}

/** Writes the files of corrections and adds them to the ledger; all or nothing. */
export async function finalCorrection(
  { context, terminal, takenPaths }: CorrectionEffects,
  { out, accepted, settle, ...witness }: CorrectionFacts,
  store: Store,
  order: CorrectionToMake,
): Promise<{ runId: string; files: OutcomeFile[] }> {
  const { compared, period } = order;
  const { employerKey, employer } = compared.prepared;
  const owner = { employerKey, employerId: employer.employerId };
  const startedAt = new Date(context.clock.nowMs());
  const runId = newRunId(startedAt);
  const content = { ...order, finals: compared.finals, prepared: compared.prepared };
  const numberOf = await nextNumbers(store, out, employer.employerId);
  const outputs: TemplateOutput[] = [];
  for (const template of order.templates)
    outputs.push(...(await outputsOf(template, { ...content, numberOf })));
  refuseTakenNames(takenPaths, out, employerKey, outputs);
  await refuseUnknownFiles(store, out, outputs, []);
  const header = { runId, employerKey, employerId: employer.employerId, period, startedAt };
  const written = await writeFiles({
    folder: out,
    mode: fileMode('correction', compared.prepared.config.outputMode),
    files: outputs.map(({ file }) => file),
    signal: context.signal,
    temporaries: store.journal,
    journal: { runId, store },
    seal: (files) => {
      const named = namedFiles(files, outputs);
      const links = store.ledger.links(employer.employerId);
      const beside = witnessFacts(store, { ...witness, out }, owner);
      const link = {
        ...buildCorrectionLink(context, { accepted, settle }, order, named, links, store.paths),
        ...beside,
      };
      const manifest = {
        runId,
        files: fileFacts(named, store.paths),
        employer: employerKey,
        state: 'correction',
      };
      store.recordRun({ ...header, state: 'correction', readId: compared.read.readId, manifest, link });
    },
  });
  await writeWitnesses(terminal, { ...witness, out }, owner, store);
  return { runId, files: namedFiles(written, outputs) };
}

/** The next free number of each file's own name: none of the ledger, and none in the folder, has it. */
async function nextNumbers(store: Store, folder: string, employerId: string): Promise<FileNumber> {
  const recorded = store.ledger
    .links(employerId)
    .flatMap(({ facts }) => recordedFiles(facts, store.paths))
    .map(({ path }) => basename(path));
  const written = await readdir(folder).catch(() => []);
  const highest = highestNumbers([...recorded, ...written]);
  return (stem, extension) => highest(stem, extension) + 1;
}

function namedFiles(files: readonly WrittenFile[], outputs: readonly TemplateOutput[]): OutcomeFile[] {
  return files.map((file, index) => {
    const { template = '', file: output } = outputs[index] ?? {};
    return { ...file, template, ...(output?.isCompanion ? { isCompanion: true } : {}) };
  });
}

function buildCorrectionLink(
  { user, version }: Pick<Context, 'user' | 'version'>,
  { accepted, settle }: Pick<CorrectionFacts, 'accepted' | 'settle'>,
  { compared, recorded, printed, posted, templates, period, until, sequence }: CorrectionToMake,
  files: readonly OutcomeFile[],
  links: readonly LedgerLink[],
  paths: KeptPaths,
) {
  const { prepared, finals } = compared;
  const known = finals.flatMap(({ computed }) =>
    computed.findings.map(({ code, record }) => `${code} ${record}`),
  );
  const reasons = new Map(
    recorded.map(({ id, difference }) => [lineKeyText(difference.key), settle.get(id) ?? '']),
  );
  const snapshot = {
    config: prepared.config,
    templates,
    mapping: prepared.mapping.employees,
    absences: prepared.absences.rows,
    holidays: prepared.holidays.rows,
    paths: inputPaths(prepared),
    version,
    tzdata: tzdataVersion,
    ...toSnapshotLines({
      // Pay lines that files contain in another form have no separate row.
      exported: {
        ...posted.exported,
        lines: [...posted.exported.lines, ...printed.map(({ difference }) => toExportedLine(difference))],
      },
      // The reason is stored with the person, because it may describe them.
      settled: {
        ...posted.settled,
        lines: posted.settled.lines.map((line) => ({
          ...line,
          reason: reasons.get(lineKeyText(line)) ?? '',
        })),
      },
    }),
    findings: known,
    figures: new Map(),
    balances: balancesAtEnds(finals.map(({ computed }) => computed)),
    compared: {},
  };
  const people = finals.flatMap(({ computed }) => [...computed.people.ids]);
  return {
    kind: 'correction' as const,
    people: splitByPerson(snapshot, people, paths),
    facts: {
      templates: templates.flatMap(({ name }) => (name === PAY_LINES ? [] : [name])),
      originals: [...new Set([...recorded, ...printed].map(({ base }) => base.final.link.runId))],
      // The input to recreate the same files.
      compared: finals.map(({ base }) => base.final.link.runId),
      until,
      sequence,
      files: fileFacts(files, paths),
      accepted: Object.fromEntries(accepted),
      ...balanceFacts(prepared.config, compared.finals[0]?.base.final.link.period ?? period, links),
      ...accountFacts(
        prepared.config,
        finals.map(({ computed }) => computed),
      ),
      settlements: settle.size,
      lines: recorded.length,
      tzdata: tzdataVersion,
      version,
      user,
    },
  };
}

/**
 * Whether corrections may be made final. Findings that a final or an earlier correction of these days accepted do not
 * block again. Hours whose place was removed block until the user decides.
 * @throws PaytallyError EXPORT_BLOCKED, CORRECTIONS_BY_HAND, RUN_PURGED
 */
export function gateCorrection(
  { isAsked, isNamed }: Pick<CorrectionScope, 'isAsked' | 'isNamed'>,
  { finals, prepared }: Pick<ComparedFinals, 'finals' | 'prepared'>,
  lines: readonly CorrectionLine[],
  { accepted, asksOfMapping }: CorrectionAcceptance,
): void {
  for (const { base, computed } of finals.filter(({ base: { final } }) => isAsked(final))) {
    const isNew = ({ code, record }: { code: string; record: string }): boolean =>
      code !== 'ESTABLISHMENT_GONE' && !base.known.has(`${code} ${record}`);
    const blocking = blockingFindings(computed.findings.filter(isNew), 'final');
    if (blocking.length > 0)
      throw new ExportBlocked(
        blocking,
        buildFindingReport(computed),
        { state: 'final', period: computed.period },
        undefined,
        [],
      );
  }
  if (asksOfMapping === true) refuseEditedMapping(prepared, finals, lines, accepted);
  refuseByHand(lines, isNamed);
  refuseLackingPeople(lines);
  if (accepted.has('ESTABLISHMENT_GONE')) return;
  const gone = lines.filter(
    ({ causes, disposition }) => disposition === 'file' && causes.includes('establishment-gone'),
  );
  const [first] = gone;
  if (first !== undefined) throw placeGone(first, gone.length);
}

/**
 * Lines whose only cause is the mapping: a row that was edited without dates changes closed months.
 * @throws PaytallyError EXPORT_BLOCKED with the columns, their old and new values
 */
function refuseEditedMapping(
  { mapping }: Pick<RunInputs, 'mapping'>,
  finals: ComparedFinals['finals'],
  lines: readonly CorrectionLine[],
  accepted: CorrectionFacts['accepted'],
): void {
  const edited = lines.filter(
    ({ disposition, causes: [cause, ...others] }) =>
      disposition === 'file' && cause === 'mapping' && others.length === 0,
  );
  for (const { base, computed } of finals) {
    const own = edited.filter((line) => line.base.final.link.runId === base.final.link.runId);
    const people = new Set(own.map(({ difference: { key } }) => key.employeeId));
    const then = base.newest.snapshot.mapping.byId;
    const found = [...people].flatMap((id) =>
      mappingChanged(id, mappingChanges(then.get(id), mapping.employees.byId.get(id), computed.period)),
    );
    const findings = blockingFindings(rateFindings(found, { severities: {}, accepted }), 'final');
    if (findings.length === 0) continue;
    const report = buildFindingReport({ ...computed, findings });
    const run = { state: 'final' as const, period: computed.period };
    throw new ExportBlocked(findings, report, run, undefined, []);
  }
}

/** Refuses only if the user named such a template, or no other template carries the lines. */
function refuseByHand(lines: readonly CorrectionLine[], isNamed: boolean): void {
  const byHand = lines.filter(({ disposition }) => disposition === 'by-hand');
  const [first] = byHand;
  if (first === undefined || (!isNamed && areCarried(byHand, lines))) return;
  const names = listed([...new Set(byHand.map(({ template }) => template.name))]);
  throw new PaytallyError(
    'CORRECTIONS_BY_HAND',
    message('corrections.byHand', { names, count: byHand.length }),
    {
      record: first.id,
    },
  );
}

/** Whether other templates carry all changes; changes only by rounding belong to this template alone. */
function areCarried(byHand: readonly CorrectionLine[], lines: readonly CorrectionLine[]): boolean {
  const others = lines.filter(
    ({ template: { name, spec } }) => spec.corrections !== 'none' && name !== PAY_LINES,
  );
  const carried = new Set(others.map(({ difference }) => payLineText(difference.key)));
  const moved = byHand.filter(({ difference: { before, after } }) => before !== after);
  return others.length > 0 && moved.every(({ difference }) => carried.has(payLineText(difference.key)));
}

/** A file that replaces the whole period would remove the hours of a purged person. */
function refuseLackingPeople(lines: readonly CorrectionLine[]): void {
  const line = lines.find(
    ({ disposition, template: { spec }, base }) =>
      disposition === 'file' &&
      spec.corrections === 'restate' &&
      spec.restateScope === 'all' &&
      base.purged.size > 0,
  );
  if (line === undefined) return;
  const { template, base } = line;
  const { runId } = base.final.link;
  throw new PaytallyError(
    'RUN_PURGED',
    message('corrections.restatesPurged', { template: template.name, runId }),
    {
      record: line.id,
    },
  );
}

function placeGone({ id, difference: { key, before, after } }: CorrectionLine, count: number) {
  const { employeeId, date: day, payCode, unit } = key;
  const values = { count, name: employeeId, day, payCode, before, after, unit };
  return new PaytallyError('EXPORT_BLOCKED', message('corrections.placeGone', values), { record: id });
}
