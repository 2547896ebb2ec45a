import { type MappedEmployees, NO_MAPPING } from '../render/model/people.js';

/** The mapping file of an employer; without one nobody has a number. */
export async function readMapping(_path: string | undefined, _folder: string): Promise<MappedEmployees> {
  return NO_MAPPING;
}
