import type { DataRow, DataSet } from '../../dataSet.js';
import type { ReportModel } from '../../reportModel.js';
import { sampleDays } from './sampleDays.js';
import { sampleEntries } from './sampleEntries.js';
import { samplePayLines } from './samplePayLines.js';
import { sampleProof } from './sampleProof.js';

const RUN: DataRow = {
  'run.employer': 'sample',
  'run.employerId': '0e6f1c5e-0000-4000-8000-0000000000ff',
  'run.periodLabel': '2026-10',
  'run.from': '2026-10-01',
  'run.to': '2026-10-31',
  'run.state': 'draft',
  'run.attribution': 'start',
  'run.dst': 'elapsed',
  'run.tzdata': '2026f',
  'run.version': '0.1.0',
  'run.language': 'en',
};

/** October 2026 of a small made-up employer: what `templates check` and `templates show` render. The same every time. */
export function sampleModel(): ReportModel {
  const sets: DataSet[] = [...sampleEntries(), ...sampleDays(), samplePayLines(), ...sampleProof()];
  return { run: RUN, dataSets: new Map(sets.map((set) => [set.name, set])) };
}
