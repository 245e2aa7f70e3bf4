/** The key code that browsers give to keys which an input method handles. */
const HANDLED = 229;

/**
 * Enter accepts a suggestion of an input method, such as one for Japanese, and Escape dismisses it. These keys must
 * not also send or close a form. Safari sends Enter after the suggestion has ended, so there only the key code tells.
 *
 * Enter that is held is sent again and again. After each answer it would press the button that has the focus then, such
 * as the button of an act after its new code.
 *
 * @returns a function that stops this
 */
export function stopUnmeantKeys(): () => void {
  const stop = (event: KeyboardEvent) => {
    const { key, isComposing, keyCode, repeat, target } = event;
    const isHandled = (key === 'Enter' || key === 'Escape') && (isComposing || keyCode === HANDLED);
    const isHeld = key === 'Enter' && repeat && !(target as Element).matches('textarea');
    if (!isHandled && !isHeld) return;
    event.stopPropagation();
    event.preventDefault();
  };
  // Before the handlers of React, which listens below the document.
  document.addEventListener('keydown', stop, true);
  return () => document.removeEventListener('keydown', stop, true);
}
