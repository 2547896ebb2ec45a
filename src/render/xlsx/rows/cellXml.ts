import { PaytallyError } from '../../../errors.js';
import { escapeCellText } from './escapeText.js';

/** A formula without its `=`, with the value that viewers show which do not calculate. */
export interface Formula {
  readonly formula: string;
  readonly value: number | string | boolean;
}

/** What a cell holds. Dates and durations are numbers with a format; null is an empty cell (its style stays). */
export type CellValue = null | string | number | boolean | Formula;

/**
 * A `<c>` element. Text stands in the cell itself: a table of shared texts would have to be held until the end.
 * @param name such as `B7`
 * @throws PaytallyError RENDER_REFUSED for a number that is not finite or a text that is too long.
 */
export function cellXml(name: string, styleId: number, value: CellValue): string {
  const head = styleId === 0 ? `<c r="${name}"` : `<c r="${name}" s="${styleId}"`;
  switch (typeof value) {
    case 'number':
      return `${head}><v>${numberText(value, name)}</v></c>`;
    case 'string':
      return value === '' ? `${head}/>` : `${head} t="inlineStr"><is>${textElement(value, name)}</is></c>`;
    case 'boolean':
      return `${head} t="b"><v>${value ? 1 : 0}</v></c>`;
    default:
      return value === null ? `${head}/>` : formulaXml(head, value, name);
  }
}

/** A `<t>` element; the attribute keeps spaces and line ends at the edges. */
export function textElement(text: string, cell: string): string {
  const escaped = escapeCellText(text, cell);
  return /^\s|\s$|[\n\t]|\s\s/.test(text) ? `<t xml:space="preserve">${escaped}</t>` : `<t>${escaped}</t>`;
}

export function numberText(value: number, cell: string): string {
  if (Number.isFinite(value)) return `${value}`;
  throw new PaytallyError('RENDER_REFUSED', `cell ${cell}: ${value} is not a number`, { record: cell });
}

function formulaXml(head: string, { formula, value }: Formula, name: string): string {
  const expression = `<f>${escapeCellText(formula, name)}</f>`;
  if (typeof value === 'string')
    return `${head} t="str">${expression}<v>${escapeCellText(value, name)}</v></c>`;
  if (typeof value === 'boolean') return `${head} t="b">${expression}<v>${value ? 1 : 0}</v></c>`;
  return `${head}>${expression}<v>${numberText(value, name)}</v></c>`;
}
