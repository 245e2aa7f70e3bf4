/** The browser's local storage, which may be blocked or full. No page needs what it stores there. */

/** @returns null also if the storage is blocked */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // What the page shows now does not depend on it.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}
