/** Where the target of a relationship lies, from the folder of its source part. `..` goes no higher than the package. */
export function resolveTarget(source: string, target: string): string {
  const folders = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..') folders.pop();
    else folders.push(step);
  }
  return folders.join('/');
}

/** The part that holds the relationships of another: `xl/_rels/workbook.xml.rels`; for the package itself use ''. */
export function relationshipsPath(part: string): string {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
}

/** A target as a relationship of `source` writes it: relative to the folder of its source part. */
export function targetFrom(source: string, part: string): string {
  const from = source.split('/').slice(0, -1);
  const to = part.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
