import { hasSteering } from '../../runtime/outsideText.js';

const FORBIDDEN = /[<>:"/\\|?*]/;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST = 200;

/** Whether a name is taken by every file system that there is, and is no path. */
export function isSafeFileName(name: string): boolean {
  return (
    name !== '' &&
    name.length <= LONGEST &&
    !FORBIDDEN.test(name) &&
    !hasSteering(name) &&
    !RESERVED.test(name) &&
    !/^\.|[. ]$/.test(name)
  );
}
