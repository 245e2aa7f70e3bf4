/** The elements of the prerendered page that its script fills or listens to. */
export const elementIds = {
  portrait: 'portrait',
  initial: 'initial',
  name: 'name',
  get: 'get',
} as const;
