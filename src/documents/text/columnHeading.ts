import type { ColumnSpec, Label } from './columnSpec.js';
import type { RenderContext } from './renderContext.js';

/** The heading, or what stands in its place in messages. */
export function columnHeading(context: RenderContext, spec: ColumnSpec): string {
  return labelText(context, spec.header) ?? spec.field ?? spec.variable ?? spec.const ?? spec.text ?? 'code';
}

export function labelText(context: RenderContext, label: Label | undefined): string | undefined {
  return typeof label === 'object' ? label[context.language] : label;
}
