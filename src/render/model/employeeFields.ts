import { fullName, type MappedEmployees, type Person } from '../../domain/people/peopleDirectory.js';
import { type FieldOf, field } from './fieldOf.js';
import { rememberLast } from './workFields.js';

/** The `employee.*` fields of a data set whose items lead to a person, or to nobody. */
export function employeeFields<Item>(
  findPerson: (item: Item) => Person | undefined,
  mapping: MappedEmployees,
): FieldOf<Item>[] {
  const personOf = rememberLast(findPerson);
  return [
    field('employee.id', 'text', 'Id of the employee', (item) => personOf(item)?.id ?? null),
    field(
      'employee.number',
      'text',
      'Payroll number from the mapping file',
      (item) => personOf(item)?.number ?? null,
    ),
    field('employee.firstName', 'text', 'First name', (item) => personOf(item)?.firstName ?? null),
    field('employee.lastName', 'text', 'Last name', (item) => personOf(item)?.lastName ?? null),
    field('employee.name', 'text', 'Last name, first name; the id where unknown', (item) => {
      const person = personOf(item);
      return person ? fullName(person) : null;
    }),
    field(
      'employee.active',
      'boolean',
      'Whether the employee is active',
      (item) => personOf(item)?.isActive ?? null,
    ),
    ...mapping.extraColumns.map((column) =>
      field<Item>(`employee.${column}`, 'text', `Column ${column} of the mapping file`, (item) => {
        return personOf(item)?.extra[column] ?? null;
      }),
    ),
  ];
}
