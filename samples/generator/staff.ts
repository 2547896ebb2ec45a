import type { PlaceKey } from './places.js';
import type { RoleKey } from './roles.js';

/** A person on the payroll, written by hand. */
export interface StaffMember {
  /** Identifies the person in specials.ts, and determines the ID. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: RoleKey;
  readonly place: PlaceKey;
  /** Working days of a week, Monday first: `x` works, `.` is free. Even and odd weeks alternate. */
  readonly weeks: readonly [string, string];
  readonly employeeNumber: string;
  readonly contract: string;
  /** No shifts or entries after this date. */
  readonly lastDay?: string;
  /** Left or on long leave: `isActive` is false. */
  readonly inactive?: true;
  readonly archived?: true;
  /** Where the person worked until 30 September. */
  readonly placeBeforeOctober?: PlaceKey;
}

type Days = readonly [string, string];
const tueToSat: Days = ['.xxxxx.', '.xxxxx.'];
const wedToSun: Days = ['..xxxxx', '..xxxxx'];
const alternating: Days = ['xxxx..x', '..xxxxx'];
const shopDays: Days = ['.xxxxx.', 'xx..xx.'];
const partTime: Days = ['...xxxx', '....xxx'];
const weekend: Days = ['.....xx', '.....xx'];
const office: Days = ['xxxxx..', 'xxxxx..'];

function member(
  employeeNumber: string,
  firstName: string,
  lastName: string,
  [role, place, weeks]: readonly [RoleKey, PlaceKey, Days],
  contract: string,
  more: Partial<StaffMember> = {},
): StaffMember {
  return { key: employeeNumber, employeeNumber, firstName, lastName, role, place, weeks, contract, ...more };
}

/** The employer's people. Two are called Jan Peeters; one has a single name, with a dash as last name. */
export const staff: readonly StaffMember[] = [
  member('00101', 'Lieve', 'Van den Broeck', ['office', 'antwerp', office], 'bediende'),
  member('00104', 'Jan', 'Peeters', ['nightBaker', 'antwerp', tueToSat], 'arbeider'),
  member('00117', 'Jan', 'Peeters', ['shopEarly', 'antwerp', shopDays], 'arbeider'),
  member('00121', 'Katarzyna', 'Wójcik-Nowak', ['pastry', 'antwerp', wedToSun], 'arbeider'),
  member('00122', 'Mehmet Çağlar', 'Yıldız', ['nightBaker', 'antwerp', alternating], 'arbeider'),
  member('00123', 'Youssef', 'El Amrani', ['nightBaker', 'antwerp', wedToSun], 'arbeider'),
  member('00130', 'Thị Ánh', 'Nguyễn', ['pastry', 'antwerp', tueToSat], 'arbeider'),
  member('00131', 'Sofie', "D'Hondt", ['shopEarly', 'antwerp', wedToSun], 'arbeider'),
  member('00132', 'Pieter-Jan', "'t Kint", ['shopLate', 'antwerp', tueToSat], 'arbeider'),
  member('00140', 'Jörg', 'Groß', ['driver', 'antwerp', tueToSat], 'arbeider'),
  member('00141', 'Łukasz', 'Szczęsny', ['nightBaker', 'antwerp', tueToSat], 'arbeider'),
  member('00145', 'Emine', 'Öztürk', ['shopLate', 'antwerp', shopDays], 'arbeider'),
  member('00150', 'Wayan', '-', ['driver', 'antwerp', alternating], 'arbeider'),
  member('00171', 'Wout', 'De Smet', ['weekend', 'antwerp', weekend], 'student'),
  member('00172', 'Noor', "van 't Hof", ['weekend', 'antwerp', weekend], 'student', {
    placeBeforeOctober: 'ghent',
  }),
  member('00160', 'Bram', 'Claes', ['shopEarly', 'antwerp', shopDays], 'arbeider', {
    lastDay: '2026-10-03',
    archived: true,
    inactive: true,
  }),
  member('00161', 'Gustave', 'Maes', ['shopEarly', 'ghent', tueToSat], 'arbeider', {
    lastDay: '2026-09-25',
    archived: true,
    inactive: true,
  }),
  member('00162', 'Greet', 'Vercruysse', ['shopLate', 'antwerp', wedToSun], 'arbeider', {
    placeBeforeOctober: 'ghent',
  }),
  member('00201', 'Élodie', 'Lefèvre', ['shopEarly', 'brussels', tueToSat], 'ouvrier'),
  member('00202', 'Jean-Baptiste', 'de La Tour', ['nightBaker', 'brussels', tueToSat], 'ouvrier'),
  member('00203', 'Aïcha', 'Benali', ['shopLate', 'brussels', shopDays], 'ouvrier'),
  member('00204', 'Ousmane', "N'Diaye", ['nightBaker', 'brussels', wedToSun], 'ouvrier'),
  member('00205', 'Zoë', 'Vanderstraeten-Çelik', ['shopEarly', 'brussels', wedToSun], 'ouvrier'),
  member('00206', 'François-Xavier', 'Dupont', ['driver', 'brussels', tueToSat], 'ouvrier'),
  member('00207', 'Inês', 'Gonçalves', ['pastry', 'brussels', alternating], 'ouvrier'),
  member('00208', 'Siobhán', "O'Brien", ['office', 'brussels', office], 'employé'),
  member('00209', 'Rachid "Rico"', 'Bouzid', ['nightBaker', 'brussels', alternating], 'ouvrier'),
  member('00210', 'Hélène', 'Œuvrard', ['weekend', 'brussels', weekend], 'flexi'),
  member('00211', 'Dilan', 'Şahin', ['cleaner', 'brussels', partTime], 'ouvrier'),
  member('00212', 'Céline', 'Dubois', ['shopEarly', 'brussels', shopDays], 'ouvrier', {
    lastDay: '2026-10-15',
    inactive: true,
  }),
  member('00213', 'Marek', 'Dvořák', ['nightBaker', 'brussels', tueToSat], 'ouvrier', {
    lastDay: '2026-06-30',
    inactive: true,
  }),
  member('08001', 'محمد', 'عبد الرحمن', ['nileBaker', 'cairo', ['xxx.xx.', 'xxxx.x.']], 'cairo'),
  member('08002', 'Nadia', 'Abd el-Rahman', ['cafeEarly', 'cairo', ['xxxx..x', 'xxxx..x']], 'cairo'),
  member('08003', 'Mahmoud', 'El-Sayed Ibrahim', ['nileBaker', 'cairo', alternating], 'cairo'),
  member('08004', 'Fatma', 'Hassan', ['cafeEarly', 'cairo', wedToSun], 'cairo'),
  member('08005', 'Karim', 'Abou Zeid', ['cafeLate', 'cairo', ['xxxx..x', '..xxxxx']], 'cairo'),
  member('08006', 'Mariam', 'Girgis', ['cafeLate', 'cairo', tueToSat], 'cairo'),
  member('08007', 'Omar Sherif', 'al-Masri', ['nileBaker', 'cairo', tueToSat], 'cairo'),
  member('08008', 'Yasmin', 'Nour', ['cafeEarly', 'cairo', partTime], 'cairo'),
  member('08009', 'سارة', 'يوسف', ['cafeLate', 'cairo', partTime], 'cairo'),
  member('08010', 'Hossam ed-Din', 'Fahmy', ['driver', 'cairo', ['xxxx..x', 'xxxx..x']], 'cairo'),
  member('08011', 'Tarek', 'Shaʿbān', ['cafeLate', 'cairo', alternating], 'cairo', {
    lastDay: '2026-10-20',
    archived: true,
    inactive: true,
  }),
];
