import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from '../../context.js';
import { type DeliveryChoice, selectDeliveries } from '../../delivery/deliveries.js';
import type { OutcomeFile, TemplateOutput } from '../../documents/outputFile.js';
import { lineKeyText } from '../../domain/corrections/exportedLine.js';
import { toExportedLine } from '../../domain/corrections/postings.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { NewDelivery } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import { refuseTakenNames, refuseUnknownFiles } from '../export/refuseExisting.js';
import { fileMode, type WrittenFile, writeFiles } from '../export/writeFiles.js';
import { writeWitnesses } from '../ledger/chainFile.js';
import { deliveryFacts } from '../ledger/expectedDeliveries.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { accountFacts, balanceFacts, balancesAtEnds, fileFacts, inputPaths } from '../ledger/finalLink.js';
import { type WitnessQuestion, witnessFacts } from '../ledger/finals.js';
import { recordedFiles } from '../ledger/history.js';
import { toSnapshotLines } from '../ledger/keptRun.js';
import { newRunId } from '../ledger/runFolder.js';
import { splitByPerson } from '../ledger/runSnapshot.js';
import { planCorrectionDeliveries, warnOfUntakenFiles } from './correctionDeliveries.js';
import { type FileNumber, highestNumbers } from './correctionFiles.js';
import type { CorrectionToMake } from './correctionOutputs.js';
import { correctionOutputs } from './storedCorrection.js';

interface CorrectionEffects {
  readonly context: Context;
  readonly terminal: Pick<Terminal, 'alert'>;
  /** Output path -> the employer that the file is for, in all runs of this command. */
  readonly takenPaths: Map<string, string>;
}

/** A correction, and the number of differences on its days that it leaves open. */
type CorrectionToRecord = CorrectionToMake & { readonly left: number };

/** The facts of a correction that its lines do not have. */
interface CorrectionFacts extends WitnessQuestion {
  /** The deliveries that are planned with it; undefined for none. */
  readonly deliver?: DeliveryChoice | undefined;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Line -> reason. */
  readonly settle: ReadonlyMap<string, string>;
}

/**
 * Writes the files of corrections and adds them to the ledger, with their deliveries; all or nothing.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID; CHANGED_SINCE_READ
 */
export async function finalCorrection(
  { context, terminal, takenPaths }: CorrectionEffects,
  { out, accepted, settle, deliver, ...witness }: CorrectionFacts,
  store: Store,
  order: CorrectionToRecord,
): Promise<{ runId: string; files: OutcomeFile[] }> {
  const { compared, period } = order;
  const { employerKey, employer } = compared.prepared;
  const owner = { employerKey, employerId: employer.employerId };
  const startedAt = new Date(context.clock.nowMs());
  const runId = newRunId(startedAt);
  const numberOf = await nextNumbers(store, out, employer.employerId);
  const content = { ...order, finals: compared.finals, prepared: compared.prepared, numberOf };
  const outputs = await correctionOutputs(content);
  refuseTakenNames(takenPaths, out, employerKey, outputs);
  await refuseUnknownFiles(store, out, outputs, []);
  const { config, folder, mapping } = compared.prepared;
  const deliveries = deliver === undefined ? [] : selectDeliveries(config, 'final', deliver);
  const planned = { config, folder, mapping, runId, period, deliveries, content };
  const outgoing = await planCorrectionDeliveries({ terminal }, store, planned);
  let taken: readonly NewDelivery[] = [];
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
      taken = outgoing(named);
      const asked = deliveries.map(({ name }) => name);
      const links = store.ledger.links(employer.employerId);
      const beside = witnessFacts(store, { ...witness, out }, owner);
      const built = buildCorrectionLink(context, { accepted, settle }, order, named, links, store.paths);
      const link = {
        ...built,
        ...beside,
        facts: { ...built.facts, ...deliveryFacts(config, named, asked, taken) },
        check: (newest: readonly LedgerLink[]) => refuseOtherLedger(order.links, newest),
      };
      const manifest = {
        runId,
        files: fileFacts(named, store.paths),
        employer: employerKey,
        state: 'correction',
      };
      const run = { ...header, state: 'correction' as const, readId: compared.read.readId };
      store.recordRun({ ...run, manifest, link, deliveries: taken });
    },
  });
  await writeWitnesses(terminal, { ...witness, out }, owner, store);
  const files = namedFiles(written, outputs);
  const recorded = { employer: employerKey, runId, files };
  if (deliver?.kind === 'all') warnOfUntakenFiles(terminal, recorded, deliveries, templatesIn(taken));
  return { runId, files };
}

function templatesIn(deliveries: readonly NewDelivery[]): ReadonlySet<string> {
  return new Set(deliveries.flatMap(({ files }) => files.map(({ template }) => template)));
}

/**
 * The amounts are differences to the ledger as it was read: on top of another correction they would be paid twice.
 * @throws PaytallyError CHANGED_SINCE_READ
 */
function refuseOtherLedger(read: readonly LedgerLink[], newest: readonly LedgerLink[]): void {
  const [was, is] = [read.at(-1), newest.at(-1)];
  if (is === undefined || is.position === was?.position) return;
  const { runId } = is;
  throw new PaytallyError('CHANGED_SINCE_READ', message('corrections.otherRun', { runId }), {
    record: runId,
  });
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
  order: CorrectionToRecord,
  files: readonly OutcomeFile[],
  links: readonly LedgerLink[],
  paths: KeptPaths,
) {
  const { compared, recorded, printed, balances, posted, templates, period, until, sequence, left } = order;
  const { accepts } = order;
  const { prepared, finals, ended } = compared;
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
    ...accepts,
    figures: new Map(),
    balances: balancesAtEnds(ended.map(({ computed }) => computed)),
    compared: {},
  };
  const people = finals.flatMap(({ computed }) => [...computed.people.ids]);
  return {
    kind: 'correction' as const,
    people: splitByPerson(snapshot, people, paths),
    facts: {
      templates: templates.flatMap(({ name }) => (name === PAY_LINES ? [] : [name])),
      originals: correctedFinals(order),
      // The input to recreate the same files.
      compared: finals.map(({ base }) => base.final.link.runId),
      until,
      sequence,
      files: fileFacts(files, paths),
      accepted: Object.fromEntries(accepted),
      ...balanceFacts(prepared.config, compared.finals[0]?.base.final.link.period ?? period, links),
      ...accountFacts(
        prepared.config,
        ended.map(({ computed }) => computed),
      ),
      settlements: settle.size,
      lines: recorded.length,
      left,
      ...(balances.length === 0 ? {} : { balances: balances.length }),
      tzdata: tzdataVersion,
      version,
      user,
    },
  };
}

/** Finals whose lines or balances a correction changes. */
function correctedFinals({ recorded, printed, balances }: CorrectionToMake): string[] {
  const ofLines = [...recorded, ...printed].map(({ base }) => base.final.link.runId);
  return [...new Set([...ofLines, ...balances.map(({ final }) => final.runId)])];
}
