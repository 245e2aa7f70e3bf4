/** The key code that browsers give to keys which an input method handles. */
const HANDLED = 229;

/**
 * Enter accepts a suggestion of an input method, such as one for Japanese, and Escape dismisses it. These keys must
 * not also send or close a form. Safari sends Enter after the suggestion has ended, so there only the key code tells.
 *
 * @returns a function that stops this
 */
export function leaveKeysToInputMethods(): () => void {
  const leave = (event: KeyboardEvent) => {
    const isHandled = event.isComposing || event.keyCode === HANDLED;
    if (!isHandled || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.stopPropagation();
    event.preventDefault();
  };
  // Before the handlers of React, which listens below the document.
  document.addEventListener('keydown', leave, true);
  return () => document.removeEventListener('keydown', leave, true);
}
