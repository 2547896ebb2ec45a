import { join } from 'node:path';
import type { Context } from '../../context.js';
import { readDataFolder } from '../../sandbox/dataFolder.js';
import { announced } from '../../sources/staging/withStore.js';
import { claimsFolder } from '../../store/claimsFolder.js';

/** The month of the sample employer's records. */
export const SAMPLE_MONTH = '2026-10';

/** The sample employer, ready for an export of its month. */
interface SampleExport {
  /** The address of its service. */
  readonly address: string;
  readonly period: string;
  /** The configuration, absolute. */
  readonly config: string;
  /** The folder of the store, absolute. */
  readonly store: string;
  /** The workbook that the export makes, absolute. */
  readonly workbook: string;
  /** With the address and secret of the service in its environment. */
  readonly context: Context;
}

/**
 * Starts the service of the sample employer on a loopback socket of this process while `use` exports its month.
 * @param out folder for the files and the store, absolute
 * @param home folder in which unfinished work is recorded
 */
export async function withSampleExport<Result>(
  context: Context,
  { out, home }: { readonly out: string; readonly home: string },
  use: (sample: SampleExport) => Promise<Result>,
): Promise<Result> {
  const samples = join(context.packageFolder, 'samples');
  const data = await readDataFolder(join(samples, 'data'));
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../../sandbox/startSandbox.js');
  const sandbox = await startSandbox(data);
  const store = join(out, '.paytally');
  const claims = announced(claimsFolder(home), { folder: store, base: out });
  const env = {
    ...context.env,
    PAYTALLY_SANDBOX_URL: sandbox.baseUrl,
    PAYTALLY_SANDBOX_SECRET: data.employers[0]?.integrations?.[0]?.clientSecret,
  };
  try {
    return await use({
      address: sandbox.baseUrl,
      period: SAMPLE_MONTH,
      config: join(samples, 'demo.yaml'),
      store,
      workbook: join(out, 'draft', `bakery_${SAMPLE_MONTH}_monthly-hours.xlsx`),
      context: { ...context, env },
    });
  } finally {
    claims?.close();
    await sandbox.stop();
  }
}
