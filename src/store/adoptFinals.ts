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
 * of the same employer, template and days the newest counts and takes the older ones back.
 */
export function adoptFinals(connection: Connection): void {
  const sql = `SELECT runId, employerKey, employerId, periodFrom, periodTo, periodLabel, startedAt, manifest FROM run
    WHERE state = 'final' AND runId NOT IN (SELECT runId FROM ledgerLink) ORDER BY startedAt, rowid`;
  if (connection.rows(finalRow, sql).length === 0) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    const adopted: { row: FinalRow; templates: readonly string[] }[] = [];
    for (const row of connection.rows(finalRow, sql)) {
      const facts = manifest.parse(JSON.parse(row.manifest));
      const templates = [...new Set(facts.files.map(({ template }) => template))];
      const supersedes = adopted
        .filter(
          (earlier) =>
            isSameFinal(earlier.row, row) && earlier.templates.some((name) => templates.includes(name)),
        )
        .map((earlier) => earlier.row.runId);
      appendLink(connection, headerOf(row), {
        kind: 'final',
        people: [],
        facts: { ...facts, templates, supersedes, adoptedFrom: '0.1' } satisfies JsonObject,
      });
      adopted.push({ row, templates });
    }
  });
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
