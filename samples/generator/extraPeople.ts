import type { PlaceKey } from './places.js';
import { randomFor } from './random.js';
import type { RoleKey } from './roles.js';
import type { StaffMember } from './staff.js';

// biome-ignore format: a list of names
const FIRST_NAMES = [
  'Anna', 'Bilal', 'Charlotte', 'Dieter', 'Elif', 'Farid', 'Grażyna', 'Hoàng', 'Ilse', 'Joëlle', 'Kübra', 'Lars',
  'Maëlle', 'Noémie', 'Oğuz', 'Paweł', 'Quinten', 'Rana', 'Stijn', 'Tomáš', 'Ulrike', 'Véronique', 'Wim', 'Zuzana',
];
// biome-ignore format: a list of names
const LAST_NAMES = [
  'Aerts', 'Bąk', 'Ceulemans', 'De Backer', 'Ekici', 'Fischer', 'Goossens', 'Haddad', 'İnce', 'Janssens', 'Khalil',
  'Lambert', 'Mertens', 'Nguyen', "O'Neill", 'Przybylski', 'Rousseau', 'Schröder', 'Trần', 'Van Damme', 'Wouters', 'Yılmaz',
];

const ROLES_OF: Readonly<Record<'antwerp' | 'brussels' | 'cairo', readonly RoleKey[]>> = {
  antwerp: ['nightBaker', 'shopEarly', 'shopLate', 'driver', 'pastry', 'weekend'],
  brussels: ['shopEarly', 'nightBaker', 'shopLate', 'pastry', 'cleaner', 'driver'],
  cairo: ['cafeEarly', 'nileBaker', 'cafeLate'],
};
const PLACE_CYCLE = ['antwerp', 'brussels', 'cairo'] as const satisfies readonly PlaceKey[];
const WEEKS = [
  ['.xxxxx.', 'xx..xx.'],
  ['..xxxxx', 'xxx..xx'],
  ['xxxx..x', '.xxxxx.'],
] as const;

function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number, otherwise: T): T {
  return list[index % list.length] ?? otherwise;
}

/** Person number `index` after those of staff.ts: the same for the same seed, whatever the number of people. */
export function extraPerson(seed: number, index: number): StaffMember {
  const random = randomFor(`${seed} person ${index}`);
  const place = pick(PLACE_CYCLE, index, 'antwerp');
  const key = `x${index}`;
  return {
    key,
    employeeNumber: String(100_000 + index),
    firstName: pick(FIRST_NAMES, random.between(0, FIRST_NAMES.length - 1), 'Anna'),
    lastName: pick(LAST_NAMES, random.between(0, LAST_NAMES.length - 1), 'Aerts'),
    role: pick(ROLES_OF[place], random.between(0, 5), 'shopEarly'),
    place,
    weeks: pick(WEEKS, random.between(0, 2), WEEKS[0]),
    contract: 'arbeider',
  };
}
