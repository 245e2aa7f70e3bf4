import { type RefObject, useLayoutEffect, useState } from 'react';
import { EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';

/**
 * Keeps the text and the focus of the field in the page's HTML. If an extension or a translation has changed the form,
 * React does not hydrate this field, but creates another one.
 */
export function useTextBefore(created: RefObject<HTMLInputElement | null>): void {
  const [before] = useState(findField);
  useLayoutEffect(() => {
    if (!before || !created.current || before.field === created.current) return;
    created.current.value = before.field.value;
    if (before.hadFocus) created.current.focus();
  }, [before, created]);
}

function findField() {
  // The page is prerendered without a document.
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(EMAIL_FIELD_ID) as HTMLInputElement | null;
  return field && { field, hadFocus: document.activeElement === field };
}
