/**
 * The oldest browsers in which every page works, in Vite's notation; they are of late 2022 and 2023. The build lowers
 * syntax and styles for them, and `oldest-browsers.test.ts` finds built-ins that one of them lacks.
 */
export const OLDEST_BROWSERS = ['chrome108', 'edge108', 'firefox115', 'ios16', 'safari16'];
