import { buildModel } from '../../documents/model/buildModel.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import type { Store } from '../../store/store.js';
import { type BrokenMapping, refuseBlocked } from '../gate/blocked.js';
import { foundOf } from '../gate/found.js';
import { refusedValues } from '../gate/refusedValues.js';
import type { OutcomeFile, RunOutcome } from '../outcome.js';
import { unreadableLines } from '../prepare/mapping.js';
import { type PreparedRun, prepareRun } from '../prepare/prepareRun.js';
import { withStore } from '../read/withStore.js';
import { renderTemplates, type TemplateOutput } from '../render/renderTemplates.js';
import type { RunHost } from '../runHost.js';
import type { RunRequest } from '../runRequest.js';
import { outputFolder } from '../write/outputFolder.js';
import { planFiles } from '../write/planFiles.js';
import { refuseTakenNames } from '../write/refuseTakenNames.js';
import { refuseUnknownFiles } from '../write/refuseUnknownFiles.js';
import { type WrittenFile, writeFiles } from '../write/writeFiles.js';
import { type ComputedRun, computeRun } from './computeRun.js';
import { rememberRun } from './rememberRun.js';

/** One employer's run: fetch, check, compute, render, write. @throws PaytallyError; then nothing was written */
export async function runEmployer(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
): Promise<RunOutcome> {
  const prepared = await prepareRun(host, request, employerKey);
  const place = {
    folder: request.storeFolder,
    mode: request.effect === 'write' ? 'write' : 'read',
    nowMs: () => host.context.clock.nowMs(),
  } as const;
  return withStore(place, async (store) => {
    const run = await computeRun(host, request, prepared, store);
    await refuseBlocked(foundOf(run.computed), request.state, {
      broken: brokenMapping(prepared),
      // A check does not render.
      refused: async () =>
        request.effect === 'check' ? [] : refusedValues(prepared, buildModel(run.computed)),
    });
    if (request.effect === 'check') return outcomeOf(run, request, []);
    const outputs = await renderTemplates(prepared, buildModel(run.computed), prepared.config, (line) =>
      host.terminal.message(`${employerKey}: ${line}`),
    );
    const folder = outputFolder(request.out, request.state);
    refuseTakenNames(host.takenPaths, folder, employerKey, outputs);
    if (request.state === 'final') await refuseUnknownFiles(store, folder, outputs);
    return request.effect === 'plan'
      ? plan(host, request, run, outputs)
      : write(host, request, run, outputs, store);
  });
}

/** Lines that cannot be read matter to a template that needs numbers. */
function brokenMapping({ mapping, needs }: PreparedRun): BrokenMapping | undefined {
  const error = needs.employeeNumbers ? unreadableLines(mapping) : undefined;
  if (error === undefined) return undefined;
  return { error, employeeIds: new Set(mapping.problems.flatMap(({ employeeId }) => employeeId ?? [])) };
}

async function plan(
  host: RunHost,
  request: RunRequest,
  run: ComputedRun,
  outputs: readonly TemplateOutput[],
): Promise<RunOutcome> {
  const files = outputs.map(({ file }) => file);
  const planned = await planFiles(outputFolder(request.out, request.state), files, host.context.signal);
  return outcomeOf(run, request, named(planned, outputs));
}

/** The files are in place and the run is in the store, or neither. */
async function write(
  host: RunHost,
  request: RunRequest,
  run: ComputedRun,
  outputs: readonly TemplateOutput[],
  store: Store,
): Promise<RunOutcome> {
  const { employerKey, employer } = run.prepared;
  const { period } = run.fetched;
  const header = {
    runId: run.runId,
    employerKey,
    employerId: employer.employerId,
    period,
    state: request.state,
    startedAt: run.startedAt,
  };
  const written = await writeFiles({
    folder: outputFolder(request.out, request.state),
    mode: request.state === 'final' ? 0o400 : 0o600,
    files: outputs.map(({ file }) => file),
    signal: host.context.signal,
    seal: (files) =>
      rememberRun(store, header, run.fetched.read, outcomeOf(run, request, named(files, outputs))),
  });
  return outcomeOf(run, request, named(written, outputs));
}

function named(
  files: readonly (WrittenFile & Pick<OutcomeFile, 'replaces'>)[],
  outputs: readonly TemplateOutput[],
): OutcomeFile[] {
  return files.map(({ path, rows, bytes, sha256, replaces }, index) => {
    const template = outputs[index]?.template ?? '';
    return { path, template, rows, bytes, sha256, ...(replaces ? { replaces } : {}) };
  });
}

function outcomeOf(
  { runId, prepared, fetched, computed }: ComputedRun,
  { effect, accepted }: RunRequest,
  files: readonly OutcomeFile[],
): RunOutcome {
  return {
    runId,
    effect,
    employer: prepared.employerKey,
    period: fetched.period,
    state: computed.run.state,
    files,
    control: computed.control,
    accepted,
    ...foundOf(computed),
    requests: fetched.requests,
    tzdata: tzdataVersion,
  };
}
