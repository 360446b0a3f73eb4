import icon from '../icon.svg'

/** The sign of Purveyor. It stands beside the name, so it has no text of its own. */
export function Logo({ size }: { size: number }) {
  return <img src={icon} width={size} height={size} alt="" />
}
