import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { countRows, type OutputFile } from '../../render/outputFile.js';
import { applyFileName } from '../../render/template/fileNames.js';
import type { Template } from '../../render/template/template.js';
import { variablesOf } from '../../render/template/variablesOf.js';
import type { TemplateModel } from '../../render/templateModel.js';
import { plainSections } from '../../render/text/filePart.js';
import { ownOrder } from '../../render/worker/inItsThread.js';
import { renderOwn } from '../../render/worker/ownRendering.js';
import type { PreparedRun } from '../../run.js';
import { runInterruptible } from '../../runtime/interruption.js';
import { Spool } from '../../store/externalSorter.js';

/** The text of one template, written before anybody knows whether the run goes on. */
export interface EarlyText {
  readonly template: Template;
  readonly file: OutputFile;
  /** What is said about the file once it is wanted. */
  readonly notices: readonly string[];
  /** The facts about the run that it was written with. */
  readonly run: TemplateModel['run'];
  readonly close: () => void;
}

/**
 * Writes a text whose rows come person by person, in the pass in which everybody is gone over anyway: computing everybody
 * once more for it takes a fifth of a run. It lies on the disk until the run is known to go on.
 * @returns undefined where no template is of that kind, or where the text fails: then it fails again in its own time
 */
export async function earlyText(
  { templates }: Pick<PreparedRun, 'templates'>,
  model: TemplateModel,
  config: Config,
  signal: AbortSignal,
): Promise<EarlyText | undefined> {
  const template = templates.find((each) => isByPerson(each, model));
  if (template === undefined || template.kind !== 'text') return undefined;
  const notices: string[] = [];
  const named = applyFileName(template, config.fileNames[template.name]);
  const order = ownOrder(named, config, variablesOf(template.name, config));
  const spool = new Spool();
  try {
    const files = await renderOwn(order, model, (line) => notices.push(line));
    const [file] = files;
    if (file === undefined || files.length > 1 || file.content instanceof Uint8Array) return failed(spool);
    const pieces = file.content[Symbol.asyncIterator]();
    for (;;) {
      // The work is done in this call; between two of them Ctrl-C is heard as always.
      const { done, value } = await runInterruptible(() => pieces.next());
      if (done === true) break;
      spool.add(value);
      await turn();
      signal.throwIfAborted();
    }
    // Anew: the other file holds on to all that it was made of.
    const written = { name: file.name, rows: countRows(file), content: spool };
    return { template, file: written, notices, run: model.run, close: closing(spool) };
  } catch (failure) {
    failed(spool);
    signal.throwIfAborted();
    if (failure instanceof PaytallyError && failure.code === 'INTERRUPTED') throw failure;
    return undefined;
  }
}

/** Of its own: made in the function above it would hold on to everything there, the model first. */
function closing(spool: Spool): () => void {
  return () => spool.close();
}

function failed(spool: Spool): undefined {
  spool.close();
  return undefined;
}

/** One table whose rows are in the order in which people are gone over. What others write is not rendered in this thread. */
function isByPerson(template: Template, { dataSets }: TemplateModel): boolean {
  if (template.kind !== 'text' || !template.builtIn) return false;
  const { spec } = template;
  const { audience, companions, notices, tree, blocks } = spec;
  const [section, ...others] = plainSections(spec);
  if (section === undefined || others.length + companions.length + notices.length > 0) return false;
  if (audience !== 'people' || tree !== undefined || blocks !== undefined) return false;
  return dataSets.get(section.data)?.orderedBy !== undefined;
}

/** Whether the text is that of the template in this run: what it says of the run may have changed since. */
export function isSameText(
  early: EarlyText | undefined,
  template: Template,
  model: TemplateModel,
): early is EarlyText {
  return early?.template === template && JSON.stringify(early.run) === JSON.stringify(model.run);
}
