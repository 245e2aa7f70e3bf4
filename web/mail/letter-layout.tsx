import type { CSSProperties, ReactNode } from 'react';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * Hidden words for the list of a mail program, which shows the first words of a letter. The invisible characters after
 * them fill the line, so that the list shows nothing else of the letter.
 */
export function Preheader({ children }: { children: string }) {
  return (
    <div
      style={{
        display: 'none',
        maxHeight: 0,
        overflow: 'hidden',
        opacity: 0,
        fontSize: 1,
        lineHeight: '1px',
      }}
    >
      {children}
      {'\u00a0\u200c'.repeat(60)}
    </div>
  );
}

/** A table for the layout, which screen readers do not announce. */
export function Table({
  children,
  width = '100%',
  style,
  ...rest
}: {
  children: ReactNode;
  width?: number | string;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <table
      role="presentation"
      width={width}
      cellPadding={0}
      cellSpacing={0}
      {...rest}
      style={{ width: '100%', borderCollapse: 'collapse', ...style }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

/** The style of a text. @param size in px */
export function text(size: number): CSSProperties {
  return { fontFamily: FONT, fontSize: size, lineHeight: 1.5 };
}

/** The style of the headline and the product's name. @param size in px */
export function display(size: number): CSSProperties {
  return { ...text(size), fontWeight: 800, lineHeight: 1.1, letterSpacing: '-0.02em' };
}
