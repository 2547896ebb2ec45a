import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Candidate } from '../benchResult.js';
import { measuredCommand, SECRET } from '../whole/programRun.js';
import { SAMPLE_MONTH, startSampleService } from '../whole/sampleService.js';

const run = promisify(execFile);
const SCRIPT = resolve('bench/plain/plainScript.py');
const SERVICE = /^baseUrl: (\S+)$/m;
const EMPLOYER = /employerId: (\S+)/;
/** Data of one month begins on 15 September, so that both read the same days. */
const [FIRST = '', LAST = ''] = SAMPLE_MONTH.split('..');
const PLAIN = 'a plain Python script';

function plainScript(people: number): Candidate {
  return {
    name: PLAIN,
    prepare: async (scale) => {
      const { folder } = await startSampleService(Math.round(people * scale), 1);
      const settings = readFileSync(join(folder, 'paytally.yaml'), 'utf8');
      const [, baseUrl = ''] = SERVICE.exec(settings) ?? [];
      const [, employer = ''] = EMPLOYER.exec(settings) ?? [];
      const service = [baseUrl, employer, 'bakery-payroll', SECRET, FIRST, LAST];
      const out = mkdtempSync(join(folder, 'plain-'));
      const files = [join(folder, 'data/employees-bakery.csv'), join(out, 'days.csv')];
      return async () => {
        const done = await run('python3', [SCRIPT, ...service, ...files]).catch((error) => error);
        if (done.code === 'ENOENT') return { units: people, result: '', skipped: 'there is no python3' };
        if (done instanceof Error) throw done;
        return { units: people, result: digestIn(out), outside: JSON.parse(done.stdout) };
      };
    },
  };
}

function command(name: string, people: number, args: readonly string[]): Candidate {
  return {
    name,
    prepare: async (scale) => {
      const { folder } = await startSampleService(Math.round(people * scale), 1);
      return async () => {
        const out = mkdtempSync(join(folder, 'out-'));
        const outside = await measuredCommand(folder, [...args, SAMPLE_MONTH, '--quiet', '--out', out]);
        return { units: people, result: digestIn(out), outside };
      };
    },
  };
}

/** Of the one CSV file in a folder. */
function digestIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const [name, ...more] = names.filter((each) => each.endsWith('.csv'));
  if (name === undefined || more.length > 0) throw new Error(`${folder} has no or several CSV files`);
  return createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
}

/** From the pages to employee-days, beside a script that reads each list once and checks nothing. */
export function plainBench(people: number): Bench {
  const title = `From the pages to employee-days: a month of ${people.toLocaleString('en-US')} people`;
  const [once, twice] = ['paytally, reading once', 'paytally, reading twice'];
  const exported = ['export', '--template', 'employee-days'];
  return {
    title,
    unit: 'people',
    candidates: [
      plainScript(people),
      command(once, people, [...exported, '--read', 'once']),
      command(twice, people, [...exported, '--read', 'twice']),
    ],
    against: [
      { what: `${title}, read once`, ours: once, instead: PLAIN },
      { what: `${title}, read twice`, ours: twice, instead: PLAIN },
    ],
  };
}
