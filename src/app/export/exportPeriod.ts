import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { ExceptionCode } from '../../domain/exceptions/finding.js';
import { storeFolderOf } from '../../sources/staging/withStore.js';
import { type OutcomeJson, outcomeJson } from './outcome.js';
import { runEmployer } from './runEmployer.js';
import { openRunHost } from './runHost.js';
import type { RunEffect } from './runRequest.js';

/** `paytally export` for one employer, for programs. */
export interface ExportOptions {
  readonly context: Context;
  readonly loaded: LoadedConfig;
  /** Key of the employer in the configuration. */
  readonly employer: string;
  /** As on the command line: `2026-10`, `last-month`. */
  readonly period: string;
  /** Folder for the files; relative to the context's folder. */
  readonly out: string;
  /** @default 'draft' */
  readonly state?: ExportState;
  /** Names or paths. @default those of the configuration */
  readonly templates?: readonly string[];
  /** Exception code -> reason. */
  readonly accept?: Partial<Readonly<Record<ExceptionCode, string>>>;
  /** `plan` renders and writes nothing, `check` stops after the checks. @default 'write' */
  readonly effect?: RunEffect;
}

/** Reads, checks, computes and writes one employer's period. @throws PaytallyError; then nothing was written */
export async function exportPeriod(options: ExportOptions): Promise<OutcomeJson> {
  const { context, loaded, employer, period, out, state = 'draft', templates, accept = {} } = options;
  const terminal = context.openTerminal({ quiet: true, progress: false });
  const storeFolder = storeFolderOf(loaded);
  const writesTo = (options.effect ?? 'write') === 'write' ? storeFolder : undefined;
  const host = await openRunHost(context, loaded, terminal, { verbose: false, writesTo });
  try {
    const outcome = await runEmployer(
      host,
      {
        loaded,
        periodText: period,
        state,
        read: state === 'final' ? 'twice' : 'once',
        templates: templates ?? 'configured',
        out: resolve(context.cwd, out),
        storeFolder,
        accepted: new Map(Object.entries(accept) as [ExceptionCode, string][]),
        effect: options.effect ?? 'write',
      },
      employer,
    );
    return outcomeJson(outcome);
  } finally {
    await host.close();
  }
}
