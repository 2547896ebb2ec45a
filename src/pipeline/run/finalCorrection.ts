import type { Template } from '../../documents/template/template.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { lineKeyText, rowKeyText } from '../../domain/corrections/exportedLine.js';
import { exportedSum } from '../../domain/corrections/exportedSum.js';
import type { Postings } from '../../domain/corrections/postings.js';
import { restatedRows } from '../../domain/corrections/restatement.js';
import { groupBy } from '../../domain/groupBy.js';
import type { PayLineKind } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import type { Store } from '../../store/store.js';
import { chainPath, writeChainFile } from '../ledger/chainFile.js';
import { type CorrectionRow, correctionFiles } from '../ledger/correctionFiles.js';
import type { CorrectionLine } from '../ledger/correctionLines.js';
import { fileFacts, pathsOf } from '../ledger/finalLink.js';
import { contentOf } from '../ledger/snapshot.js';
import type { OutcomeFile } from '../outcome.js';
import type { TemplateOutput } from '../render/renderTemplates.js';
import type { RunHost } from '../runHost.js';
import { newRunId } from '../runId.js';
import { refuseTakenNames } from '../write/refuseTakenNames.js';
import { refuseUnknownFiles } from '../write/refuseUnknownFiles.js';
import { type WrittenFile, writeFiles } from '../write/writeFiles.js';
import type { ComparedFinal, ComparedFinals } from './comparedFinals.js';
import type { CorrectionsRequest } from './correctionsRequest.js';

export interface CorrectionToMake {
  readonly compared: ComparedFinals;
  /** Lines that go into files or are settled. */
  readonly recorded: readonly CorrectionLine[];
  readonly posted: Postings;
  readonly period: Period;
  readonly templates: readonly (TextTemplate & Template)[];
  readonly sequence: number;
}

/** Writes the files of corrections and adds them to the ledger; all or nothing. */
export async function finalCorrection(
  host: RunHost,
  request: CorrectionsRequest,
  store: Store,
  order: CorrectionToMake,
): Promise<{ runId: string; files: OutcomeFile[] }> {
  const { compared, period } = order;
  const { employerKey, employer } = compared.prepared;
  const startedAt = new Date(host.context.clock.nowMs());
  const runId = newRunId(startedAt);
  const outputs = order.templates.flatMap((template) => outputsOf(template, order));
  refuseTakenNames(host.takenPaths, request.out, employerKey, outputs);
  await refuseUnknownFiles(store, request.out, outputs, []);
  const header = { runId, employerKey, employerId: employer.employerId, period, startedAt };
  const written = await writeFiles({
    folder: request.out,
    mode: 0o400,
    files: outputs.map(({ file }) => file),
    signal: host.context.signal,
    journal: { runId, store },
    seal: (files) => {
      const named = namedFiles(files, outputs);
      const chainFile = chainPath(request.out, employerKey);
      const link = { ...linkOf(host, request, order, named), chainFile };
      const manifest = { runId, files: named, employer: employerKey, state: 'correction' };
      store.recordRun({ ...header, state: 'correction', readId: compared.read.readId, manifest, link });
    },
  });
  await writeChainFile(request.out, employerKey, store.ledger.links(employer.employerId));
  return { runId, files: namedFiles(written, outputs) };
}

function namedFiles(files: readonly WrittenFile[], outputs: readonly TemplateOutput[]): OutcomeFile[] {
  return files.map((file, index) => ({ ...file, template: outputs[index]?.template ?? '' }));
}

/** What the files of a correction are made of: the same when it is made and when it is made again. */
export interface CorrectionContent extends Omit<CorrectionToMake, 'compared'> {
  readonly compared: Pick<ComparedFinals, 'finals'> & {
    readonly prepared: Pick<ComparedFinals['prepared'], 'config'>;
  };
}

/** The files of one template; none where it has no line. */
export function outputsOf(template: TextTemplate & Template, order: CorrectionContent): TemplateOutput[] {
  const mine = order.recorded.filter((line) => line.fate === 'file' && line.template.name === template.name);
  if (mine.length === 0) return [];
  const isRestated = template.spec.corrections === 'restate';
  const files = isRestated ? restatements(template, mine, order) : deltas(template, mine, order);
  return files.map((file) => ({ template: template.name, file }));
}

/** Signed lines, in one file for all finals. */
function deltas(template: TextTemplate, mine: readonly CorrectionLine[], order: CorrectionContent) {
  const { compared, posted, period, sequence } = order;
  const [first] = compared.finals;
  if (first === undefined) return [];
  const byRow = groupBy(mine, ({ difference }) => rowKeyText(difference.key));
  const rows = posted.exported.rows.flatMap((row): CorrectionRow[] => {
    const lines = byRow.get(rowKeyText(row)) ?? [];
    if (row.template !== template.name || lines.length === 0) return [];
    const moved = lines.map(({ difference: { key, beforeMinutes, afterMinutes } }) => ({
      key,
      minutes: afterMinutes - beforeMinutes,
    }));
    return [{ row: row.row, units: row.units, lines: moved }];
  });
  if (rows.length === 0) return [];
  const kindOf = kindsIn(compared.finals);
  const { config } = compared.prepared;
  const computed = first.computed;
  return correctionFiles({
    template,
    config,
    computed,
    period,
    rows,
    sequence,
    zeros: 'as-declared',
    kindOf,
  });
}

/** The right lines again, a file for each final's own period. */
function restatements(template: TextTemplate, mine: readonly CorrectionLine[], order: CorrectionContent) {
  const { compared, posted, sequence } = order;
  const kindOf = kindsIn(compared.finals);
  const { config } = compared.prepared;
  return compared.finals.flatMap(({ base, before, fresh, computed }) => {
    const own = mine.filter((line) => line.base === base);
    if (own.length === 0) return [];
    const isMine = ({ template: name }: { readonly template: string }) => name === template.name;
    const scope = { lines: before.lines.filter(isMine), rows: before.rows.filter(isMine) };
    const now = { lines: fresh.lines.filter(isMine), rows: fresh.rows.filter(isMine) };
    const employees =
      template.spec.restateScope === 'all'
        ? null
        : new Set(own.map(({ difference }) => difference.key.employeeId));
    const settled = exportedSum([base.settled, posted.settled]);
    const minutes = new Map(now.lines.map((line) => [lineKeyText(line), line.minutes]));
    const rows = restatedRows({ before: scope, fresh: now, settled, employees }).map(
      (row): CorrectionRow => ({
        row: row.row,
        units: row.units,
        lines: row.keys.map((key) => ({
          key,
          minutes: minutes.get(lineKeyText(key)) ?? 0,
        })),
      }),
    );
    const { period } = base.final.link;
    return correctionFiles({ template, config, computed, period, rows, sequence, zeros: 'printed', kindOf });
  });
}

/** Of each pay code the kind that the finals' days know; a code that is gone was ordinary work. */
function kindsIn(finals: readonly ComparedFinal[]): (payCode: string) => PayLineKind {
  const kinds = new Map<string, PayLineKind>();
  for (const { computed } of finals) {
    for (const id of computed.people.ids)
      for (const { payCode, kind } of computed.people.of(id).pay.lines) kinds.set(payCode, kind);
  }
  return (payCode) => kinds.get(payCode) ?? 'base';
}

function linkOf(
  { context }: RunHost,
  { accepted, settle }: CorrectionsRequest,
  { compared, recorded, posted, templates }: CorrectionToMake,
  files: readonly OutcomeFile[],
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
    paths: pathsOf(prepared),
    version: context.version,
    tzdata: tzdataVersion,
    exported: posted.exported.lines,
    exportedRows: posted.exported.rows,
    // The reason stands with the person: it may say something of them.
    settled: posted.settled.lines.map((line) => ({ ...line, reason: reasons.get(lineKeyText(line)) ?? '' })),
    settledRows: posted.settled.rows,
    findings: known,
  };
  const people = finals.flatMap(({ computed }) => [...computed.people.ids]);
  return {
    kind: 'correction' as const,
    people: contentOf(snapshot, people),
    facts: {
      templates: templates.map(({ name }) => name),
      originals: [...new Set(recorded.map(({ base }) => base.final.link.runId))],
      files: fileFacts(files),
      accepted: Object.fromEntries(accepted),
      settlements: settle.size,
      lines: recorded.length,
      tzdata: tzdataVersion,
      version: context.version,
      user: context.user,
    },
  };
}
