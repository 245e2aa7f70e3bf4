/**
 * The ids of the elements of the prerendered page that the page's script fills or listens to. Apart from the elements,
 * because the script must not load React.
 */
export const elementIds = {
  portrait: 'portrait',
  initial: 'initial',
  name: 'name',
  get: 'get',
  getOnAndroid: 'get-on-android',
  outside: 'open-outside',
} as const;
