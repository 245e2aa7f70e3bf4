/**
 * A button that begins an act. While an act is under way it is not `disabled`, because a disabled button would lose the
 * focus.
 */
export function ActButton({
  label,
  busyLabel,
  isBusy,
  isLocked,
  className = 'button',
  onPress,
}: {
  label: string;
  busyLabel: string;
  /** Whether this button's act is under way. */
  isBusy: boolean;
  /** Whether any act is under way. */
  isLocked: boolean;
  className?: string;
  onPress: () => void;
}) {
  return (
    <button type="button" className={className} aria-disabled={isLocked} onClick={onPress}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
