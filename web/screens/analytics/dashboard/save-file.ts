/** Saves a file that was loaded whole, as the browser's own download would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A browser may begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
