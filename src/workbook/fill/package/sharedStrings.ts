import { decodeCellText } from '../../xml/escapeXml.js';
import { childrenOf, type XmlElement } from '../../xml/xmlElement.js';
import type { XmlPart } from './templatePackage.js';

/** A stretch of text with one look. */
export interface TextRun {
  readonly text: string;
  /** The run's properties as XML, or ''. */
  readonly look: string;
}

/** Text of a cell: plain, or in runs with looks of their own. */
export interface CellText {
  readonly text: string;
  readonly runs: readonly TextRun[] | undefined;
}

/** Reads a shared string (`si`) or an inline one (`is`). Phonetic hints (`rPh`) are no part of the text. */
export function readCellText(element: XmlElement, source: string): CellText {
  const runs = childrenOf(element, 'r').map((run) => {
    const look = childrenOf(run, 'rPr')[0];
    return { text: textOf(run), look: look ? source.slice(look.start, look.end) : '' };
  });
  if (runs.length === 0) return { text: textOf(element), runs: undefined };
  return { text: runs.map((run) => run.text).join(''), runs };
}

function textOf(element: XmlElement): string {
  return decodeCellText(
    childrenOf(element, 't')
      .map((part) => part.text)
      .join(''),
  );
}

export function readSharedStrings(part: XmlPart | undefined): CellText[] {
  if (!part) return [];
  return childrenOf(part.root, 'si').map((element) => readCellText(element, part.source));
}
