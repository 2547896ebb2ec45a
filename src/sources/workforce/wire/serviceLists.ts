import { message } from '../../../i18n/message.js';
import { listShapes } from '../../records/lists.js';

const GUID_LENGTH = 36;
const HYPHENS = [8, 13, 18, 23];

/** By character code: the characters allowed in a GUID besides hyphens. */
const IS_DIGIT = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
const IS_HYPHEN = Uint8Array.from({ length: GUID_LENGTH }, (_, at) => (HYPHENS.includes(at) ? 1 : 0));
const HYPHEN = 45;

/** Not a regular expression, which takes twice as long: every record has a dozen GUIDs. */
export function isGuid(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== GUID_LENGTH) return false;
  for (let at = 0; at < GUID_LENGTH; at += 1) {
    const code = value.charCodeAt(at);
    if (IS_HYPHEN[at] === 1 ? code !== HYPHEN : IS_DIGIT[code] !== 1) return false;
  }
  return true;
}

/** The lists of the service, whose records have GUIDs (docs/service.md, "Every record"). */
export const { ESTABLISHMENTS, AGENCY_WORKERS, TEAMS, TASKS, EMPLOYEES, SHIFTS, TIME_ENTRIES, HOLIDAYS } =
  listShapes({ isId: isGuid, kind: message('fields.kind.uuid') });
