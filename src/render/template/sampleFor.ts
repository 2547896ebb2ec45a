import type { HeldModel } from '../heldModel.js';
import type { TextSpec } from '../text/textTemplate.js';
import { sampleModel } from './sample/sampleModel.js';

export interface TemplateSample {
  readonly model: HeldModel;
  readonly variables: Readonly<Record<string, string>>;
}

/** The sample model with the numbers, codes and mapping columns that the template's target would have. */
export function sampleFor({ sample, mappingColumns, variables }: TextSpec): TemplateSample {
  return { model: sampleModel({ ...sample, mappingColumns }), variables: sampleVariables(variables) };
}

/** A variable without sample and default is left out: the check then says that it is missing. */
function sampleVariables(declared: TextSpec['variables']): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries(declared)) {
    const value = variable.sample ?? variable.default;
    if (value !== undefined) values[name] = value;
  }
  return values;
}
