import type { Page } from '@playwright/test';

/**
 * What a reader would wince at in the page as it stands: boxes that stick out sideways, text that is cut off, controls
 * that lie on one another or on text, and Hebrew words that go on in the next line. Each finding is one line that names
 * the element.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const probes = [nameOf, seen, common, size, related, clash, drawn, carries, brokenWords, once];
  // Asked for again and again about the same elements, and the same as long as nobody acts.
  const asked = [parentsOf, cuts, forEars, shown, layerOf, texts, controls];
  const checks = [stickingOut, cutOff, overlapping, torn];
  const source = [
    ...[...probes, ...checks].map(String),
    ...asked.map((one) => `const ${one.name} = once(${one});`),
  ].join('\n');
  return page.evaluate(
    `(() => { ${source}; return [...new Set([${checks.map(({ name }) => `${name}()`).join(', ')}].flat())]; })()`,
  );
}

// All below runs in the page, where only these functions exist.

type Box = { left: number; right: number; top: number; bottom: number };
type Found = { element: Element; layer: Element | undefined; boxes: Box[] };

/** One answer for each element. */
function once<T>(answer: (element?: Element) => T): (element?: Element) => T {
  const known = new Map<Element | undefined, T>();
  return (element) => {
    if (!known.has(element)) known.set(element, answer(element));
    return known.get(element) as T;
  };
}

function nameOf(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
  return `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> “${text}”`;
}

/** Without `html` and `body`, whose cutting is the page's own edge. */
function parentsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

function cuts(element: Element): boolean {
  return getComputedStyle(element).overflowX !== 'visible';
}

/** Whether it is read out but not shown. */
function forEars(element: Element): boolean {
  const { clipPath, position } = getComputedStyle(element);
  if (position !== 'absolute') return false;
  const { width, height } = element.getBoundingClientRect();
  return (width <= 1 && height <= 1) || clipPath === 'inset(50%)';
}

/** Whether it is both drawn and read out. */
function shown(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  return !element.closest('[aria-hidden="true"]') && ![element, ...parentsOf(element)].some(forEars);
}

function common(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The shorter side of a box. */
function size(box: Box): number {
  return Math.max(0, Math.min(box.right - box.left, box.bottom - box.top));
}

/** The parts of boxes that neither the element, as with text of so many lines, nor an ancestor cuts away. */
function seen(element: Element, boxes: Box[]): Box[] {
  const cutters = [element, ...parentsOf(element)].filter(cuts);
  return boxes
    .map((box) => cutters.reduce<Box>((rest, cutter) => common(rest, cutter.getBoundingClientRect()), box))
    .filter((box) => size(box) > 0);
}

/** What floats over the page does so on purpose; only what floats together is compared. */
function layerOf(element: Element): Element | undefined {
  return [element, ...parentsOf(element)].find(
    (at) => at.matches('dialog') || /fixed|sticky/.test(getComputedStyle(at).position),
  );
}

function related(a: Element, b: Element): boolean {
  const label = a.closest('label');
  return a.contains(b) || b.contains(a) || (label !== null && label === b.closest('label'));
}

function clash(a: Box[], b: Box[], by: number): boolean {
  return a.some((one) => b.some((other) => size(common(one, other)) > by));
}

function texts(): Found[] {
  const walker = document.createTreeWalker(
    document.querySelector('dialog:modal') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const found: Found[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('option, script, style') || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    found.push({ element, layer: layerOf(element), boxes: [...range.getClientRects()].filter((box) => box.width > 0) });
  }
  return found;
}

function controls(): Found[] {
  const scope = document.querySelector('dialog:modal') ?? document.body;
  return [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter(shown)
    .map((element) => ({
      element,
      layer: layerOf(element),
      boxes: seen(element, [...element.getClientRects()]),
    }));
}

function stickingOut(): string[] {
  const width = document.documentElement.clientWidth;
  const out = [...(document.querySelector('dialog:modal') ?? document.body).querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > left && (left < -1 || right > width + 1) && shown(element) && !parentsOf(element).some(cuts);
  });
  return out
    .filter((element) => !out.some((other) => other !== element && element.contains(other)))
    .map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `sticks out sideways (${Math.round(left)} to ${Math.round(right)} of ${width}): ${nameOf(element)}`;
    });
}

/** A box that scrolls, or that cuts its text on purpose (with an ellipsis), may. */
function cutOff(): string[] {
  return texts().flatMap(({ element, boxes }) => {
    const cutter = [element, ...parentsOf(element)].find(cuts);
    if (!cutter) return [];
    const style = getComputedStyle(cutter);
    if (/auto|scroll/.test(style.overflow) || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')
      return [];
    const edge = cutter.getBoundingClientRect();
    const cut = boxes.some((box) => {
      const beyond = Math.max(
        edge.left - box.left,
        box.right - edge.right,
        edge.top - box.top - 6,
        box.bottom - edge.bottom - 6,
      );
      return beyond > 2 && size(common(box, edge)) > 0;
    });
    return cut ? [`cut off by ${nameOf(cutter)}: ${nameOf(element)}`] : [];
  });
}

/** What is drawn of a control; around it, room to press is no harm. */
function drawn({ element, boxes }: Found): Box[] {
  const { backgroundColor, boxShadow, borderTopWidth } = getComputedStyle(element);
  const bare = backgroundColor === 'rgba(0, 0, 0, 0)' && boxShadow === 'none' && borderTopWidth === '0px';
  if (!bare) return boxes;
  const signs = [...element.querySelectorAll('svg, img')];
  return signs.flatMap((sign) => seen(sign, [sign.getBoundingClientRect()]));
}

/** What may lie on another on purpose: a picture that is pressed to enlarge it may carry other controls. */
function carries(one: Found, other: Found): boolean {
  // The two ends of a range share one track.
  if ([one, other].every(({ element }) => element.matches('input[type="range"]'))) return true;
  return [one, other].some(({ element }) => element.querySelector('img') !== null);
}

function overlapping(): string[] {
  const pressed = controls();
  const written = texts().map((text) => ({ ...text, boxes: seen(text.element, text.boxes) }));
  return pressed.flatMap((one, index) => {
    const apart = (other: Found) => one.layer !== other.layer || related(one.element, other.element);
    const mine = drawn(one);
    return [
      ...pressed
        .slice(index + 1)
        .filter((other) => clash(one.boxes, other.boxes, 4) && !apart(other) && !carries(one, other)),
      ...written.filter((text) => clash(mine, text.boxes, 5) && !apart(text)),
    ].map((other) => `lie on one another: ${nameOf(one.element)} and ${nameOf(other.element)}`);
  });
}

/** Hebrew words that stand in two lines, of elements in the page. */
export function brokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (text.nextNode()) {
      for (const { index, 0: word } of (text.currentNode.nodeValue ?? '').matchAll(/[א-ת]+/g)) {
        const range = document.createRange();
        range.setStart(text.currentNode, index);
        range.setEnd(text.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** Letters as large as the reader wants them may leave no other way. */
function torn(): string[] {
  if (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 20) return [];
  const elements = [...new Set(texts().map(({ element }) => element))];
  return elements.flatMap((element) => brokenWords([element]).map((word) => `breaks “${word}”: ${nameOf(element)}`));
}
