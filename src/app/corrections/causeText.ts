import type { Say } from '../../i18n/formatMessage.js';
import { printable } from '../../runtime/outsideText.js';
import type { CorrectionLineJson } from './correctionLines.js';

/**
 * The causes of a correction line in words; an edited row of the mapping with its columns, old and new values. With the
 * reason of a settlement that the line would undo.
 */
export function causesText({ causes, mapping = [], settledBefore }: CorrectionLineJson, say: Say): string {
  const cells = mapping.map(
    ({ column, before, after }) => `${printable(column)} ${printable(before)} → ${printable(after)}`,
  );
  const texts = causes.map((cause) => {
    const name = say(`terminal.cause.${cause}`);
    const isEdited = cause === 'mapping' && cells.length > 0;
    return isEdited ? say('terminal.labelled', { label: name, value: cells.join('; ') }) : name;
  });
  return [...texts, ...settledBeforeTexts(settledBefore?.reasons, say)].join(', ');
}

/** The reasons of a settlement in words; empty without any. */
export function settledBeforeTexts(reasons: readonly string[] = [], say: Say): readonly string[] {
  return reasons.length === 0
    ? []
    : [say('terminal.settledBefore', { reason: reasons.map(printable).join('; ') })];
}
