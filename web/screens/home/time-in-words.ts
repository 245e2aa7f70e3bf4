/**
 * The time to the nearest five minutes, as people say it: "twenty to nine". The source of this function is inlined into
 * the page, so it may use only its parameter and globals.
 */
export function timeInWords(time: Date): string {
  const hours = ' one two three four five six seven eight nine ten eleven'.split(' ');
  // The word joiner after the hyphen keeps "twenty-five" on one line.
  const minutes = ' five ten quarter twenty twenty-\u2060five half'.split(' ');
  const fives = Math.round(time.getHours() * 12 + time.getMinutes() / 5);
  const part = fives % 12;
  const hour = Math.floor(fives / 12) + (part > 6 ? 1 : 0);
  const name = hours[hour % 12] || (hour === 12 ? 'noon' : 'midnight');
  if (part === 0) return hour % 12 === 0 ? name : `${name} o’clock`;
  return part > 6 ? `${minutes[12 - part]} to ${name}` : `${minutes[part]} past ${name}`;
}

/** The time on a page whose script did not run. The sky of such a page is dusk. */
export const TIME_WITHOUT_SCRIPT = 'six o’clock';

export const TIME_ID = 'time';

/** Sets the words before the first paint, and again when the visitor returns to the tab. */
export const timeScript = `(()=>{
const show=()=>{document.getElementById('${TIME_ID}').textContent=(${timeInWords})(new Date())}
show()
document.addEventListener('visibilitychange',show)
})()`;
