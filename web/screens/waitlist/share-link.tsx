import { useRef, useState } from 'react';
import { brand } from '../../../brand.ts';
import { copyLink } from '../../design/copy-link.ts';
import type { PositionState } from './position-state.ts';
import { friendsSentence, positionTexts } from './position-texts.ts';

const texts = positionTexts.confirmed;

/** The member's link for friends. The button opens the system's menu for sharing; without one it copies the link. */
export function ShareLink({ link, friends, number }: NonNullable<PositionState['position']>) {
  const [note, setNote] = useState('');
  const address = useRef<HTMLElement>(null);
  const canShare = 'share' in navigator;
  const label = canShare ? texts.share : texts.copy;

  async function share(): Promise<void> {
    setNote('');
    if (!canShare) return await copy();
    try {
      await navigator.share({ title: brand.product, text: texts.message, url: link });
    } catch (error) {
      // The person has closed the system's menu.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy();
    }
  }

  async function copy(): Promise<void> {
    setNote((await copyLink(link, address.current)) ? texts.copied : texts.copyByHand);
  }

  return (
    <section className="share" aria-labelledby="share">
      <h2 className="display" id="share">
        {texts.shareTitle}
      </h2>
      <p>{friendsSentence(friends, number)}</p>
      <div className="share-link">
        <button type="button" className="button" onClick={share}>
          {note === texts.copied ? texts.copiedLink : label}
        </button>
        <code ref={address} translate="no">
          {link}
        </code>
      </div>
      <p className="share-note" role="status">
        {note}
      </p>
    </section>
  );
}
