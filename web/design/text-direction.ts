const FROM_RIGHT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether the first letter is of a script that is written from right to left. */
export function isFromRight(text: string): boolean {
  return FROM_RIGHT.test(text);
}

/** For the attribute `dir`. */
export function directionOf(text: string): 'rtl' | undefined {
  return isFromRight(text) ? 'rtl' : undefined;
}
