import type { ReactNode } from 'react';

/** Icons on a 24 x 24 grid in the colour of the text. Screen readers read the name of the link or button instead. */
const iconOf = (drawing: ReactNode) => () => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {drawing}
  </svg>
);

export const CheckIcon = iconOf(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CloseIcon = iconOf(<path d="m6 6 12 12M18 6 6 18" />);
export const MailIcon = iconOf(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="m4 8 8 5.5L20 8" />
  </>,
);
export const InstagramIcon = iconOf(
  <>
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M16.8 7.2h.01" />
  </>,
);
export const TikTokIcon = iconOf(
  <path d="M13.5 3.5v11.7a4 4 0 1 1-4-4M13.5 3.5c.3 3 2.4 5.2 5.5 5.5" />,
);
export const TwitterIcon = iconOf(
  <path d="M20.5 6.3a7 7 0 0 1-2 .6 3.6 3.6 0 0 0 1.5-2 7 7 0 0 1-2.2.9 3.5 3.5 0 0 0-6 3.2A10 10 0 0 1 4.6 5.3a3.5 3.5 0 0 0 1.1 4.7 3.5 3.5 0 0 1-1.6-.4 3.5 3.5 0 0 0 2.8 3.5 3.5 3.5 0 0 1-1.6.1 3.5 3.5 0 0 0 3.3 2.4A7 7 0 0 1 3.5 17a10 10 0 0 0 15.3-9z" />,
);

/** A taco for larger drawings, around 0, 0 and about 160 wide. */
export function Taco() {
  return (
    <>
      <path
        className="lettuce"
        d="M-78 20a18 18 0 0 1 8-30 20 20 0 0 1 20-26 22 22 0 0 1 34-16 24 24 0 0 1 38 2 22 22 0 0 1 32 18 20 20 0 0 1 18 24 18 18 0 0 1 6 28z"
      />
      <path className="tomato" d="M-46-26h22v22h-22zM6-44h22v22H6zM38-16h20v20H38z" />
      <path className="crust" d="M-82 46a82 70 0 0 1 164 0q0 14-14 14H-68q-14 0-14-14z" />
    </>
  );
}
