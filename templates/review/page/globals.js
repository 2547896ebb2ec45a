// @ts-check
/* What the page's scripts share: the data, the library's functions, and the shapes. */

/** @typedef {{ date: string, dateText: string, weekday: string, holiday: string | null, free: boolean, workedMinutes: number, plannedMinutes: number }} Day */
/** @typedef {{ id: string, number: string | null, name: string, places: number[], days: number[], workedMinutes: number, paidMinutes: number, estimatedMinutes?: number, account?: [number, number], before?: number }} Person */
/** @typedef {{ code: string, title: string, severity: string, blocks: boolean, remedy: string, actor: string, reason: string | null, lines: { date: string | null, dateText: string, who: string, place: string, message: string, url?: string }[] }} WorkGroup */
/** @typedef {{ people: number, workedMinutes: number, plannedMinutes: number | null, paidMinutes: number }} Totals */
/** @typedef {{ person: Person, day: Day }} Opened */
/** @typedef {any} Row */
/** @typedef {{ title: string, number?: boolean, show: (row: Row) => any, value: (row: Row) => any, tone?: (row: Row) => string }} Column */

const DATA = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
const { html, render, useState, useEffect, useLayoutEffect, useRef } = htmPreact;
const COLLATOR = new Intl.Collator(DATA.language, { sensitivity: 'base', numeric: true });
