import type { Say } from '../../i18n/formatMessage.js';
import { printable } from '../../runtime/outsideText.js';
import type { CorrectionLineJson } from './correctionLines.js';

/** The causes of a correction line in words; an edited row of the mapping with its columns, old and new values. */
export function causesText({ causes, mapping = [] }: CorrectionLineJson, say: Say): string {
  const cells = mapping.map(
    ({ column, before, after }) => `${printable(column)} ${printable(before)} → ${printable(after)}`,
  );
  const texts = causes.map((cause) => {
    const name = say(`terminal.cause.${cause}`);
    const isEdited = cause === 'mapping' && cells.length > 0;
    return isEdited ? say('terminal.labelled', { label: name, value: cells.join('; ') }) : name;
  });
  return texts.join(', ');
}
