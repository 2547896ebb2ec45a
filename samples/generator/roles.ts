import type { TaskKey, TeamKey } from './places.js';

interface Role {
  /** Local minute of the day on which the shift begins. */
  readonly startMinute: number;
  /** From start to end by the clock, including the break. */
  readonly spanMinutes: number;
  readonly breakMinutes: number;
  readonly team: TeamKey;
  readonly task: TaskKey;
  /** Shops close on the holidays that the employer grants; ovens do not. */
  readonly worksOnHolidays: boolean;
}

const at = (hour: number, minute = 0): number => hour * 60 + minute;

/** Every person has one role, so that rests are long except in the cases of specials.ts. */
export const ROLES = {
  nightBaker: {
    startMinute: at(22),
    spanMinutes: 480,
    breakMinutes: 30,
    team: 'ovens',
    task: 'oven',
    worksOnHolidays: true,
  },
  pastry: {
    startMinute: at(2, 30),
    spanMinutes: 450,
    breakMinutes: 30,
    team: 'pastry',
    task: 'lamination',
    worksOnHolidays: true,
  },
  driver: {
    startMinute: at(4),
    spanMinutes: 375,
    breakMinutes: 15,
    team: 'delivery',
    task: 'route',
    worksOnHolidays: true,
  },
  shopEarly: {
    startMinute: at(6, 30),
    spanMinutes: 480,
    breakMinutes: 30,
    team: 'shop',
    task: 'counter',
    worksOnHolidays: false,
  },
  shopLate: {
    startMinute: at(12),
    spanMinutes: 495,
    breakMinutes: 30,
    team: 'shop',
    task: 'counter',
    worksOnHolidays: false,
  },
  office: {
    startMinute: at(9),
    spanMinutes: 510,
    breakMinutes: 45,
    team: 'shop',
    task: 'office',
    worksOnHolidays: false,
  },
  weekend: {
    startMinute: at(8),
    spanMinutes: 330,
    breakMinutes: 0,
    team: 'shop',
    task: 'counter',
    worksOnHolidays: false,
  },
  cleaner: {
    startMinute: at(20),
    spanMinutes: 255,
    breakMinutes: 0,
    team: 'shop',
    task: 'cleaning',
    worksOnHolidays: true,
  },
  nileBaker: {
    startMinute: at(20),
    spanMinutes: 480,
    breakMinutes: 45,
    team: 'nile',
    task: 'oven',
    worksOnHolidays: true,
  },
  cafeEarly: {
    startMinute: at(7),
    spanMinutes: 480,
    breakMinutes: 60,
    team: 'cafe',
    task: 'service',
    worksOnHolidays: true,
  },
  cafeLate: {
    startMinute: at(15),
    spanMinutes: 510,
    breakMinutes: 45,
    team: 'cafe',
    task: 'service',
    worksOnHolidays: true,
  },
} as const satisfies Record<string, Role>;
export type RoleKey = keyof typeof ROLES;
