import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

/** Characters that are drawn one after the other, from left to right on the page. */
export interface VisualRun {
  readonly text: string;
  /** Whether the font has to set the run from right to left. */
  readonly isRightToLeft: boolean;
}

// The package has types of a module that it does not ship as one.
const makeBidi: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = makeBidi();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A line in visual order, by the Unicode bidirectional algorithm. Fonts reverse Arabic and Hebrew letters themselves;
 * digits and Latin letters between them remain unchanged, and marks such as brackets are mirrored.
 */
export function visualRuns(text: string): readonly VisualRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: (VisualRun & { level: number })[] = [];
  for (let index = 0; index < text.length; ) {
    const level = levels[index] ?? 0;
    let end = index;
    let run = '';
    while (end < text.length && (levels[end] ?? 0) === level) {
      run += mirrored.get(end) ?? text[end];
      end += 1;
    }
    runs.push(...splitRun(run, level));
    index = end;
  }
  return reorderRuns(runs);
}

/** Word by word: the font reverses the letters of a word, not the words of a line. */
function splitRun(run: string, level: number): (VisualRun & { level: number })[] {
  if (level % 2 === 0) return [{ text: run, isRightToLeft: false, level }];
  return run.split(/( +)/).flatMap((word) => {
    if (word === '') return [];
    if (RIGHT_TO_LEFT.test(word)) return { text: word, isRightToLeft: true, level };
    return { text: [...word].reverse().join(''), isRightToLeft: false, level };
  });
}

/** From the highest level down to the lowest odd one, runs of at least that level are reversed. */
function reorderRuns(runs: (VisualRun & { level: number })[]): VisualRun[] {
  const levels = runs.map(({ level }) => level);
  const lowest = Math.min(...levels.filter((level) => level % 2 === 1), Number.POSITIVE_INFINITY);
  for (let level = Math.max(...levels, 0); level >= lowest; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? -1) >= level) end += 1;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return runs;
}
