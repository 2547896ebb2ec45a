import type { Config } from '../../config/config.js';
import type { MappingFile } from '../../config/inputFiles.js';
import { baseName, type NamedDelivery, type Recipient } from '../../delivery/deliveries.js';
import { type PlannedDeliveries, planDeliveries, splitsByRecipient } from '../../delivery/planDeliveries.js';
import type { OutcomeFile } from '../../documents/outputFile.js';
import { groupBy } from '../../domain/collections.js';
import { type ExportedLine, payLineText } from '../../domain/corrections/exportedLine.js';
import { type DatedRows, rowsIn } from '../../domain/mapping/employeeRows.js';
import { type Period, spanOf } from '../../domain/period/period.js';
import { message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { Store } from '../../store/store.js';
import { type AddressedRun, recipientsOfRun } from '../export/runRecipients.js';
import type { CorrectionContent } from './correctionOutputs.js';
import { belongsToShare, correctionShare } from './storedCorrection.js';
import { type WorkOfLines, workOfLines } from './workOfLines.js';

/** The input of the deliveries of a correction. */
export interface CorrectionDeliveries {
  readonly config: Config;
  /** The configuration's folder. */
  readonly folder: string;
  /** That of today, so that corrected addresses count. */
  readonly mapping: MappingFile;
  readonly runId: string;
  readonly period: Period;
  readonly deliveries: readonly NamedDelivery[];
  readonly content: CorrectionContent;
}

/**
 * The deliveries of a correction: each recipient with files of its own gets the lines of its people, places or teams.
 * Reports the lines that belong to no recipient.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID
 */
export async function planCorrectionDeliveries(
  { terminal }: { readonly terminal: Pick<Terminal, 'alert'> },
  store: Store,
  { config, folder, mapping, runId, period, deliveries, content }: CorrectionDeliveries,
): Promise<PlannedDeliveries> {
  const work = deliveries.some(hasOwnFiles) ? workOfLines(store, content) : NO_WORK;
  const { lines } = content.posted.exported;
  const addressed = () => addressedLines(content, mapping, work);
  return planDeliveries({
    config,
    folder,
    runId,
    period,
    state: 'final',
    deliveries,
    recipientsOf: async (delivery) => {
      const found = await recipientsOfRun(addressed(), delivery, folder);
      const count = countWithout(found, lines, work);
      const values = { employer: config.employerKey, delivery: delivery.name, by: splitBy(delivery), count };
      if (count > 0) terminal.alert(message('delivery.correctionsWithoutRecipient', values));
      return found;
    },
    render: (share, templates) => correctionShare(content, share, templates, work),
    // The figures of a cover are those of a whole month.
    cover: () => [],
  });
}

const NO_WORK: WorkOfLines = { teamOf: () => null, placesOf: () => [] };

/** A recorded correction. */
interface RecordedFiles {
  readonly employer: string;
  readonly runId: string;
  readonly files: readonly Pick<OutcomeFile, 'path' | 'template'>[];
}

/**
 * Reports each file of a correction that none of the deliveries sends. A correction may have a file of a template that
 * no final had, because its lines have to be in some file.
 * @param taken templates of the files that are sent
 */
export function warnOfUntakenFiles(
  terminal: Pick<Terminal, 'alert'>,
  { employer, runId, files }: RecordedFiles,
  deliveries: readonly NamedDelivery[],
  taken: ReadonlySet<string>,
): void {
  if (deliveries.length === 0) return;
  for (const { path, template } of files.filter((file) => !taken.has(file.template))) {
    const asked = deliveries.map(({ name }) => name).join(', ');
    const values = { employer, runId, file: baseName(path), template, deliveries: asked };
    terminal.alert(message('delivery.correctionNotTaken', values));
  }
}

/** Whether each recipient of a delivery gets separate files. */
export function hasOwnFiles({ settings }: NamedDelivery): boolean {
  return settings.to === 'mail' && splitsByRecipient(settings.recipients);
}

function splitBy({ settings }: NamedDelivery): 'people' | 'establishments' | 'teams' {
  if (settings.to !== 'mail' || Array.isArray(settings.recipients)) return 'people';
  if ('teams' in settings.recipients) return 'teams';
  return 'establishments' in settings.recipients ? 'establishments' : 'people';
}

/** Only the people, places and teams with lines, and the rows of the mapping file that hold on a day of a line. */
function addressedLines(
  { posted, finals, period }: CorrectionContent,
  mapping: MappingFile,
  { teamOf, placesOf }: WorkOfLines,
): AddressedRun {
  const { lines } = posted.exported;
  const [first] = finals;
  if (first === undefined) throw new Error('a correction needs a final');
  const places = finals.flatMap(({ computed }) => computed.data.establishments);
  const linesOf = groupBy(lines, ({ employeeId }) => employeeId);
  const byId = new Map(
    [...mapping.employees.byId].map(([id, rows]) => [id, rowsOnDates(rows, linesOf.get(id) ?? [])] as const),
  );
  return {
    prepared: { mapping: { ...mapping, employees: { ...mapping.employees, byId } } },
    computed: {
      data: { ...first.computed.data, establishments: places },
      // Lines may lie after the asked days: overtime of a week that ends in the next month.
      period: spanOf(lines.map(({ date }) => ({ from: date, to: date }))) ?? period,
      peopleWithRows: [...linesOf.keys()].sort(),
    },
    kept: {
      places: {
        establishmentId: new Set(lines.flatMap(placesOf)),
        teamId: new Set(lines.flatMap((line) => teamOf(line) ?? [])),
      },
    },
  };
}

/** All rows if none holds on the dates of a person's lines: the person is then known by another one. */
function rowsOnDates(rows: DatedRows, lines: readonly ExportedLine[]): DatedRows {
  const own = rows.filter((row) =>
    lines.some(({ date }) => rowsIn([row], { from: date, to: date }).length > 0),
  );
  return own.length > 0 ? own : rows;
}

/** The number of lines that no recipient gets; a line of several templates counts once. */
function countWithout(
  recipients: readonly Recipient[],
  lines: readonly ExportedLine[],
  work: WorkOfLines,
): number {
  const owners = recipients.map(({ share }) => belongsToShare(share, work));
  const left = lines.filter((line) => !owners.some((isOwn) => isOwn(line)));
  return new Set(left.map(payLineText)).size;
}
