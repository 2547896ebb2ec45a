import stringWidth from 'string-width';
import { wrapped } from '../runtime/wrapText.js';

const MAX_WIDTH = 100;
/** How wide a help is written. @param width of the terminal; undefined if there is none */
export function helpWidth(width: number | undefined): number {
  return Math.min(MAX_WIDTH, width ?? MAX_WIDTH);
}

/** How wide the column of labels is. */
interface LabelWidth {
  readonly least?: number;
  /** A label that is wider has its text on the next line. */
  readonly most?: number;
}

/** Labels, each with a text to its right; a long text continues below itself. */
export function labelColumns(
  rows: readonly (readonly [label: string, text: string])[],
  width: number,
  { least = 0, most = 26 }: LabelWidth = {},
): string {
  const widths = rows.map(([label]) => stringWidth(label)).filter((each) => each <= most);
  const labelWidth = Math.max(least, ...widths);
  const indent = ' '.repeat(labelWidth + 4);
  return rows
    .flatMap(([label, text]) => {
      const lines = wrapped(text, width, indent);
      if (stringWidth(label) > labelWidth) return [`  ${label}`, ...lines];
      const [first = '', ...more] = lines;
      const padding = ' '.repeat(labelWidth - stringWidth(label) + 2);
      return [`  ${label}${padding}${first.slice(indent.length)}`.trimEnd(), ...more];
    })
    .join('\n');
}
