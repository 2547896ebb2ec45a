import { lineKeyText } from '../../domain/corrections/exportedLine.js';
import { toExportedLine } from '../../domain/corrections/postings.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { writeWitnesses } from '../../ledger/chainFile.js';
import { PAY_LINES } from '../../ledger/exportedLines.js';
import { balanceFacts, fileFacts, inputPaths } from '../../ledger/finalLink.js';
import { witnessFacts } from '../../ledger/finals.js';
import { splitByPerson } from '../../ledger/runSnapshot.js';
import type { TemplateOutput } from '../../render/outputFile.js';
import { newRunId, type OutcomeFile, type RunHost } from '../../run.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { fileMode } from '../write/fileMode.js';
import { refuseTakenNames } from '../write/refuseTakenNames.js';
import { refuseUnknownFiles } from '../write/refuseUnknownFiles.js';
import { type WrittenFile, writeFiles } from '../write/writeFiles.js';
import { type CorrectionToMake, outputsOf } from './correctionOutputs.js';
import type { CorrectionsRequest } from './correctionsRequest.js';

/** Writes the files of corrections and adds them to the ledger; all or nothing. */
export async function finalCorrection(
  host: RunHost,
  request: CorrectionsRequest,
  store: Store,
  order: CorrectionToMake,
): Promise<{ runId: string; files: OutcomeFile[] }> {
  const { compared, period } = order;
  const { employerKey, employer } = compared.prepared;
  const owner = { employerKey, employerId: employer.employerId };
  const startedAt = new Date(host.context.clock.nowMs());
  const runId = newRunId(startedAt);
  const outputs: TemplateOutput[] = [];
  for (const template of order.templates) outputs.push(...(await outputsOf(template, order)));
  refuseTakenNames(host.takenPaths, request.out, employerKey, outputs);
  await refuseUnknownFiles(store, request.out, outputs, []);
  const header = { runId, employerKey, employerId: employer.employerId, period, startedAt };
  const written = await writeFiles({
    folder: request.out,
    mode: fileMode('correction', compared.prepared.config.outputMode),
    files: outputs.map(({ file }) => file),
    signal: host.context.signal,
    journal: { runId, store },
    seal: (files) => {
      const named = namedFiles(files, outputs);
      const links = store.ledger.links(employer.employerId);
      const beside = witnessFacts(store, request, owner);
      const link = { ...linkOf(host, request, order, named, links, store.paths), ...beside };
      const manifest = {
        runId,
        files: fileFacts(named, store.paths),
        employer: employerKey,
        state: 'correction',
      };
      store.recordRun({ ...header, state: 'correction', readId: compared.read.readId, manifest, link });
    },
  });
  await writeWitnesses(host, request, owner, store);
  return { runId, files: namedFiles(written, outputs) };
}

function namedFiles(files: readonly WrittenFile[], outputs: readonly TemplateOutput[]): OutcomeFile[] {
  return files.map((file, index) => ({ ...file, template: outputs[index]?.template ?? '' }));
}

function linkOf(
  { context }: RunHost,
  { accepted, settle }: CorrectionsRequest,
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
    paths: inputPaths(prepared),
    version: context.version,
    tzdata: tzdataVersion,
    // Pay lines that files carry otherwise have no row of their own.
    exported: [...posted.exported.lines, ...printed.map(({ difference }) => toExportedLine(difference))],
    exportedRows: posted.exported.rows,
    // The reason stands with the person: it may say something of them.
    settled: posted.settled.lines.map((line) => ({ ...line, reason: reasons.get(lineKeyText(line)) ?? '' })),
    settledRows: posted.settled.rows,
    findings: known,
    figures: new Map(),
    compared: {},
  };
  const people = finals.flatMap(({ computed }) => [...computed.people.ids]);
  return {
    kind: 'correction' as const,
    people: splitByPerson(snapshot, people, paths),
    facts: {
      templates: templates.flatMap(({ name }) => (name === PAY_LINES ? [] : [name])),
      originals: [...new Set([...recorded, ...printed].map(({ base }) => base.final.link.runId))],
      // What makes the same files again.
      compared: finals.map(({ base }) => base.final.link.runId),
      until,
      sequence,
      files: fileFacts(files, paths),
      accepted: Object.fromEntries(accepted),
      ...balanceFacts(prepared.config, compared.finals[0]?.base.final.link.period ?? period, links),
      settlements: settle.size,
      lines: recorded.length,
      tzdata: tzdataVersion,
      version: context.version,
      user: context.user,
    },
  };
}
