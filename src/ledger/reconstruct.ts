import { z } from 'zod';
import { begunRead, computedRead } from '../compute/computedRead.js';
import type { LoadedConfig } from '../config/config.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import { hasLegacyRecords, readIdOf } from '../read/staging/legacyRead.js';
import { loadNamed } from '../render/template/loadNamed.js';
import type { Template } from '../render/template/template.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import type { FiguresAgain } from './comparedRuns.js';
import { earlierPay, linksBefore } from './earlierPayInLedger.js';
import { recordedOf } from './exportedOf.js';
import { pathsOf } from './finalLink.js';
import { type ActiveFinal, estimatesIn } from './finals.js';
import type { Snapshot } from './snapshot.js';
import type { PreparedOffline } from './storedRunInputs.js';

/** Gives what a final exported that kept no lines; undefined where its records are gone too. */
export type Reconstruct = (final: ActiveFinal) => Promise<Snapshot | undefined>;

export interface ReconstructionPlaces {
  readonly loaded: LoadedConfig;
  readonly packageFolder: string;
  /** Of the program. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Computes a final of version 0.1 again: from its own records, with today's configuration, mapping and templates. */
export function reconstructWith(
  store: Store,
  prepared: PreparedOffline,
  { loaded, packageFolder, version, signal }: ReconstructionPlaces,
): Reconstruct {
  return async ({ link, templates: names }) => {
    const config = { ...prepared.config, ...estimatesIn(link.facts) };
    const readId = readIdOf(store, link.runId, config);
    if (readId === undefined) return undefined;
    const templates = await Promise.all(names.map((name) => templateOf(name)));
    const { period } = link;
    const inputs = { ...prepared, config, templates };
    const request = { state: 'final', accepted: new Map() } as const;
    const earlier = earlierPay(store, linksBefore(store, { runId: link.runId, employerId: link.employerId }));
    const read = { readId, period, earlier, prepared: inputs, request, version };
    const computed = await computedRead(store, read, signal);
    const exported = await recordedOf(computed, templates, inputs);
    return {
      config,
      templates,
      mapping: prepared.mapping.employees,
      absences: prepared.absences.rows,
      paths: pathsOf(prepared),
      version,
      tzdata: tzdataVersion,
      exported: exported.lines,
      exportedRows: exported.rows,
      settled: [],
      settledRows: [],
      findings: findingsOf(store, link),
      figures: computed.figures,
      compared: {},
    };
  };

  function templateOf(name: string): Promise<Template> {
    const configured = prepared.config.templates.find((each) => each.includes(name)) ?? name;
    return loadNamed(configured, packageFolder, loaded.folder);
  }
}

/** Computes what a run of version 0.1 came to, for runs that are compared with it. */
export function figuresOfVersion01(store: Store, prepared: PreparedOffline, version: string): FiguresAgain {
  // It had no estimates.
  const { estimateFrom: _, ...config } = prepared.config;
  const then = { ...prepared, config };
  return ({ runId, period }) => {
    const run = store.run(runId);
    if (run === undefined || !hasLegacyRecords(store, run)) return undefined;
    const { employerId } = run;
    const readId = readIdOf(store, runId, config);
    if (readId === undefined) return undefined;
    const request = { state: 'final', accepted: new Map() } as const;
    const earlier = earlierPay(store, linksBefore(store, { runId, employerId }));
    return begunRead(store, { readId, period, earlier, prepared: then, request, version }).finish().figures;
  };
}

const withFindings = z.object({
  findings: z.array(z.object({ code: z.string(), record: z.string() })).default([]),
});

/** What it went through with does not stop its corrections. */
function findingsOf(store: Store, { runId }: LedgerLink): string[] {
  const { findings } = withFindings.parse(store.run(runId)?.manifest ?? {});
  return findings.map(({ code, record }) => `${code} ${record}`);
}
