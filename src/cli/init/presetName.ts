import { basename } from 'node:path';

const NO_PRESET = 'none';

/** `belgium` of `belgium` or `belgium.yaml`; undefined where none is wanted. */
export function presetName(preset: string | undefined): string | undefined {
  return preset === undefined || preset === NO_PRESET ? undefined : basename(preset, '.yaml');
}
