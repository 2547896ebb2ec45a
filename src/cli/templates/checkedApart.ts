import type { Context } from '../../context.js';
import type { RenderSample } from '../../render/template/renderSample.js';
import type { Template } from '../../render/template/template.js';
import { renderApart } from '../../render/worker/renderApart.js';

/**
 * Renders a template of somebody else's with the budget of an export, and ends with Ctrl-C.
 * @returns undefined for what ships with the program, and where the program is not compiled
 */
export function inItsThread(
  { builtIn }: Template,
  { renderWorker: worker, signal }: Context,
): RenderSample | undefined {
  if (builtIn || worker === undefined) return undefined;
  return (order, model) => renderApart(order, model, { worker, signal });
}
