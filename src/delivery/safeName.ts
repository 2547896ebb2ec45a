import { oneLine } from '../runtime/outsideText.js';

const LONGEST = 120;
/** Separators of folders, and what Windows takes in no name. */
const NOT_IN_NAMES = /[/\\:*?"<>|]/g;
/** Devices of Windows, whatever ending they have. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name that no recipient's machine takes for a path, a device or a hidden file. */
export function safeName(name: string): string {
  const plain = oneLine(name.normalize('NFC'))
    .replace(NOT_IN_NAMES, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - ending.length).slice(0, LONGEST - ending.length);
  const safe = `${stem}${ending}`;
  if (safe === '') return 'file';
  return DEVICE.test(safe) ? `_${safe}` : safe;
}
