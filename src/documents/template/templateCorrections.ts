import type { TextSpec } from '../text/textTemplate.js';
import type { Template } from './template.js';

/** How corrections reach the target of a template. */
export interface TemplateCorrections
  extends Pick<TextSpec, 'restateScope' | 'style' | 'horizon' | 'correctionsGround'> {
  readonly mode: TextSpec['corrections'];
}

/** Workbooks and reports are for people: they carry no corrections. */
export function templateCorrections(template: Template): TemplateCorrections {
  return template.kind === 'text'
    ? correctionsOf(template.spec)
    : { mode: 'none', restateScope: 'employee', style: 'difference' };
}

/** Of a text template; one that declares nothing carries none. */
export function correctionsOf(spec: TextSpec): TemplateCorrections {
  const { corrections, restateScope, style, horizon, correctionsGround } = spec;
  return { mode: corrections, restateScope, style, horizon, correctionsGround };
}
