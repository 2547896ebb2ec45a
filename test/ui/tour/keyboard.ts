import type { Page } from 'playwright-core';

const MOST_TABS = 120;

interface Focused {
  readonly text: string;
  readonly tag: string;
  /** Whether a frame shows the keyboard focus, within the visible part of the page. */
  readonly isSeen: boolean;
}

/** The element that has the focus. */
async function focused(page: Page): Promise<Focused> {
  return (await page.evaluate(`(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && width > 0 && bottom > 0 && top < innerHeight;
    const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    return { text: text.trim(), tag: element.tagName, isSeen };
  })()`)) as Focused;
}

/**
 * Presses Tab until an element with this text has the focus. @throws Error if the focus is not visible on the way, or
 * the keyboard cannot reach the element
 */
export async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at.tag !== 'BODY' && !at.isSeen) throw new Error(`the focus is not seen: ${at.tag} ${at.text}`);
    if (at.tag !== 'BODY' && wanted.test(at.text)) return;
    passed.push(at.text.slice(0, 30));
  }
  throw new Error(`the keyboard does not reach ${wanted}: ${passed.join(' | ')}`);
}

export async function isFocusIn(page: Page, selector: string): Promise<boolean> {
  return (await page.evaluate(`document.activeElement?.closest('${selector}') != null`)) as boolean;
}
