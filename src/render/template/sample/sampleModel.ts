import { type HeldModel, withRowsHeld } from '../../heldModel.js';
import { buildModel } from '../../model/buildModel.js';
import { type SampleTarget, samplePeriod } from './samplePeriod.js';

/** What `templates check` and `templates show` render: the data sets of the sample month, as an export makes them. */
export function sampleModel(target?: SampleTarget): HeldModel {
  return withRowsHeld(buildModel(samplePeriod(target)));
}
