import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The problems that axe finds; the page's policy allows no other scripts, so it runs separately. */
export async function barriers(page: Page): Promise<string[]> {
  const options = "{ resultTypes: ['violations'] }";
  const { violations } = (await page.evaluate(
    `window.axe === undefined ? (${JSON.stringify(AXE)}, eval(${JSON.stringify(AXE)}), axe.run(document, ${options})) : axe.run(document, ${options})`,
  )) as AxeResult;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/**
 * Text that cannot be read: outside the page, cut off by a box that does not scroll, beyond the edge of its own box, or
 * longer than its control. Each with its element.
 */
export async function unreadable(page: Page): Promise<string[]> {
  return (await page.evaluate(`(${findUnreadable.toString()})()`)) as string[];
}

/** Waits until the next frames are drawn: a chart is redrawn in them. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}

/** The printable width of A4 in pixels, by the name of the page in the style sheet. */
const PAPER: Readonly<Record<string, number>> = { auto: 703, days: 1047 };

/** Shows the page as it is printed, as wide as the part of the paper that is printed on, and then as it was. */
export async function onPaper<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const before = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  const name = (await page.evaluate("getComputedStyle(document.querySelector('main')).page")) as string;
  await page.setViewportSize({ width: PAPER[name] ?? 0, height: 900 });
  await settle(page);
  const result = await look();
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  await page.emulateMedia({ media: null });
  if (before !== null) await page.setViewportSize(before);
  return result;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly height: number;
}

interface StyledElement {
  readonly tagName: string;
  readonly className: string;
  readonly id: string;
  readonly parentElement: StyledElement | null;
  readonly clientWidth: number;
  readonly scrollWidth: number;
  readonly value: string;
  readonly type: string;
  readonly selectedOptions: ArrayLike<{ readonly text: string }>;
  readonly placeholder: string;
  closest(selector: string): StyledElement | null;
  getBoundingClientRect(): Box;
}

/** Runs in the browser: it cannot use anything from outside itself. */
function findUnreadable(): string[] {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: {
      documentElement: StyledElement;
      body: StyledElement;
      createTreeWalker(
        root: unknown,
        show: number,
      ): { nextNode(): { textContent: string; parentElement: StyledElement } | null };
      createRange(): { selectNodeContents(node: unknown): void; getClientRects(): ArrayLike<Box> };
      createElement(name: string): {
        getContext(kind: string): { font: string; measureText(text: string): { width: number } };
      };
      querySelectorAll(selector: string): Iterable<StyledElement>;
    };
    getComputedStyle(element: unknown): Record<string, string>;
  };
  const problems: string[] = [];
  const wide = document.documentElement.clientWidth;
  const nameOf = (element: StyledElement) =>
    `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${typeof element.className === 'string' && element.className ? `.${element.className.trim().replaceAll(' ', '.')}` : ''}`;
  const report = (what: string, element: StyledElement, text: string) =>
    problems.push(
      `${what}: ${nameOf(element.parentElement ?? element)} > ${nameOf(element)}: ${text.trim().slice(0, 60)}`,
    );
  if (document.documentElement.scrollWidth > wide)
    problems.push(`page: ${document.documentElement.scrollWidth} px in ${wide}`);
  const texts = document.createTreeWalker(document.body, 4);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (
      node.textContent.trim() === '' ||
      element.closest('.unseen, .skip, .uplot, option, noscript, script') !== null
    )
      continue;
    range.selectNodeContents(node);
    const rects = Array.from(range.getClientRects()).filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) continue;
    const right = Math.max(...rects.map((rect) => rect.right));
    const left = Math.min(...rects.map((rect) => rect.left));
    let box: StyledElement | null = element;
    while (box !== null && /^(inline|contents)$/.test(getComputedStyle(box).display ?? ''))
      box = box.parentElement;
    let scroller = box;
    while (scroller !== null && !/auto|scroll|hidden|clip/.test(getComputedStyle(scroller).overflowX ?? ''))
      scroller = scroller.parentElement;
    const own = box?.getBoundingClientRect();
    if (box !== scroller && own && (right > own.right + 1 || left < own.left - 1))
      report('over its box', element, node.textContent);
    if (scroller === null) {
      if (right > wide + 1 || left < -1) report('beside the page', element, node.textContent);
    } else if (/hidden|clip/.test(getComputedStyle(scroller).overflowX ?? '')) {
      const frame = scroller.getBoundingClientRect();
      if (right > frame.right + 1 || left < frame.left - 1) report('cut off', element, node.textContent);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const control of document.querySelectorAll('select, input[type=month], input[type=search], button')) {
    const style = getComputedStyle(control);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = control.tagName === 'SELECT' ? (control.selectedOptions[0]?.text ?? '') : '';
    const room =
      control.clientWidth -
      Number.parseFloat(style.paddingLeft ?? '0') -
      Number.parseFloat(style.paddingRight ?? '0');
    // A list of names is as wide as the page at most.
    const isAsWideAsThePage = control.clientWidth > wide - 60;
    if (control.clientWidth > 0 && !isAsWideAsThePage && pen.measureText(text).width > room + 1)
      report('longer than its control', control, text);
    if (control.getBoundingClientRect().right > wide + 1 && control.closest('.scroll, dialog, pre') === null)
      report('control beside the page', control, control.value);
  }
  return [...new Set(problems)];
}
