/** The smallest font size of a name whose words are not broken, as a share of the font size of the name's heading. */
const LEAST_SHARE = 0.75;

/**
 * Shows a name in the largest size at which it fits into the space that `name.css` reserves. The browser's
 * layout is measured, so this works for every alphabet, font and text size. Words are broken only if the name does not
 * fit at the smallest size.
 */
export function fitName(name: HTMLElement, text: string): void {
  name.replaceChildren(...text.split(/(\s+)/).map(asWord));
  enlarge(name);
  new ResizeObserver(() => enlarge(name)).observe(roomOf(name));
  document.fonts.addEventListener('loadingdone', () => {
    if (!fits(name)) enlarge(name);
  });
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
  const range = document.createRange();
  range.selectNodeContents(name);
  const { width } = range.getBoundingClientRect();
  // A line may be exactly as wide as the name's box. The tolerance is for the different rounding of the two widths.
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

/** @returns the largest size in px that fits, to within 0.5 px */
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
