/** The path of a call with the parameter `:id`. Invite pages contain this function. */
export function pathToId(call: { readonly path: string }, id: string): string {
  return call.path.replace(':id', () => encodeURIComponent(id));
}

/** The path of a call with a parameter. The value is encoded as one segment, even if it contains a slash. */
export function pathTo(call: { readonly path: string }, value: string): string {
  return call.path.replace(/:\w+/, () => encodeURIComponent(value));
}
