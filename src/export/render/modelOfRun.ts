import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { buildModel } from '../../render/model/buildModel.js';
import type { OpenPile } from '../../render/pile.js';
import type { TemplateModel } from '../../render/templateModel.js';
import { ExternalSorter } from '../../store/externalSorter.js';

/** Rows that have to be put in another order lie on the disk where they are many. */
export const openExternalSorter: OpenPile = <Item>() => new ExternalSorter<Item>();

/** The data sets of a computed period as templates of a run see them. */
export function modelOfRun(computed: ComputedPeriod): TemplateModel {
  return buildModel(computed, openExternalSorter);
}
