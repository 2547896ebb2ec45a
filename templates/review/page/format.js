// @ts-check
/* How numbers, times and dates are written. Everything else of the page uses these. */

/** `h:mm`, or decimal hours, as the run's unit says; a dash for nothing. @param {number | null | undefined} minutes */
function time(minutes) {
  if (minutes === null || minutes === undefined) return '–';
  const sign = minutes < 0 ? '−' : '';
  const whole = Math.abs(minutes);
  if (DATA.unit === 'decimal') return sign + (whole / 60).toFixed(2).replace('.', DATA.decimalSign);
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** With its sign. @param {number} minutes */
function signed(minutes) {
  return minutes > 0 ? `+${time(minutes)}` : time(minutes);
}

/** `+4.2 %`; a dash where there is nothing to compare with. @param {number} now @param {number} before */
function change(now, before) {
  if (before === 0) return '–';
  const percent = ((now - before) / before) * 100;
  const text = Math.abs(percent).toFixed(1).replace('.', DATA.decimalSign);
  return `${percent > 0.04 ? '+' : percent < -0.04 ? '−' : ''}${text} %`;
}

/** A text of the page's language. @param {string} key @param {Record<string, string | number>} [values] */
function t(key, values = {}) {
  const text = DATA.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** A record's page in the portal, in a tab of its own. @param {string} url @param {any} text */
function portalLink(url, text) {
  return html`<a href=${url} target="_blank" rel="noreferrer noopener">${text}<span class="unseen"> ${t('newTab')}</span></a>`;
}

/** `Mon 5`. @param {{ date: string, weekday: string }} day */
function dayHeading(day) {
  return `${day.weekday} ${Number(day.date.slice(8))}`;
}

/** Letters alone, without accents, for searching. @param {string} text */
function searchable(text) {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
