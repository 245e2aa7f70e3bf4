/** Of the sentence below: a name in smaller letters would no longer be the largest word of the page. */
const LEAST_SHARE = 0.75;

/**
 * Sets a name as large as the room allows that `name.css` keeps for it. The browser lays it out and this
 * asks whether it fits, so that it holds for every script, font and size of text. A word is broken only if
 * it does not fit in the smallest size.
 */
export function fitName(name: HTMLElement, text: string): void {
  name.replaceChildren(...text.split(/(\s+)/).map(asWord));
  enlarge(name);
  new ResizeObserver(() => enlarge(name)).observe(roomOf(name));
  document.fonts.addEventListener('loadingdone', () => {
    if (!fits(name)) enlarge(name);
  });
}

/** The element keeps its word on one line: Thai and Chinese could be broken between any two words. */
function asWord(part: string): Node | string {
  if (!part.trim()) return part;
  const word = document.createElement('span');
  word.textContent = part;
  return word;
}

function roomOf(name: HTMLElement): HTMLElement {
  return name.parentElement ?? name;
}

function fits(name: HTMLElement): boolean {
  const range = document.createRange();
  range.selectNodeContents(name);
  const { width } = range.getBoundingClientRect();
  // A line as wide as the name's box stays one line; both widths are rounded, each in its own way.
  const isWider = width > name.getBoundingClientRect().width + 0.1;
  return !isWider && name.offsetHeight <= roomOf(name).clientHeight;
}

function enlarge(name: HTMLElement): void {
  const room = roomOf(name);
  const least = LEAST_SHARE * Number.parseFloat(getComputedStyle(room).fontSize);
  name.classList.remove('name-broken');
  name.classList.add('name-narrow');
  if (setLargest(name, room.clientHeight) < least) {
    name.classList.add('name-broken');
    setLargest(name, least);
  }
  name.classList.remove('name-narrow');
}

/** @returns the size in px that it has found, by halves */
function setLargest(name: HTMLElement, limit: number): number {
  let [fitting, tooLarge] = [0, limit];
  while (tooLarge - fitting > 0.5) {
    const size = (fitting + tooLarge) / 2;
    name.style.fontSize = `${size}px`;
    if (fits(name)) fitting = size;
    else tooLarge = size;
  }
  name.style.fontSize = `${fitting}px`;
  return fitting;
}
