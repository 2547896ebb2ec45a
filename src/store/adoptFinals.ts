import { z } from 'zod';
import { localDateOf } from '../domain/time/localDate.js';
import type { Connection } from './connection.js';
import type { JsonObject } from './jsonObject.js';
import { appendLink } from './ledgerChain.js';

const finalRow = z.object({
  runId: z.string(),
  employerKey: z.string(),
  employerId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  periodLabel: z.string(),
  startedAt: z.number(),
  manifest: z.string(),
});
type FinalRow = z.infer<typeof finalRow>;

const manifest = z.object({
  files: z.array(z.looseObject({ template: z.string() })).default([]),
  accepted: z.record(z.string(), z.string()).default({}),
  tzdata: z.string().optional(),
  control: z.unknown().optional(),
});

/**
 * Version 0.1 made finals without a chain: they become its first links, in the order in which they were made. Of several
 * of the same employer, template and days the newest counts: it takes an older one back whole, or, where that one has
 * further templates, replaces it for those that both have.
 */
export function adoptFinals(connection: Connection): void {
  const sql = `SELECT runId, employerKey, employerId, periodFrom, periodTo, periodLabel, startedAt, manifest FROM run
    WHERE state = 'final' AND runId NOT IN (SELECT runId FROM ledgerLink) ORDER BY startedAt, rowid`;
  if (connection.rows(finalRow, sql).length === 0) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    const adopted: Adopted[] = [];
    for (const row of connection.rows(finalRow, sql)) {
      const facts = manifest.parse(JSON.parse(row.manifest));
      const templates = [...new Set(facts.files.map(({ template }) => template))];
      appendLink(
        connection,
        headerOf(row),
        {
          kind: 'final',
          people: [],
          facts: {
            ...facts,
            templates,
            ...replacedBy(row, templates, adopted),
            adoptedFrom: '0.1',
          } satisfies JsonObject,
        },
        [row.runId],
      );
      adopted.push({ row, counting: templates });
    }
  });
}

interface Adopted {
  readonly row: FinalRow;
  /** Templates of which no newer final has the same days. */
  counting: readonly string[];
}

/** What the newer final leaves of older ones of its days: `supersedes` them whole, or `replaces` templates of them. */
function replacedBy(row: FinalRow, templates: readonly string[], adopted: readonly Adopted[]) {
  const supersedes: string[] = [];
  const replaces: Record<string, string[]> = {};
  for (const earlier of adopted) {
    if (!isSameFinal(earlier.row, row)) continue;
    const both = earlier.counting.filter((name) => templates.includes(name));
    if (both.length === 0) continue;
    earlier.counting = earlier.counting.filter((name) => !templates.includes(name));
    if (earlier.counting.length === 0) supersedes.push(earlier.row.runId);
    else replaces[earlier.row.runId] = both;
  }
  return Object.keys(replaces).length === 0 ? { supersedes } : { supersedes, replaces };
}

function isSameFinal(a: FinalRow, b: FinalRow): boolean {
  return a.employerId === b.employerId && a.periodFrom === b.periodFrom && a.periodTo === b.periodTo;
}

function headerOf({
  runId,
  employerKey,
  employerId,
  periodFrom,
  periodTo,
  periodLabel,
  startedAt,
}: FinalRow) {
  return {
    runId,
    employerKey,
    employerId,
    period: { from: localDateOf(periodFrom), to: localDateOf(periodTo), label: periodLabel },
    startedAt: new Date(startedAt),
  };
}
