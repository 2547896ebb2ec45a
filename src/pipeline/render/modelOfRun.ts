import { buildModel } from '../../documents/model/buildModel.js';
import type { OpenPile } from '../../documents/pile.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { DiskPile } from '../../store/diskPile.js';

/** Rows that have to be put in another order lie on the disk where they are many. */
export const openDiskPile: OpenPile = <Item>() => new DiskPile<Item>();

/** The data sets of a computed period as templates of a run see them. */
export function modelOfRun(computed: ComputedPeriod): TemplateModel {
  return buildModel(computed, openDiskPile);
}
