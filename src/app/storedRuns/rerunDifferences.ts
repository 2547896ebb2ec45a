import { existsSync } from 'node:fs';
import { findDifferingRows } from '../../documents/differingRows.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { type AnyMessage, type Message, message } from '../../i18n/message.js';
import type { RerunOutcome } from './rerun.js';

/** Files that differ from the record, the reason, and the rows if the original still exists. */
export async function listDifferences(
  { outcome, recorded, madeBy }: RerunOutcome,
  version: string,
): Promise<(AnyMessage | string)[]> {
  const lines: (AnyMessage | string)[] = [];
  for (const [index, file] of outcome.files.entries()) {
    const was = recorded[index];
    if (was === undefined || was.sha256 === file.sha256) continue;
    const rows = existsSync(was.path) ? await findDifferingRows(was.path, file.path) : [];
    lines.push(message('terminal.rerun.differs', { path: file.path, recorded: was.path }), ...rows);
  }
  return lines.length === 0 ? [] : [...describeOtherProgram(madeBy, version), ...lines];
}

/** Names the version of the program, of its time zone data, or both, if they differ from those of the run. */
function describeOtherProgram(madeBy: RerunOutcome['madeBy'], version: string): Message[] {
  if (madeBy === undefined) return [];
  const { version: made, tzdata } = madeBy;
  return [
    ...(made === version ? [] : [message('terminal.rerun.otherVersion', { made, now: version })]),
    ...(tzdata === tzdataVersion
      ? []
      : [message('terminal.rerun.otherTzdata', { made: tzdata, now: tzdataVersion })]),
  ];
}
