import type { Config } from '../../config/config.js';
import type { AnyMessage } from '../../i18n/message.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import type { TextOptions } from '../text/renderText.js';
import type { WrittenAmount } from '../text/rowUnits.js';
import type { RenderApart } from './apart.js';
import { amountsOfOwn, type OwnOrder, renderOwn } from './ownRendering.js';
import { amountsApart, renderApart } from './renderApart.js';

/** A template with what the configuration says about it. */
export function ownOrder(
  template: OwnOrder['template'],
  { locale, language, languagePack }: Config,
  variables: TextOptions['variables'],
): OwnOrder {
  return { template, variables, locale, language, languagePack };
}

/** Renders a user's template in a separate thread; built-in templates are trusted and rendered in this thread. */
export async function renderInItsThread(
  order: OwnOrder,
  model: TemplateModel,
  apart: RenderApart | undefined,
  onNotice?: (notice: AnyMessage) => void,
): Promise<OutputFile[]> {
  return order.template.builtIn || apart === undefined
    ? renderOwn(order, model, onNotice)
    : renderApart(order, model, apart, onNotice);
}

/** The printed minutes of the rows of a template's files, in the same thread as its files. */
export async function amountsInItsThread(
  order: OwnOrder,
  model: TemplateModel,
  apart: RenderApart | undefined,
): Promise<readonly WrittenAmount[]> {
  return order.template.builtIn || apart === undefined
    ? amountsOfOwn(order, model)
    : amountsApart(order, model, apart);
}
