/** The browser's local storage, which may be blocked or full. No page needs what it stores there. */

/** @returns null also if the storage is blocked */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null removes the stored one */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // What the page shows now does not depend on it.
  }
}
