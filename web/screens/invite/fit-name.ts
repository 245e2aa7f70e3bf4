/** The smallest font size of a name whose words are not broken, as a share of the font size of the name's heading. */
const LEAST_SHARE = 0.75;

/**
 * Shows a name in the largest size at which it fits into the space that `name.css` reserves. The browser's
 * layout is measured, so this works for every alphabet, font and text size. Words are broken only if the name does not
 * fit at the smallest size.
 */
export function fitName(name: HTMLElement, text: string): void {
  name.replaceChildren(...text.split(/(\s+)/).map(asWord));
  let measured = '';
  const enlargeInNewRoom = () => {
    const { clientWidth, clientHeight } = roomOf(name);
    const size = `${clientWidth} ${clientHeight}`;
    // The observer's first call comes right after the first measurement, usually with the same size.
    if (size !== measured) enlarge(name);
    measured = size;
  };
  enlargeInNewRoom();
  new ResizeObserver(enlargeInNewRoom).observe(roomOf(name));
  // The display font may be wider or narrower than the font before it.
  document.fonts.addEventListener('loadingdone', () => enlarge(name));
}

/** Each word gets an element that keeps it on one line: browsers could break Thai and Chinese inside a word. */
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
  // A line may be exactly as wide as the name's box. The tolerance is for the different rounding of the two widths.
  const isWider = textWidthOf(name) > name.getBoundingClientRect().width + 0.1;
  return !isWider && name.offsetHeight <= roomOf(name).clientHeight;
}

function textWidthOf(name: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width;
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

/** @returns the largest size in px that fits, to within 1 px */
function setLargest(name: HTMLElement, limit: number): number {
  let [fitting, tooLarge] = [0, limit];
  const tryOut = (size: number) => {
    if (size <= fitting || size >= tooLarge) return;
    name.style.fontSize = `${size}px`;
    if (fits(name)) fitting = size;
    else tooLarge = size;
  };
  name.style.fontSize = `${limit}px`;
  // If the name stays on as many lines, this size fills the width or the height, and at most three sizes are enough.
  const { width, height } = name.getBoundingClientRect();
  const share = Math.min(width / textWidthOf(name), roomOf(name).clientHeight / height);
  const guess = Math.floor(limit * share);
  for (const size of [guess, guess + 1, guess + 2]) tryOut(size);
  while (tooLarge - fitting > 1) tryOut((fitting + tooLarge) / 2);
  name.style.fontSize = `${fitting}px`;
  return fitting;
}
