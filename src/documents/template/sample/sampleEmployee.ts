import type { DataRow } from '../../dataSet.js';
import { SAMPLE_PEOPLE } from './sampleWork.js';

/** The employee.* fields of a sample person. */
export function sampleEmployee(index: number): DataRow {
  const person = SAMPLE_PEOPLE[index];
  if (person === undefined) throw new RangeError(`no sample person ${index}`);
  return {
    'employee.id': person.id,
    'employee.number': person.number,
    'employee.firstName': person.firstName,
    'employee.lastName': person.lastName,
    'employee.name': `${person.lastName}, ${person.firstName}`,
    'employee.active': true,
  };
}
