import type { Page } from 'playwright-core';

/** Finds truncated texts, and elements over the amount, the last win or a waiting award. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const faults = [];
    const box = (each) => each.getBoundingClientRect();
    const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const safe = 0.02 * Math.min(innerWidth, innerHeight) - 1;
    for (const text of all('.words > [lang], .amount, .code, .last-amount, .last-time, .won-amount, .waiting-amount')) {
      const { left, top, right, bottom, width } = box(text);
      if (width === 0) continue;
      if (left < safe || top < safe || right > innerWidth - safe || bottom > innerHeight - safe) {
        faults.push(text.parentElement.className + ' is cut off: ' + text.textContent.slice(0, 40));
      }
    }
    const amount = document.querySelector('.amount .figures');
    for (const other of all('.name [lang], .mark [lang], .code, .slide.current .words > [lang], .waiting-rows, .banner, .ribbon, .last .line')) {
      if (isSeen(amount) && meet(box(other), box(amount))) faults.push(other.className + ' ' + other.textContent + ' lies over the amount');
    }
    for (const other of all('.slide.current .words > [lang], .banner, .ribbon')) {
      for (const last of all('.last .line')) {
        if (meet(box(other), box(last))) faults.push(other.textContent + ' lies over the last win');
      }
      for (const row of all('.waiting-row > *')) {
        if (meet(box(other), box(row))) faults.push(other.textContent + ' lies over what waits');
      }
    }
    return faults;
  })()`);
}

/** Finds overlapping parts of an upright sign: each slide in turn, the last win, the list. */
export function meetings(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const box = (each) => each.getBoundingClientRect();
    const [panel, last, pools] = ['.panel', '.last .line', '.pools']
      .map((selector) => box(document.querySelector(selector)));
    const faults = [...document.querySelectorAll('.slide:not(.win) > .lines')]
      .filter((lines) => box(lines).top < panel.top || box(lines).bottom > panel.bottom)
      .map((lines) => lines.textContent + ' leaves the panel');
    if (last.top < panel.bottom) faults.push('the last win begins in the panel');
    if (pools.top < last.bottom) faults.push('the list begins in the last win');
    const rows = [...document.querySelectorAll('.pool')].map(box);
    for (const [index, row] of rows.entries()) {
      if (index > 0 && row.top < rows[index - 1].bottom) faults.push('rows of the list meet');
    }
    return faults;
  })()`);
}
