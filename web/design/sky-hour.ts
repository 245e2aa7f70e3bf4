/**
 * Which sky the page shows at which hour of the visitor's clock. `sky.css` has one rule for each name
 * here.
 *
 * Light mode shows the real sky of the hour. Dark mode shows only skies without daylight: `before-dawn` in the morning,
 * `blue-hour` during the day and `afterglow` in the evening. Night begins two hours earlier (with `nightfall`) and ends
 * one hour later than in light mode. So the dark sky is never brighter than the light sky of the same hour.
 */
export type Sky =
  | 'midnight'
  | 'night'
  | 'nightfall'
  | 'afterglow'
  | 'blue-hour'
  | 'before-dawn'
  | 'sunrise'
  | 'morning'
  | 'noon'
  | 'afternoon'
  | 'golden'
  | 'dusk'
  | 'sundown';

export type Scheme = 'light' | 'dark';

/** Each sky with the hour at which it begins, 0 to 23. */
type Day = readonly (readonly [fromHour: number, sky: Sky])[];

const days: Record<Scheme, Day> = {
  light: [
    [0, 'midnight'],
    [4, 'night'],
    [5, 'before-dawn'],
    [6, 'sunrise'],
    [7, 'morning'],
    [10, 'noon'],
    [15, 'afternoon'],
    [17, 'golden'],
    [18, 'dusk'],
    [19, 'sundown'],
    [20, 'afterglow'],
    [21, 'nightfall'],
    [22, 'night'],
  ],
  dark: [
    [0, 'midnight'],
    [5, 'night'],
    [6, 'before-dawn'],
    [9, 'blue-hour'],
    [17, 'afterglow'],
    [19, 'nightfall'],
    [20, 'night'],
    [22, 'midnight'],
  ],
};

export function skyAt(hour: number, scheme: Scheme): Sky {
  return days[scheme].findLast(([fromHour]) => fromHour <= hour)?.[1] ?? 'dusk';
}

/** The sky of a page whose script did not run. */
export const SKY_WITHOUT_SCRIPT: Sky = 'dusk';

/**
 * The classic script that a page runs in its head, after its styles and before its first paint. An external or
 * deferred script would run too late, and the page would flash. The inline script sets the theme colour to the colour
 * at the top of the sky. It runs again when the visitor returns to the tab, and when the system changes to light or
 * dark mode.
 */
export const skyScript = `(()=>{
const days=${JSON.stringify(days)}
const dark=matchMedia('(prefers-color-scheme:dark)')
const root=document.documentElement
const show=()=>{
const hour=new Date().getHours()
root.dataset.sky=days[dark.matches?'dark':'light'].findLast(([from])=>from<=hour)[1]
const colour=getComputedStyle(root).getPropertyValue('--sky-high')
for(const meta of document.querySelectorAll('[name=theme-color]'))meta.content=colour
}
show()
dark.addEventListener('change',show)
document.addEventListener('visibilitychange',show)
})()`;
