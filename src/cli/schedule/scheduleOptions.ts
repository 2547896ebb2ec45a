import { parseStamp } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import type { ConfigOption, OutputOptions } from '../commonOptions.js';

export interface ScheduleOptions extends OutputOptions, ConfigOption {
  readonly action: 'list' | 'print' | 'run';
  readonly target: 'systemd' | 'cron' | 'windows' | 'kubernetes' | undefined;
  readonly employer: readonly string[];
  readonly from: string | undefined;
  readonly count: string | undefined;
  readonly due: boolean;
  readonly out: string | undefined;
  readonly log: 'text' | 'json';
}

/** Epoch seconds of an instant on the command line. @throws PaytallyError USAGE */
export function instantOf(text: string, option: string): number {
  const stamp = parseStamp(text);
  if (typeof stamp !== 'string') return stamp.epochSeconds;
  throw new PaytallyError('USAGE', `${option}: ${stamp}.`, {
    record: option,
    remedy: 'Write an instant with its offset: 2026-11-01T00:00:00+01:00, or with Z for UTC.',
  });
}

const MOST_TIMES = 10_000;

/** @throws PaytallyError USAGE */
export function countOf(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_TIMES) return count;
  throw new PaytallyError('USAGE', `--count takes a number from 1 to ${MOST_TIMES}, not "${text}".`, {
    record: '--count',
  });
}
